"""The places a person goes, a module or a package each."""
