"""The person who asks: sign-in, session, access rules and the portal's collaborators."""
