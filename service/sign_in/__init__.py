"""SAML sign-in: requests to identity providers, and verification of their responses."""
