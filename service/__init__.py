"""An embedded implementation of the API with its own database, for demos, tests and rehearsals."""
