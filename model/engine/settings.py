"""House rules: each game declares them as a struct, rules read them as that struct, files contain only differences.

    class HouseRules(State):
        bonus: Annotated[int, about("Bonus", "How much cover adds.", "KM-MOD-01", least=1, most=10)] = 3

    rules = reader(HouseRules)
    rules(battle).bonus

The default applies if the file has no value. Flags are `bool`, numbers `int` or `float`, one of several readings is a
`Literal`, a list is a `tuple`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeGuard, TypeVar, get_args, get_origin

import msgspec
from msgspec import inspect

from model.engine.messages import brief
from model.state.base import State
from model.state.battle import AnyBattle, GameBattle, Setting

HouseRules = TypeVar("HouseRules", bound=State)


class SettingSpec(State):
    """Description of one house rule: a choice between readings of something that the rules leave open."""

    key: str
    title: str
    kind: Literal["flag", "number", "choice", "list"]
    default: Setting
    type: Any
    """Type of the field in the game's struct."""
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    help: str = ""
    rules: tuple[str, ...] = ()
    """Ids of the rules and ambiguities concerned."""
    group: str = ""
    """Heading under which it stands, or empty: the section of the first of its rules that has one."""


# ------------------------------------------------------------------------------------------ declaring


def about(
    title: str, help: str, *rules: str, group: str = "", least: float | None = None, most: float | None = None
) -> msgspec.Meta:
    """Declare a house rule: title and help for the window, ids of its rules and open points, range of a number."""
    said = {"rules": rules, "group": group}
    return msgspec.Meta(title=title, description=help, ge=least, le=most, extra_json_schema=said)


_SPECS: dict[type, tuple[SettingSpec, ...]] = {}


def specs_of(kind: type[State]) -> tuple[SettingSpec, ...]:
    """The house rules that a struct declares, in the order of its fields."""
    if kind not in _SPECS:
        fields = msgspec.structs.fields(kind)  # type: ignore[arg-type]  # a struct, as `State` hides from checkers
        _SPECS[kind] = tuple(_spec(field, kind()) for field in fields)
    return _SPECS[kind]


def _spec(field: msgspec.structs.FieldInfo, usual: State) -> SettingSpec:
    found = inspect.type_info(field.type)
    assert isinstance(found, inspect.Metadata), f"{field.name}: a house rule says what it is about"
    said, bare = found.extra_json_schema or {}, found.type
    default = getattr(usual, field.name)
    number = bare if isinstance(bare, inspect.IntType | inspect.FloatType) else None
    return SettingSpec(
        key=field.name,
        title=said["title"],
        kind=_kind(bare),
        default=list(default) if isinstance(default, tuple) else default,
        type=field.type,
        options=_options(field.type),
        least=number.ge if number else None,
        most=number.le if number else None,
        help=said["description"],
        rules=tuple(said["rules"]),
        group=said["group"],
    )


def _options(kind: Any) -> tuple[str, ...]:
    """The options of a `Literal` or of a tuple of a `Literal`, in their order; empty for other types."""
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    return _options(get_args(kind)[0]) if get_origin(kind) in (Annotated, tuple) else ()


def _kind(bare: inspect.Type) -> Literal["flag", "number", "choice", "list"]:
    match bare:
        case inspect.BoolType():
            return "flag"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.LiteralType():
            return "choice"
        case inspect.VarTupleType():
            return "list"
    raise TypeError(f"{bare} is no type of a house rule")


# ------------------------------------------------------------------------------------------ reading


def reader(kind: type[HouseRules]) -> Callable[[GameBattle], HouseRules]:
    """Return a function that reads the house rules of a battle; invalid values in a file are ignored."""
    usual = kind()
    last: tuple[Mapping[str, Setting], HouseRules] = ({}, usual)

    def rules(battle: AnyBattle) -> HouseRules:
        """The house rules of this battle."""
        nonlocal last
        if not battle.settings:
            return usual
        # Successive battles share the same dict until a house rule is changed.
        if last[0] is not battle.settings:
            last = battle.settings, _read(kind, battle.settings)
        return last[1]

    return rules


def _read(kind: type[HouseRules], settings: Mapping[str, Setting]) -> HouseRules:
    given = ((spec, settings[spec.key]) for spec in specs_of(kind) if spec.key in settings)
    return kind(**{spec.key: _converted(spec, value) for spec, value in given if not setting_problem(spec, value)})


def _converted(spec: SettingSpec, value: Setting) -> Any:
    """A value of a file converted to the type of its field, such as a list to a tuple."""
    if spec.kind == "number":
        return type(spec.default)(value)  # type: ignore[arg-type]  # an int or a float
    return msgspec.convert(value, spec.type)


# ------------------------------------------------------------------------------------------ what fits


def setting_problem(spec: SettingSpec, value: object) -> str | None:
    """Why a value is not valid for a house rule, as a sentence, or None if it is."""
    match spec.kind:
        case "flag":
            takes, fits = "true or false", isinstance(value, bool)
        case "choice":
            takes, fits = f"one of {', '.join(spec.options)}", value in spec.options
        case "number":
            takes, fits = _numbers_taken(spec), _is_number(value, spec) and _is_in_range(value, spec)
        case "list":
            takes, fits = _lists_taken(spec), _is_list(value, spec)
    return None if fits else f"{spec.title} must be {takes}, not {brief(value)}."


def _numbers_taken(spec: SettingSpec) -> str:
    kind = "a number" if isinstance(spec.default, float) else "a whole number"
    if spec.least is not None and spec.most is not None:
        return f"{kind} from {spec.least:g} to {spec.most:g}"
    if spec.least is not None:
        return f"{kind} of at least {spec.least:g}"
    return kind if spec.most is None else f"{kind} of at most {spec.most:g}"


def _is_number(value: object, spec: SettingSpec) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    return isinstance(spec.default, float) or value == int(value)


def _is_in_range(value: float, spec: SettingSpec) -> bool:
    return (spec.least is None or value >= spec.least) and (spec.most is None or value <= spec.most)


def _lists_taken(spec: SettingSpec) -> str:
    if spec.options:
        return f"a list of {', '.join(spec.options)}"
    return f"a list such as {brief(spec.default)}" if spec.default else "a list"


def _is_list(value: object, spec: SettingSpec) -> bool:
    try:
        msgspec.convert(value, spec.type)
    except msgspec.ValidationError:
        return False
    return True
