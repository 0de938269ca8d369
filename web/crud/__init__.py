"""The pages of a plain resource, written once for all that are alike."""
