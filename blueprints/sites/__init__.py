"""Sites: the list, one site, and many changed at once."""
