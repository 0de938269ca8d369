"""Saving: review, a single write, its outcome, unsaved drafts, bulk changes."""
