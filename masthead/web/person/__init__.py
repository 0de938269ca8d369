"""The person who asks: sign-in, session, what a view asks of them, the portal's collaborators."""
