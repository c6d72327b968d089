"""Wasteland 2d20: pools of d20, combat dice, zones and hit locations."""
