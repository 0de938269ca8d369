"""Enforcing single sign-on: checks beforehand, a trial period, and how to stop."""
