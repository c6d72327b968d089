"""Taking another action table into a battle (ZM-MIS-01)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.files import FileKind
from model.engine.ruleset import Action, Parameter
from model.rulesets.zamani.table import BadTable, default_table, default_text, is_table, read_table, table_problems
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, gm_text, text


def use_table(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Use the table in a file's text; without one, the table that comes with the program."""
    written = str(call.option("toml", ""))
    try:
        table = read_table(written) if written.strip() else default_table()
    except BadTable as error:
        sentence = text("This table cannot be used. {problems}", problems=" ".join(error.problems))
        return Refusal(key="bad_table", sentence=sentence, rule="ZM-MIS-01", can_override=False)
    ask.say(gm_text("The action table is now “{name}”.", name=table.name))
    return replace(battle, shared=replace(battle.shared, table=table, last_roll=None))


USE_TABLE = Action(
    id="use_table",
    title="Use another action table",
    run=use_table,
    parameters=(
        Parameter(
            key="toml",
            title="The table's file",
            kind="text",
            default="",
            help="The text of a TOML file of the form of the default table; empty: the default table.",
        ),
    ),
    rules=("ZM-MIS-01",),
    group="edit",
    help="The default is a proposal of ours, not the game's own table.",
)

ACTION_TABLE = FileKind(
    id="action_table",
    title="an action table",
    command="Use another action table…",
    back="Back to the default action table",
    save="Save the default action table…",
    own=default_text,
    recognises=is_table,
    problems=table_problems,
    action=USE_TABLE.id,
    parameter="toml",
)
