"""A game at the table: events in, state and frames out. Pure; time comes with the events."""
