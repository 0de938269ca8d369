"""The journal of all changes: what was sent, the outcome, and seals that reveal tampering."""
