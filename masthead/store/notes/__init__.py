"""What organizations note beside the API, which has no place for it."""
