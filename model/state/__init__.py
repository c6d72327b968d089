"""Immutable values that all rulesets share: what a battle consists of, and the changes between two battles."""
