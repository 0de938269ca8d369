"""Custom fields: what an organization defines, and the values that its spaces have."""
