"""Serves the contract over HTTP: routes, input, paging, errors, the API document."""
