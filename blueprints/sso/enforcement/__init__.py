"""Enforcement of single sign-on: checks before it, a trial period, and how to stop it."""
