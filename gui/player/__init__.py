"""The players' window: what the table sees on the second screen.

Everything is drawn from a `PlayersView`, which has no place for a secret, and nothing else comes in.
"""
