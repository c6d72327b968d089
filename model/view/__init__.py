"""Projections of a battle for a viewer, and the texts of explanations and log rendered for that viewer."""
