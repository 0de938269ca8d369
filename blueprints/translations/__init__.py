"""Translations, and how far they cover the languages that are wanted."""
