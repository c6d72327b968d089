"""Scenario files: rules shown by example, run without a window; tests/scenarios/README.md documents the format.

| to find | read |
|---|---|
| commands | `cli`; `line_numbers`: where in the file a problem is; `__main__`: the coverage alone |
| reading a file | `reading`, names in its steps too; `tables`: its keys |
| the battle it begins with | `building`, its board too, with `orders`; `shapes`: what is drawn on it, and fog |
| its steps | `playing`; `answers`: dice and choices |
| what it expects | `expecting`; `naming`: fields and numbers by name |
| the words of a game | `vocabulary` |
| which rules are shown | `coverage` |
"""
