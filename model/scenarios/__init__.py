"""Scenario files: rules shown by example, run without a window; tests/scenarios/README.md documents the format.

| to find | read |
|---|---|
| commands | `cli`; `__main__`: the coverage alone |
| reading a file | `reading`; `tables`: its keys; `checking`: names in its steps |
| the battle it begins with | `building`, with `boards` and `orders` |
| its steps | `playing`; `answers`: dice and choices |
| what it expects | `expecting`; `naming`: fields and numbers by name |
| the words of a game | `vocabulary` |
| which rules are shown | `coverage` |
"""
