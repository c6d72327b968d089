"""Rules and state of a battle. Knows no Qt and no screen."""

__version__ = "0.1.0"
