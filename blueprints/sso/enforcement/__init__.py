"""Requiring single sign-on: what has to be in order before, and the way back."""
