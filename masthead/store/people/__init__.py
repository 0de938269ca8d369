"""People: their names in the journal, their sessions, how often they tried to sign in."""
