"""People: names, sessions, and attempts to sign in."""
