"""The objects that a person knows from answers of the API: their names, links and places."""
