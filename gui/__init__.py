"""Everything Qt. Binds windows and panels to the rules model through `model.session` and `model.view`.

| to find | read |
|---|---|
| the program's commands outside the window | `__main__` |
| the start, one session after another, pictures, a later copy that hands over | `app` |
| the only way to change anything | `bridge` |
| what can be done, with keys | `commands` |
| settings of the user, and their file | `preferences` |
| a second start of the program | `handover`, before Qt is there |
| mistakes of the program: the log, the dialog, guards around what Qt calls | `crash` |

The packages below: `windows`, `panels`, `player`, `dialogs`, `map`, `controllers`, `displays`, `models`, `widgets`,
`style`.
"""
