"""Teams: members, and roles in spaces and collections."""
