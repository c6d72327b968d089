"""Dice: what to throw, what was answered, and exact weights of every reading."""
