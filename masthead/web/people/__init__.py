"""Teams, members and roles on pages."""
