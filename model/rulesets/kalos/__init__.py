"""Kalos Mechanism 4e."""
