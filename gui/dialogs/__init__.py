"""Dialogs of the GM's window."""
