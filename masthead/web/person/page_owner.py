"""For whom a page was drawn: its CSRF token says it, so that no page sends anything under another person's name."""

import secrets
from functools import lru_cache

from flask import current_app, request
from itsdangerous import BadData, URLSafeTimedSerializer

from masthead.web.http.htmx import inside_page
from masthead.web.person.session import current

CSRF_BYTES = 20
PAGE_OF = "Page-Token"
"""The header in which the scripts of a page say for whom it was drawn when they ask for a part of it."""
OTHER_PERSON = "Masthead-Other-Person"
"""The header that tells them that it was another person; its value is the address of the sign-in."""


class OtherPersonError(Exception):
    """What a page sends that was drawn for another person than the one who is signed in. `owner` is that person."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


def new_csrf_value(owner: str) -> str:
    """What the session of a person keeps, and every form drawn in it carries signed."""
    return f"{owner}.{secrets.token_hex(CSRF_BYTES)}"


@lru_cache(256)
def signed_csrf_value(secret_key: str, value: str, _minute: int) -> str:
    """A CSRF token as Flask-WTF signs it, which the value is from then on good for."""
    return str(_serializer(secret_key).dumps(value))


def check_form() -> None:
    """Raise OtherPersonError for a form that was drawn for another person."""
    _check(request.form.get("csrf_token", ""))


def check_part() -> None:
    """Raise OtherPersonError where a page that was drawn for another person asks for a part of it."""
    if inside_page():
        _check(request.headers.get(PAGE_OF, ""))


def _check(token: str) -> None:
    stored, owner = current().stored, _owner_in(token)
    if stored is not None and owner and owner != stored.owner:
        raise OtherPersonError(owner)


def _owner_in(token: str) -> str:
    """The person in a token of any age; empty for a visitor's, and for what we have not signed."""
    try:
        value = _serializer(str(current_app.secret_key)).loads(token)
    except BadData:
        return ""
    return str(value).rpartition(".")[0]


def _serializer(secret_key: str) -> URLSafeTimedSerializer:
    """Flask-WTF's own, which looks at the age of a token besides."""
    return URLSafeTimedSerializer(secret_key, salt="wtf-csrf-token")
