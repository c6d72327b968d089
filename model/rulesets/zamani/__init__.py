"""Zamani: a countdown of ten segments, percentages, and an action table."""
