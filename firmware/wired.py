"""How this board is wired. `puluc flash` writes this file anew for another board."""

SPACES = 11
"""5 to 30; up to 11 the buttons have a pin each, from 12 on they are a matrix."""
LAMPS = "pins"
"""``pins``, up to 11; ``shift`` for 74HC595 shift registers; ``mcp23017`` for I2C expanders."""
