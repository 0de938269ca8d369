"""The objects that a person has seen, with their names, links and places."""
