"""Responses of the API that are kept for a while, each person's apart."""
