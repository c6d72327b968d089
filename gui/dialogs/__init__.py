"""Dialogs of the GM's window: each asks, and returns the call or the text that was asked for."""
