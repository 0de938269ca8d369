"""The objects that a person knows from API responses: their names, links and places."""
