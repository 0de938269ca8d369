"""Unsent work: form input, drafts of structures, temporary texts."""
