"""Rules and state of a battle. Does not depend on Qt or a screen."""

__version__ = "0.1.0"
