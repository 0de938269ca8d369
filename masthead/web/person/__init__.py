"""The person who sends a request: sign-in, session, access rules, and the portal's collaborators."""
