"""Attacking as a team: each member rolls their own attack, and one of these attacks lands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple

from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.effects import clocked_by, without_expired
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Entry, Guard, Parameter
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.battle import Battle, Gear
from model.rulesets.families.ogc.checks import UNARMED
from model.rulesets.families.ogc.combat import Aim, Combat, Consequence
from model.rulesets.families.ogc.manoeuvres import ByHand
from model.rulesets.families.ogc.tasks import TEAM, Teams, best_of, team_of
from model.state.base import Id, replace
from model.state.texts import Refusal, gm_text, ref, text


class Means(NamedTuple, Generic[Battle, Gear]):
    """How a team member attacks."""

    name: str
    aim: Aim[Gear]
    on_hit: Consequence[Battle, Gear]
    manoeuvre: str = ""
    """Id of the hand-to-hand manoeuvre, or an empty string for a plain attack."""


def _equals(rolls: Mapping[Id, Roll], best: Id) -> tuple[Id, ...]:
    """Return the members whose result equals the best; only `best` if its roll has no total (odds, word for dice)."""
    totals = {who: roll.shown for who, roll in rolls.items() if roll.shown is not None}
    if best not in totals:
        return (best,)
    return tuple(who for who, total in totals.items() if total == totals[best])


def _of_member(refusal: Refusal, who: Id) -> Refusal:
    """Return a refusal whose sentence names the team member that it is about."""
    told = refusal.sentence
    sentence = replace(told, template=f"{{member}}: {told.template}", arguments={**told.arguments, "member": ref(who)})
    # A move that would help is the member's, not the actor's.
    return replace(refusal, sentence=sentence, nearer=None, within=None, toward=None)


_MEANS: Parameter[Any] = Parameter(
    key="means", title="How", kind="table", default={}, applies=lambda battle, call: len(team_of(call)) > 1
)


class TeamAttack(ABC, Generic[Battle, Gear]):
    """How team attacks work in a ruleset."""

    combat: Combat[Battle, Gear]
    teams: Teams[Battle]
    id: str
    rules: tuple[str, ...]
    roll_rule: str
    pick_rule: str
    by_hand: ByHand[Battle, Gear]
    options: tuple[Parameter[Any], ...]
    """Options of a single attack that count for the attack of every member."""
    able: tuple[Guard, ...] = ()
    """Guards about who may attack at all, apart from the cost."""
    picks_what_lands: bool = False
    """Whether the team chooses after a hit whose attack lands, no matter who rolled it; ties then need no answer."""

    @abstractmethod
    def damage_bonus(self, battle: Battle) -> Modifier: ...

    # ------------------------------------------------------------------------------------- means of attack

    def _means(self, battle: Battle, call: Call, who: Id) -> Means[Battle, Gear]:
        """Return the manoeuvre or weapon that the call names for a member, else their usual weapon."""
        named = str((_MEANS.said(call) or {}).get(who, ""))
        weapon = battle.items.get(named) or (
            self.combat.weapons.of_call(battle, call) if who == call.actor else self.combat.weapons.usual(battle, who)
        )
        item = None if weapon is None else weapon.id
        said = {one.key: call.options[one.key] for one in self.options if one.key in call.options}
        options = said | {"unarmed": item is None}
        own = Call(action="attack", actor=who, targets=call.targets[:1], item=item, options=options)
        if named in self.by_hand.manoeuvres:
            manoeuvre = self.by_hand.manoeuvres[named]
            return Means(manoeuvre.title.lower(), manoeuvre.aim(battle, own), manoeuvre.on_hit, named)
        name = "bare hands" if weapon is None else weapon.name
        return Means(name, self.combat.aimed(own, weapon), self.combat.damaged)

    def _entries(self, battle: Battle, call: Call) -> Iterator[Entry]:
        """Yield for each member the possible means of attack, the usual weapon first."""
        plain = replace(call, options={key: value for key, value in call.options.items() if key != "means"})
        for who in team_of(call):
            if who not in battle.combatants or call.target not in battle.combatants:
                continue
            usual = self._means(battle, plain, who)
            own = None if usual.aim.weapon is None else usual.aim.weapon.id
            others = tuple((one.name, one.id) for one in self.combat.weapons.in_hand(battle, who) if one.id != own)
            manoeuvres = tuple((its.title, key) for key, its in self.by_hand.manoeuvres.items())
            yield Entry(who, battle.combatants[who].name, ((usual.name, ""), *others, *manoeuvres))

    def sound_means(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the means of each member is a manoeuvre or one of their own items."""
        means = _MEANS.said(call) or {}
        for who, name in means.items() if isinstance(means, dict) else (("", ""),):
            item = battle.items.get(str(name))
            is_own = item is not None and item.holder == who
            if who in team_of(call) and (not name or name in self.by_hand.manoeuvres or is_own):
                continue
            sentence = text("“{name}” is not something that a team member can attack with.", name=str(name))
            yield Refusal(key="bad_means", sentence=sentence, rule=self.roll_rule, can_override=False)

    def all_fit(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: each member could attack alone, apart from whose turn it is."""
        for who in team_of(call)[1:]:
            if who in battle.combatants:
                alone = Call(action="attack", actor=who, targets=call.targets[:1])
                is_held = who in battle.order.held
                # Effects until their next turn end with the delayed turn, which is taken for this attack.
                by_then = without_expired(battle, "turn_start", clocked_by(who)) if is_held else battle
                for guard in self.able:
                    yield from guard(by_then, alone)

    def all_in_reach(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: every member reaches the target with their own attack."""
        if call.target not in battle.combatants or not isinstance(_MEANS.said(call) or {}, dict):
            return
        for who in team_of(call):
            if who in battle.combatants:
                weapon = self._means(battle, call, who).aim.weapon
                refusals = self.combat.weapons.within_reach(battle, who, call.target, weapon)
                yield from refusals if who == call.actor else (_of_member(one, who) for one in refusals)

    # ------------------------------------------------------------------------------------- the attack

    def attack(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Let all members make their attack up to the roll; one roll decides, and one attack lands."""
        team = team_of(call)
        sentence = "{who} and the team attack {target}." if len(team) > 1 else "{who} attacks {target}."
        ask.add_message(gm_text(sentence, who=ref(call.actor), target=ref(call.targets[0])))
        battle = self.teams.joined(self.teams.pay(battle, call, ask), call, ask)
        members = {who: self._means(battle, call, who) for who in team}
        for who, its in members.items():
            battle = self.by_hand.exposed(mark(battle, who, "attacked"), who, its.manoeuvre)
            battle = battle if its.manoeuvre else with_last_weapon(battle, who, its.aim.weapon)
        for its in members.values():
            self.combat.log_range(battle, its.aim, ask)
        self.combat.log_who_notices(battle, {who: its.aim.gear for who, its in members.items()}, ask)
        only = members[call.actor]
        if len(members) == 1:
            return self.combat.resolve(battle, only.aim, ask, only.on_hit)
        battle = self.combat.interrupted(battle, call.actor, ask)
        if self.combat.is_void(battle, call.actor, ask, target=call.target):
            return battle
        own, battle = self.combat.answered(battle, only.aim, ask)
        own, battle = self.combat.braced(battle, own, ask, before=f"attack.{call.actor}")
        means = {who: self._joint(battle, its, own) for who, its in members.items()}
        for its in means.values():
            battle = self.combat.before_roll(battle, its.aim)
        able = {who: its for who, its in means.items() if not self.combat.is_lost(battle, its.aim, ask)}
        landed, battle = self._landed(battle, able, ask)
        for its in means.values():
            battle = self.combat.after_roll(battle, its.aim)
        ask.measure(own.target, odds.HIT, landed is not None)
        if landed is None:
            ask.log(battle, "The team misses {0}.", own.target, call.actor)
            return battle
        striker = self._asked(battle, able, landed.attacker, ask) if self.picks_what_lands else landed.attacker
        ask.log(battle, "{0}'s attack lands.", striker)
        return able[striker].on_hit(battle, replace(able[striker].aim, roll=landed.roll, dv=landed.dv), ask)

    def _landed(
        self, battle: Battle, means: Mapping[Id, Means[Battle, Gear]], ask: Ask
    ) -> tuple[Aim[Gear] | None, Battle]:
        """Return the attack that decides, with its roll, or None if it misses, and the battle after the rolls."""
        if not means:
            return None, battle
        first = next(iter(means))
        if self.combat.is_certain(battle, means[first].aim, ask):
            picked = first if self.picks_what_lands else self._asked(battle, means, first, ask, id="leader")
            return means[picked].aim, battle
        dvs, rolls, battle = self._thrown(battle, means, ask)
        best, is_hit = self._decided(battle, means, rolls, dvs, ask)
        is_hit = ask.verdict("hit", "Hit", rolls[best], at_least=dvs[best], rule=self.roll_rule, computed=is_hit)
        ask.add_message(gm_text("{who}'s result counts, against {dv}.", who=ref(best), dv=dvs[best]))
        return replace(means[best].aim, roll=rolls[best], dv=dvs[best]) if is_hit else None, battle

    def _joint(self, battle: Battle, means: Means[Battle, Gear], own: Aim[Gear]) -> Means[Battle, Gear]:
        """Return a member's means against the final target, with the team's bonuses."""
        aim = means.aim
        aim = replace(
            aim,
            target=own.target,
            granted=own.granted,
            dv_more=tuple(dict.fromkeys((*aim.dv_more, *own.dv_more))),
            av_more=(*aim.av_more, self.teams.bonus(battle)),
            damage_more=(*aim.damage_more, self.damage_bonus(battle)),
        )
        return means._replace(aim=aim)

    def _thrown(
        self, battle: Battle, means: Mapping[Id, Means[Battle, Gear]], ask: Ask
    ) -> tuple[dict[Id, int], dict[Id, Roll], Battle]:
        """Return the DV and the roll of each member, and the battle; rolls are simultaneous and may be rerolled."""
        dvs, requests = {}, {}
        for who, (_, aim, _, _) in means.items():
            value, defence = self.combat.values(battle, aim)
            self.combat.note_value(value, ask)
            av = ask.number(replace(value, key=f"av.{who}"))
            dvs[who] = ask.number(replace(defence, key=f"dv.{who}"))
            words = ("hit", "miss")
            requests[who] = sum_of(f"attack.{who}", "Attack", "2d6", bonus=av, against=dvs[who], words=words)
        rolls = dict(zip(means, ask.rolls((request, who) for who, request in requests.items()), strict=True))
        for who, request in requests.items():
            rolls[who], battle = self.combat.reroll(battle, request, rolls[who], who, "damage", ask)
        return dvs, rolls, battle

    def _decided(
        self,
        battle: Battle,
        means: Mapping[Id, Means[Battle, Gear]],
        rolls: Mapping[Id, Roll],
        dvs: Mapping[Id, int],
        ask: Ask,
    ) -> tuple[Id, bool]:
        """Return whose roll counts, the highest, and whether it reaches its DV; the team picks among equal ones."""
        best, is_hit = best_of(rolls, dvs, ask)
        if self.picks_what_lands:
            return best, is_hit
        picked = self._asked(battle, {who: means[who] for who in _equals(rolls, best)}, best, ask, id="leader")
        return picked, is_hit if picked == best else rolls[picked].at_least(dvs[picked])

    def _asked(
        self, battle: Battle, means: Mapping[Id, Means[Battle, Gear]], usual: Id, ask: Ask, id: str = "striker"
    ) -> Id:
        """Ask the team which of its attacks lands; no question if there is only one."""
        if len(means) == 1:
            return usual
        options = tuple(
            Choice(key=who, label=f"{battle.combatants[who].name}: {its.name}") for who, its in means.items()
        )
        title = text("Whose attack lands?")
        return ask.choose(Question(id=id, title=title, options=options, default=usual, rule=self.pick_rule), usual)

    # ------------------------------------------------------------------------------------- the action

    def action(self, *, guards: tuple[Guard, ...], help: str) -> Action:
        """Return the action of attacking as a team; `means` names the means of members without their usual weapon."""
        acting = self.combat.acting
        return Action(
            id=self.id,
            title="Attack as a Team",
            run=self.attack,
            targets="one",
            items=self.combat.weapons.choices(self.id),
            parameters=(
                replace(TEAM, rule=self.roll_rule),
                replace(
                    _MEANS, rule=self.roll_rule, entries=self._entries,
                    help=f"A weapon for each member, or {', '.join(self.by_hand.manoeuvres)}; otherwise their usual "
                         "weapon.",
                ),
                UNARMED,
                *self.options,
            ),
            guards=(
                *guards,
                self.combat.weapons.one_combatant,
                self.combat.weapons.fit,
                self.teams.sound,
                self.all_fit,
                self.sound_means,
                self.all_in_reach,
            ),
            rules=self.rules,
            cost=f"{acting.titles['standard']} of each member",
            group="attack",
            help=help,
        )  # fmt: skip
