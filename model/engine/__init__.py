"""How any ruleset acts: records of parts, the one way to run an action, exact odds, explanations, turn order.

| to find | read |
|---|---|
| what a ruleset is | `ruleset`: `Ruleset`, `Action`, `Parameter`, `TurnRules` |
| parts of the game | `settings`; `types`: clocks, files, pools, bodies, areas struck, traits of zones |
| parts of its actions | `moving` on a map |
| what somebody does | `calls`: `Call` and its answers; `routes`: where a move leads |
| how an action asks | `ask`: `Ask`; `requests`: questions and offers; `table_ask`: the one who asks at the table |
| how it is carried out | `run`: `run`, `foreseen`, `may`; `odds`: `weigh`, the same function with every answer |
| what speaks against it | `guards`: those that every game has |
| numbers and sentences | `modifiers`: a number and its explanation in one; `messages`: public or for the GM |
| names for players | `public_names`: of several who are called the same |
| conditions | `conditions`: what each does; `effects`: as they come and go |
| the initiative order | `turns`: slots and turns, held, forced and extra; `turn_actions`; `planning`: plans |
| what the end of a turn asks | `prompts`: now, or put off |
| what is left in a turn | `budget` |
| the usual attack | `last_weapon`; `group_attack`: each of a group with theirs, and what that comes to |
| what happens by itself | `motion`: falling and drifting |
| where nobody decides | `tactics`: what a forecast has to choose from |
| the GM's edits | `edits`: all, and `-7` typed; `edits_…`: of combatants, board, fog, what is shown, the battle |

An action is `act(battle, call, ask) -> battle | Refusal`: straight-line code that never knows who answers.
"""
