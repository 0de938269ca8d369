"""Conversion of Markdown that others wrote into safe HTML."""
