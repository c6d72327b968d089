"""Dice: what to roll, what was answered, and the exact weights of every reading."""
