"""The API, embedded: the documented endpoints over a real database, for running out of the box and for rehearsals."""
