"""Organizations: their people, teams and permissions, single sign-on, and search."""
