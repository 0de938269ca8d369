"""The demo world: a company with its people, spaces and sites, and a second organization of strangers."""
