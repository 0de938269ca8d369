"""What the Makefile runs: set-up, both programs together, the checks."""
