"""The rules engine for any ruleset: records of its parts, running actions, exact odds, explanations, turn order.

| to find | read |
|---|---|
| what a ruleset is | `ruleset`: `Ruleset`, `Action`, `Parameter`, `TurnRules` |
| parts of the game | `settings`; `types`: clocks, files, pools, bodies, struck areas, traits of zones |
| movement on the map | `moving`: movement modes, drawn legs, reach |
| what a combatant does | `calls`: `Call` and its answers; `routes`: where a move leads |
| how an action asks | `ask`: `Ask`; `requests`: questions and offers; `table_ask`: the `Ask` of a real run |
| how it is carried out | `run`: `run`, `foreseen`, `may`; `odds`: `weigh`, the same function with every answer |
| why it is refused | `guards`: those that every game has |
| numbers and sentences | `modifiers`: a number with its explanation; `messages`: public or for the GM |
| public names | `public_names`: numbers for combatants with the same name |
| conditions | `conditions`: what each one does; `effects`: adding and ending them |
| the initiative order | `turns`: slots and turns, delayed, forced and extra; `turn_actions`; `planning`: plans |
| what the end of a turn asks | `prompts`: now, or put off |
| what is left in a turn | `budget` |
| the usual attack | `last_weapon`; `group_attack`: attacks of a whole group, and their odds |
| what moves without control | `motion`: falling and drifting |
| forecasts | `tactics`: the calls that a forecast may choose from |
| the GM's edits | `edits`: all, and quick edits like `-7`; `edits_…`: of combatants, board, fog, handouts, battle |

An action is `act(battle, call, ask) -> battle | Refusal`: straight-line code that does not know where answers come
from.
"""
