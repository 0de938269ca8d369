"""Imports pages: fetches them, and parses HTML or Markdown."""
