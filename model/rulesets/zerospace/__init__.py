"""ZeroSpace, 4th edition: 2d6 and bonuses against a defence value, actions forced out of turn, plot points."""
