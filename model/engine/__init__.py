"""How any ruleset acts: records of parts, the one way to run an action, exact odds, explanations, turn order.

| to find | read |
|---|---|
| what a ruleset is | `ruleset`: `Ruleset`, `Action`, `Parameter`, `TurnRules` |
| parts of the game | `settings`, `evening`; `types`: clocks, files, pools, bodies, areas struck, traits of zones |
| parts of its actions | `moving` on a map |
| what somebody does | `calls`: `Call` and its answers; `ways`: where a move leads |
| how an action asks | `ask`: `Ask`; `requests`: questions and offers; `table_ask`: the one who asks at the table |
| how it is carried out | `run`: `run`, `may`; `odds`: `weigh`, the same function with every answer; `odds_cache` |
| what speaks against it | `guards`: those that every game has |
| numbers and sentences | `modifiers`: a number and its explanation in one; `telling`: public or for the GM |
| names for players | `public_names`: of several who are called the same |
| conditions | `conditions`: what each does; `effects`: as they come and go |
| the order of play | `turns`: slots and turns; `turn_actions`: the actions on them; `planning`: plans |
| turns of another kind | `out_of_order`: held, forced and extra ones |
| what is left in a turn | `budget` |
| the usual attack | `last_weapon`; `group_attack`: each of a group with theirs; `group_odds`: what that comes to |
| what happens by itself | `motion`: falling and drifting; `outlook`: the round after this one |
| the GM's edits | `edits`: all of them; `edits_combatants`, `edits_board`, `edits_battle`; `quick_edits`: `-7` typed |

An action is `act(battle, call, ask) -> battle | Refusal`: straight-line code that never knows who answers.
"""
