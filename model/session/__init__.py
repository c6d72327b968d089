"""The session: act, undo, redo, subscribe; session files, drafts and backups."""

from model.session.drafts import Draft
from model.session.history import Step
from model.session.names import ENDING
from model.session.problems import Problem, Status
from model.session.session import Changed, Opened, Session

__all__ = ["ENDING", "Changed", "Draft", "Opened", "Problem", "Session", "Status", "Step"]
