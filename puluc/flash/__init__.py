"""``puluc flash``: puts the firmware on a Pico, and sees that it runs."""
