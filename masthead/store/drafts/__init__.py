"""Unsent work: form input, structure drafts and temporary texts."""
