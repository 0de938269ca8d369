"""Change requests: what is kept of them, how they take in what a space shows, and how they become it."""
