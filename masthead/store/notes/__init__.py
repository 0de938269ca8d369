"""Notes of organizations that the API has no place for."""
