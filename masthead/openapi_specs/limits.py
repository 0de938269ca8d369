"""How much of a document is read: specifications come from elsewhere, and some are made to do harm."""

MAX_CHARACTERS = 6 * 1024 * 1024
MAX_VALUES = 1_000_000
"""With what aliases stand for counted as often as they stand there."""
MAX_DEPTH = 120
