"""Organizations: their people, teams and permissions, single sign-on, and the search in them."""
