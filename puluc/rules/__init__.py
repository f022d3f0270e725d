"""The game: rule sets, positions, moves and their text forms. Pure; the standard library only."""
