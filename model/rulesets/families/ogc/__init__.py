"""Games of one family: 2d6 and skill against a Defence Value, sides in blocks, Health and Endurance, forced defence.

Each part is a small record that a game fills with its own numbers, words, rule ids and house rules; where two games
truly differ, each has a part of its own.
"""
