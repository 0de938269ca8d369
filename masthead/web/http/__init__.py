"""What knows HTTP and no person: settings, paths, headers, static files, log lines."""
