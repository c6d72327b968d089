"""The session: act, undo, redo, subscribe; session files, drafts and backups.

| to find | read |
|---|---|
| what the window talks to | `session` |
| what it remembers | `played` |
| undo, redo, branches | `history`, `branches`; `offered`: dice of what was undone |
| an earlier step said anew | `corrections`; `recorded_answers`: what its call says |
| a fight of a forecast as a branch | `replay` |
| answers not yet applied | `drafts` |
| saving | `autosave`, over `journal`: step by step; `full_write`, `backups`: all at once |
| what saving needs | `disk`, `lock`, `file_names`, `pictures` |
| writing a step | `emitter` |
| reading a file | `reader`, with `step_lines`, `values` |
| old files | `migrations` |
| what is wrong with a file | `problems` |
| which games there are | `registry` |
"""

from model.session.corrections import Correction, Decision, Replayed
from model.session.drafts import Draft
from model.session.file_names import ENDING
from model.session.history import Step
from model.session.problems import FileProblem, Status
from model.session.replay import Replay, play_branch
from model.session.session import Changed, Opened, Session

__all__ = [
    "ENDING",
    "Changed",
    "Correction",
    "Decision",
    "Draft",
    "FileProblem",
    "Opened",
    "Replay",
    "Replayed",
    "Session",
    "Status",
    "Step",
    "play_branch",
]
