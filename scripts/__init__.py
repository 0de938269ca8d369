"""Commands of the Makefile: set-up, running both programs, checks."""
