"""Everything that uses Qt: connects windows and panels to the rules model through `model.session` and `model.view`.

| to find | read |
|---|---|
| the commands that need no window | `__main__` |
| start of the program, switching between sessions, screenshots, requests of a later copy | `app` |
| the only way to change anything | `bridge` |
| commands and their keys | `commands` |
| preferences of the user, and their file | `preferences` |
| handing over to a copy that is already running, before Qt is imported | `handover` |
| internal errors: the log, the dialog, guards around what Qt calls | `crash` |

The packages below: `windows`, `panels`, `player`, `dialogs`, `map`, `controllers`, `displays`, `models`, `widgets`,
`style`.
"""
