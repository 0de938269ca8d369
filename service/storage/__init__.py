"""How rows are kept: the database, its statements, and resources as the texts that they are answered as."""
