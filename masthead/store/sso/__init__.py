"""Single sign-on: enforcement on trial, sign-in tests, certificate rotation, monitoring."""
