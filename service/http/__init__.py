"""Serving the contract over HTTP: routes, what a request brings, pages of a listing, refusals, the API document."""
