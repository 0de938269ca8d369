"""One write: sent once, checked when its outcome isn't known, and undone."""
