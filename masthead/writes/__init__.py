"""Writes: what the journal has of the values that they set."""
