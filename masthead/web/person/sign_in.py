"""Signing in and out. The pages are in blueprints/account.py."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from flask import current_app, request
from werkzeug.wrappers import Response

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.schema.endpoint import ListQuery
from masthead.oidc import Grant, Identity
from masthead.web.http.log import log
from masthead.web.person.guards import create_csrf_value
from masthead.web.person.portal import portal
from masthead.web.person.session import (
    become_visitor,
    cookie_attributes,
    current_session,
    resolve_name,
    session_cookie_name,
)

MAX_LABEL_LENGTH = 200
CSRF_IN_SESSION = "csrf_token"
"""Flask-WTF's key in the session."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A token and its owner for a new session, with the session's `data` and, from a provider, its OAuth `grant`."""

    owner: str
    token: str = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)
    grant: Mapping[str, Any] | None = field(repr=False, default=None)


def token_credentials(token: str) -> Credentials:
    """Build credentials from a pasted token."""
    return Credentials(portal().store.keys.owner_of(token), token, {"token": token})


def provider_credentials(identity: Identity, grant: Grant, *, links_tokens: bool) -> Credentials:
    """Build credentials from a provider. They contain its tokens unless people link their own."""
    data = {"subject": [identity.issuer, identity.subject], "provider_session": identity.session}
    owner = portal().store.keys.owner_of_subject(identity.issuer, identity.subject)
    if links_tokens:
        return Credentials(owner, "", data)
    return Credentials(owner, grant.access_token, data, asdict(grant))


def try_token(token: str, owner: str) -> None:
    """Call the API with this token. Raises a Problem on failure, TokenRefused if the token is unknown."""
    portal().api_for(token, owner).read(LIST_ORGANIZATIONS, query=ListQuery(limit=1))


def sign_in(response: Response, who: Credentials, name: str | None) -> Response:
    """Open a new session that replaces any other, and set its cookie.

    `name` is used if the person hasn't chosen one.
    """
    sign_out()
    way = "provider" if "subject" in who.data else "token"
    log.info("signed in", extra={"way": way, "owner": who.owner[:12], **log_address()})
    name = resolve_name(who.owner, name)
    label = request.headers.get("User-Agent", "")[:MAX_LABEL_LENGTH]
    # Otherwise pages that load at the same time would each create a value, and all but the last would be invalid.
    data = {**who.data, "name": name, CSRF_IN_SESSION: create_csrf_value(who.owner)}
    cookie = portal().store.sessions.create(data, label=label, grant=who.grant)
    response.set_cookie(session_cookie_name(current_app), cookie, **cookie_attributes(current_app))
    return response


def log_address() -> dict[str, str | None]:
    """Return the client's IP address as a field for log lines about access."""
    return {"address": request.remote_addr}


def sign_out() -> None:
    """End the session in the store and for the rest of this request."""
    stored = current_session().stored
    if stored is not None:
        portal().store.sessions.end(stored.owner, stored.id)
    become_visitor()


def delete_session_cookie(response: Response) -> Response:
    response.delete_cookie(session_cookie_name(current_app), **cookie_attributes(current_app))
    return response
