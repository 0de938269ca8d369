"""Single sign-on: enforced on trial, sign-ins tried, certificates on their way."""
