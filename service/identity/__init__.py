"""Organizations, people, memberships and access tokens."""
