"""Saving: review, one write, its outcome, drafts of what was not saved, bulk changes."""
