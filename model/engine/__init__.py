"""How any ruleset acts: records of parts, the one way to run an action, exact odds, explanations, turn order."""
