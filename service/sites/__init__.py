"""Sites: storage, URLs, structure, spaces and section groups."""
