"""Single sign-on: identity providers, their certificates, steps to set one up, and sign-ins that are tried."""
