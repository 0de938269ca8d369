"""How often an address may try to sign in."""

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from web.portal import portal

limiter = Limiter(get_remote_address, storage_uri="memory://", headers_enabled=True)
sign_in_limit = limiter.shared_limit(lambda: portal().settings.sign_in_limit, scope="sign-in")


def init_app(app: Flask) -> None:
    """Count the attempts of this app."""
    limiter.init_app(app)
