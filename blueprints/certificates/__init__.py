"""The certificates of all identity providers, those that end first at the front."""
