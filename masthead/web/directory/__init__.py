"""The objects that a person has come across, with names, links and places."""
