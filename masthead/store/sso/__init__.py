"""Single sign-on: trial enforcement, sign-in tests, certificate rotation, monitoring."""
