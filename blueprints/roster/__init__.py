"""A team brought to a list of people: read, compared, carried out and reported."""
