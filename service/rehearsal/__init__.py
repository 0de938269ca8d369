"""For tests and rehearsals: the service as the contract also allows it to be, and as it is on a bad day."""
