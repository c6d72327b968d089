"""House rules: how rulesets declare them in a line each, which values fit, and what one stands at in a battle."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from model.engine.edits_fields import brief
from model.engine.ruleset import SettingSpec
from model.state.battle import AnyBattle

# ------------------------------------------------------------------------------------------ declaring


def flag(key: str, title: str, default: bool, help: str, *rules: str) -> SettingSpec:
    """A house rule that is on or off."""
    return SettingSpec(key=key, title=title, kind="flag", default=default, help=help, rules=rules)


def number(key: str, title: str, default: float, least: float, most: float, help: str, *rules: str) -> SettingSpec:
    """A number in a range; a whole one where its default is an `int`."""
    return SettingSpec(
        key=key, title=title, kind="number", default=default, least=least, most=most, help=help, rules=rules
    )


def choice(key: str, title: str, options: tuple[str, ...], help: str, *rules: str) -> SettingSpec:
    """One of several readings; the first is the default."""
    return SettingSpec(key=key, title=title, kind="choice", default=options[0], options=options, help=help, rules=rules)


def listed(
    key: str, title: str, default: list[Any], help: str, *rules: str, options: tuple[str, ...] = ()
) -> SettingSpec:
    """A list, of whatever its default holds; of some of the options where there are any."""
    return SettingSpec(key=key, title=title, kind="list", default=default, options=options, help=help, rules=rules)


# ------------------------------------------------------------------------------------------ reading


def value_of(spec: SettingSpec, battle: AnyBattle) -> Any:
    """A house rule as it stands in this battle; one that a file gives an impossible value counts as not given."""
    value = battle.settings.get(spec.key)
    return spec.default if value is None or setting_problem(spec, value) else value


# ------------------------------------------------------------------------------------------ what fits


def setting_problem(spec: SettingSpec, value: object) -> str | None:
    """Why a value cannot stand for a house rule, as a sentence; None when it can."""
    match spec.kind:
        case "flag":
            takes, fits = "yes or no", isinstance(value, bool)
        case "choice":
            takes, fits = f"one of {', '.join(spec.options)}", value in spec.options
        case "text":
            takes, fits = "a text", isinstance(value, str)
        case "number":
            takes, fits = _numbers_taken(spec), _is_number(value, spec) and _is_in_range(value, spec)
        case "list" | "table":
            takes, fits = "a list like its default", _is_like(value, spec.default)
    return None if fits else f"{spec.title} takes {takes}, not {brief(value)}."


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


def _is_like(value: object, default: object) -> bool:
    """Whether a list holds what its default holds: numbers, texts, or lists of such."""
    if isinstance(default, list):
        kinds = default[:1]
        return isinstance(value, list) and all(_is_like(member, kind) for member in value for kind in kinds)
    if isinstance(default, int | float):
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, type(default))
