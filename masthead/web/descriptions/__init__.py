"""Labels and messages for values of the API."""
