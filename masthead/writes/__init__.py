"""One write: sent once, checked if its outcome is unknown, and undone."""
