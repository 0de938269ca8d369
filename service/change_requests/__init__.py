"""Change requests: storage, participants, merge and update."""
