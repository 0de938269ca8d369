"""What metrics and traces call a request or a call that has no name of its own."""

NO_PAGE = "none"
"""The page does not exist."""
HEALTH_CHECK = "health check"
"""The question whether the API answers at all."""
