"""The tables of release 1.0.0, the oldest that can be upgraded. A new database gets the tables of the code instead."""

revision = "0011"
down_revision = None
