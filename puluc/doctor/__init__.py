"""``puluc doctor``: what this machine has for a board, what it lacks, and what mends it."""
