"""Several targets, added and taken away one by one."""

from __future__ import annotations

from gui.controllers.action_controller import ActionController
from model.state.base import Id


def takes_many(controller: ActionController) -> bool:
    """Whether the action in progress takes as many targets as the GM names."""
    action = controller.action
    return action is not None and (action.targets == "many" or action.aim is not None)


def toggle_target(controller: ActionController, who: Id) -> None:
    """Make somebody one of several targets, or take them away again: of the action in progress, else marked."""
    call, is_of_action = controller.call, takes_many(controller)
    now = call.targets if is_of_action and call is not None else controller.attention.targets
    targets = tuple(id for id in now if id != who) if who in now else (*now, who)
    if is_of_action:
        controller.set_targets(*targets)
    else:
        controller.attention.mark(*targets)
