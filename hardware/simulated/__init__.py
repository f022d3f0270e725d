"""A board without a board: simulated time, pins, hands and display. It ships with the product."""
