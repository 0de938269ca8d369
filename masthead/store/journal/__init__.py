"""The journal: what was sent, what came of it, and the seals that show whether somebody changed it."""
