"""Parts that sibling games share; each game states only its own numbers and differences."""
