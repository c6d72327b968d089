"""All rulesets by id. Only the composition of the program reads this; for all other code a ruleset is data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from model.engine.ruleset import Ruleset


class _Games(Mapping[str, Ruleset]):
    """Rulesets by id, each imported on first access, so that a battle, which needs only one, starts sooner."""

    def __init__(self, read: Mapping[str, Callable[[], Ruleset]]) -> None:
        self._read = read
        self._known: dict[str, Ruleset] = {}

    def __getitem__(self, id: str) -> Ruleset:
        if id not in self._known:
            self._known[id] = self._read[id]()
        return self._known[id]

    def __contains__(self, id: object) -> bool:
        return id in self._read

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def _zerospace() -> Ruleset:
    from model.rulesets.zerospace.record import ZEROSPACE

    return ZEROSPACE


def _wasteland() -> Ruleset:
    from model.rulesets.wasteland.record import WASTELAND

    return WASTELAND


def _effort() -> Ruleset:
    from model.rulesets.effort.record import EFFORT

    return EFFORT


def _zamani() -> Ruleset:
    from model.rulesets.zamani.record import ZAMANI

    return ZAMANI


def _kalos() -> Ruleset:
    from model.rulesets.kalos.record import KALOS

    return KALOS


RULESETS: Mapping[str, Ruleset] = _Games(
    {"zerospace": _zerospace, "wasteland": _wasteland, "effort": _effort, "zamani": _zamani, "kalos": _kalos}
)
