"""Single sign-on as it is kept: identity providers, their certificates, and e-mail domains."""
