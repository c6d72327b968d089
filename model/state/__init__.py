"""Immutable values that every ruleset shares: what a battle is, and what changed between two battles."""
