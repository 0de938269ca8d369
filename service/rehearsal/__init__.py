"""Switches and faults for tests and rehearsals."""
