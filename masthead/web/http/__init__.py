"""HTTP without a person: settings, paths, headers, static files, the log."""
