"""The requests by which people are sent to an identity provider: each is answered once, and within ten minutes."""

import base64
import secrets
import zlib
from datetime import datetime, timedelta
from urllib.parse import urlencode, urlsplit

from lxml import etree
from sqlalchemy import Connection, delete, func, insert, select, update

from service.http.request_context import format_time
from service.sign_in.providers import Provider
from service.sign_in.xml import EMAIL, POST, SAML, SAMLP, SignInRefusedError
from service.tables.identity import saml_request

LASTS = timedelta(minutes=10)
MAX_WAITING = 1000
"""Requests of one provider that are remembered at a time; the oldest are forgotten for new ones."""

_LATE = "The sign-in took longer than ten minutes, or didn't start here. Start over from the start address."
_USED = "This answer was used already, and can be used only once. Start over from the start address."


def create_request(connection: Connection, provider: Provider, now: datetime) -> str:
    """The address at the identity provider to send the person to."""
    connection.execute(delete(saml_request).where(saml_request.c.asked_at <= format_time(now - LASTS)))
    # Anybody can begin a sign-in, so what is remembered needs a bound.
    _drop_oldest(connection, provider)
    request = f"_{secrets.token_hex(20)}"  # an XML id begins with no digit
    row = {"id": request, "saml_provider": provider.id, "asked_at": format_time(now), "answered": False}
    connection.execute(insert(saml_request).values(row))
    return _redirect_url(provider, _authn_request(provider, request, now))


def mark_answered(connection: Connection, provider: Provider, request: str, now: datetime) -> None:
    """Raises SignInRefusedError unless it was made lately and has no answer yet."""
    own = (saml_request.c.id == request, saml_request.c.saml_provider == provider.id)
    recent = saml_request.c.asked_at > format_time(now - LASTS)
    answered = connection.scalar(select(saml_request.c.answered).where(*own, recent))
    if answered is None:
        raise SignInRefusedError(_LATE)
    if answered:
        raise SignInRefusedError(_USED)
    connection.execute(update(saml_request).where(*own).values(answered=True))


def _drop_oldest(connection: Connection, provider: Provider) -> None:
    own = saml_request.c.saml_provider == provider.id
    waiting = connection.scalar(select(func.count()).select_from(saml_request).where(own)) or 0
    if waiting >= MAX_WAITING:
        newest = select(saml_request.c.id).where(own).order_by(saml_request.c.asked_at.desc()).limit(MAX_WAITING - 1)
        connection.execute(delete(saml_request).where(own, saml_request.c.id.not_in(newest)))


def _authn_request(provider: Provider, request: str, now: datetime) -> bytes:
    names = {"samlp": SAMLP[1:-1], "saml": SAML[1:-1]}
    asks = etree.Element(
        f"{SAMLP}AuthnRequest",
        {
            "ID": request,
            "Version": "2.0",
            "IssueInstant": format_time(now),
            "Destination": provider.sso_url,
            "ProtocolBinding": POST,
            "AssertionConsumerServiceURL": provider.acs_url,
        },
        nsmap=names,
    )
    etree.SubElement(asks, f"{SAML}Issuer").text = provider.own_entity_id
    etree.SubElement(asks, f"{SAMLP}NameIDPolicy", {"Format": EMAIL, "AllowCreate": "true"})
    return etree.tostring(asks)


def _redirect_url(provider: Provider, request: bytes) -> str:
    """HTTP-Redirect binding: deflated without a header, in base64, in the query."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(request) + packer.flush()
    added = urlencode({"SAMLRequest": base64.b64encode(packed).decode()})
    parts = urlsplit(provider.sso_url)
    return parts._replace(query=f"{parts.query}&{added}" if parts.query else added, fragment="").geturl()
