"""Building blocks of the contract: endpoints, field types, limits, listings, and optional parts of answers."""
