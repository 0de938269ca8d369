"""HTTP regardless of who sends a request: settings, paths, headers, static files, the log."""
