"""Single sign-on by SAML: people are sent to their identity provider, and what it answers about them is checked."""
