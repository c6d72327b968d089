"""Parts that related rulesets share; each ruleset defines only its own numbers and differences."""
