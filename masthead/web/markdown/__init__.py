"""Converts untrusted Markdown into safe HTML."""
