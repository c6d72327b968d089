"""The session: act, undo, redo, subscribe; session files, drafts and backups.

| to find | read |
|---|---|
| the API that the window uses | `session` |
| its read-only half: battle, steps, branches | `played` |
| undo, redo, branches | `history`, `branches`; `offered`: dice of undone steps |
| correcting an earlier step | `corrections`; `recorded_answers`: the requests and answers of its call |
| a fight of a forecast as a branch | `replay` |
| half-answered calls | `drafts` |
| saving | `autosave`, over `journal`: step by step; `full_write`, `backups`: the whole file |
| helpers of saving | `disk`, `lock`, `file_names`, `pictures` |
| writing a step | `emitter` |
| reading a file | `reader`, with `step_lines`, `values` |
| files of older formats | `migrations` |
| problems of a file and the save status | `problems` |
| which rulesets there are | `registry` |
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
