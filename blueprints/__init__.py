"""The places a person goes, a module each."""
