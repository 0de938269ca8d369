"""Teams, members and roles as several pages show them."""
