"""Adaptive content: the claims of visitors, conditions on them, and who sees what."""
