"""The person behind a request: sign-in, session, access rules, and the portal's collaborators."""
