"""Docks of the GM's window."""
