"""Space: distance, range bands, zones, movement and cover lines. Knows no rules; all lengths are metres."""
