"""Sites: their sections, spaces, share links, translations and published content."""
