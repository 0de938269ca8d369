"""The settings of an organization."""
