"""Sites: their sections, spaces, share links and translations, and what of them is published."""
