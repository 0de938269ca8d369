"""Shared parts of all pages: settings, sign-in, forms from the contract, saving, refusals, headers."""
