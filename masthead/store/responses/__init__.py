"""Cached API responses, separate for each person."""
