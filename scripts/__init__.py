"""The Makefile's commands: set-up, running both programs, checks."""
