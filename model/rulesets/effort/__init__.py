"""Speed & Effort d10: plans first, d10 + dexterity each round, speed and effort points, stored reactions."""
