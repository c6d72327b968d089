"""Lists of a campaign's party and its prepared encounters, from its files."""

from __future__ import annotations

from model.campaign.campaign import Campaign, Character
from model.campaign.characters import is_of_party
from model.campaign.exchange import ALONE, battle_as_taken, first_battle
from model.content.library import company_words
from model.content.resources import root
from model.state.base import Id, Record
from model.view.conditions import labels_of
from model.view.pools import health_of
from model.view.viewer import GM


class PartyLine(Record):
    """A character of the party as a line."""

    name: str
    player: str
    words: str
    """Lasting conditions, or else the items in their hands."""
    health: str
    """`9 / 11`; empty if the ruleset has no health."""
    is_hurt: bool = False
    """Whether they have lasting conditions."""
    is_away: bool = False
    """Whether their player is absent tonight."""


class EncounterLine(Record):
    """A prepared encounter as a line."""

    id: Id
    name: str
    words: str
    """Its members."""


def encounter_lines(campaign: Campaign) -> tuple[EncounterLine, ...]:
    """The encounters that the GM has prepared, by name: those of the campaign and the user, without built-in ones."""
    library = campaign.library
    own = [one for one in library.encounters.values() if not library.files["encounter", one.id].is_relative_to(root())]
    lines = (
        EncounterLine(one.id, one.name, company_words(one, lambda member: library.combatants[member.template].name))
        for one in own
    )
    return tuple(sorted(lines, key=lambda line: line.name.lower()))


def party_lines(campaign: Campaign) -> tuple[PartyLine, ...]:
    """All characters of the players' side, absent ones last."""
    here = {one.key for one in campaign.party}
    lines = [_line(campaign, one, one.key not in here) for one in campaign.characters if is_of_party(one.entry)]
    return tuple(sorted((line for line in lines if line is not None), key=lambda line: line.is_away))


def _line(campaign: Campaign, character: Character, is_away: bool) -> PartyLine | None:
    battle = battle_as_taken(campaign, first_battle(campaign, ""), character.text)
    if battle is None:
        return None
    health = health_of(campaign.ruleset, battle, ALONE, GM)
    labels = labels_of(campaign.ruleset, battle, ALONE, GM)
    held = [item.name for item in battle.items_of(ALONE) if item.where == "hand"]
    return PartyLine(
        name=character.entry.name,
        player=campaign.player_of(character),
        words=", ".join(labels or held[:2]),
        health="" if health is None else health.text,
        is_hurt=bool(labels),
        is_away=is_away,
    )
