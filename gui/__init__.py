"""Everything Qt. Binds windows and panels to the rules model through `model.session` and `model.view`.

| to find | read |
|---|---|
| the program's commands outside the window | `__main__` |
| the start, one session after another, pictures | `app` |
| the only way to change anything | `bridge` |
| what can be done, with keys | `commands` |
| settings of the user | `preferences` |
| a second start of the program | `running_copy`; `handover`, before Qt is there |
| bugs | `crash` |
| the About dialog's facts | `licences`, `program_icon` |

The packages below: `windows`, `panels`, `models`, `displays`, `map`, `player`, `dialogs`, `style`.
"""
