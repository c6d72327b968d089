"""Scenario files: examples of rules, played without a window; tests/scenarios/README.md documents the format.

| to find | read |
|---|---|
| commands | `cli`; `line_numbers`: line of a problem in the file; `__main__`: only the coverage command |
| reading a file | `reading`, including the names in its steps; `tables`: its keys |
| the initial battle | `building`, including the board; `orders`: initiative order; `shapes`: drawn shapes, fog |
| its steps | `playing`; `answers`: dice and choices |
| its expectations | `expecting`; `naming`: fields and numbers by name |
| the vocabulary of a ruleset | `vocabulary` |
| which rules are covered | `coverage` |
"""
