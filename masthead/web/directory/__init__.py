"""The objects that a person has come across, with their names, links and places."""
