"""Labels and messages for API values."""
