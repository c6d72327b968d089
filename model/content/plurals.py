"""The singular of English names in the plural: `wolves`, `harpies`, `raiders`."""

from __future__ import annotations

_F = ("wol", "el", "thie", "dwar", "shel", "hal", "lea", "cal")
"""What precedes the `-f` in words with the plural `-ves`, such as `wolf`."""
_FE = ("kni", "wi", "li")
_IE = ("zombie", "pixie", "genie", "faerie", "valkyrie", "brownie", "junkie", "rookie", "selkie", "bogie", "birdie")
"""Words ending in `-ie`: their plural `-ies` is not that of a word in `-y`."""
_IRREGULAR_SINGULARS = {"mice": "mouse", "geese": "goose", "oxen": "ox", "people": "person", "children": "child"}


def in_the_singular(name: str) -> str:
    """Return the singular of a plural such as `wolves`, `harpies`, `witches`, `gunmen`, `raiders`; keep a singular."""
    stem, word = name[: -len(name.rsplit(" ", maxsplit=1)[-1])], name.rsplit(" ", maxsplit=1)[-1]
    low = word.lower()
    if low in _IRREGULAR_SINGULARS:
        return stem + _IRREGULAR_SINGULARS[low]
    if low.endswith("men") and len(low) > 3 and low not in ("omen", "specimen"):
        return f"{stem}{word[:-2]}an"
    if low.endswith("ves") and low[:-3].endswith(_F + _FE):
        return f"{stem}{word[:-3]}{'fe' if low[:-3].endswith(_FE) else 'f'}"
    if low.endswith("ies") and len(low) > 4 and low[:-1] not in _IE:
        return f"{stem}{word[:-3]}y"
    if low.endswith(("ches", "shes", "sses", "xes")):
        return name[:-2]
    return name[:-1] if low.endswith("s") and not low.endswith(("ss", "us")) else name


def single(name: str, count: int) -> str:
    """Return the capitalised name of one combatant: `Raider` for `raiders` if `count` is more than one."""
    name = in_the_singular(name) if count > 1 else name
    return name[:1].upper() + name[1:]
