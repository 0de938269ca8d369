"""The journal of all changes: what was sent, its outcome, and seals that reveal tampering."""
