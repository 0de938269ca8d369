"""Who is asking: people and their memberships, organizations, tokens, and how both are granted."""
