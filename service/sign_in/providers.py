"""Identity providers, and sign-in requests to them. A request can be answered once, within ten minutes."""

import base64
import secrets
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from cryptography.x509 import Certificate
from lxml import etree
from sqlalchemy import Connection, delete, func, insert, select, update

from service.http.request_context import format_time
from service.permissions import Role
from service.sign_in.xml import EMAIL, POST, SAML, SAMLP, SignInRefusedError
from service.sso import parse_certificate
from service.storage.documents import parse_fields
from service.tables.identity import saml_provider, saml_request

_UNKNOWN = "There is no identity provider at this address. Ask an administrator for the right address."

_PENDING = (
    "This identity provider isn't set up yet: its entity id, its address or its certificate is missing. Ask an "
    "administrator to complete it."
)

LASTS = timedelta(minutes=10)

MAX_WAITING = 1000
"""Most open requests of a provider; new ones replace the oldest."""

_LATE = "The sign-in took longer than ten minutes, or didn't start here. Start over from the start address."
_USED = "This answer was used already, and can be used only once. Start over from the start address."


@dataclass(frozen=True)
class SignInProvider:
    """An active provider. `entity_id` and `sso_url` are the identity provider's, `own_entity_id` and `acs_url` ours."""

    id: str
    organization: str
    label: str
    entity_id: str
    sso_url: str
    certificate: Certificate
    default_role: Role
    default_team: str | None
    own_entity_id: str
    acs_url: str

    def ensure_certificate_is_valid(self, now: datetime) -> None:
        """Raise SignInRefusedError unless the certificate is valid now."""
        ends, begins = self.certificate.not_valid_after_utc, self.certificate.not_valid_before_utc
        if now > ends:
            raise SignInRefusedError(
                f"The certificate of this identity provider expired on {ends:%Y-%m-%d}. "
                "Ask an administrator to replace it."
            )
        if now < begins:
            raise SignInRefusedError(
                f"The certificate of this identity provider is valid from {begins:%Y-%m-%d}. "
                "Until then, nobody can sign in with it. Ask an administrator to check it."
            )


def find_service_urls(connection: Connection, provider_id: str, base: str) -> dict[str, str]:
    """Return our URLs for a provider, keyed by the contract's names. Raises SignInRefusedError."""
    return _service_urls(_find_row(connection, provider_id).document, base)


def find_provider(connection: Connection, provider_id: str, base: str) -> SignInProvider:
    """Return an active provider; `base` is the prefix of our own URLs. Raises SignInRefusedError."""
    row = _find_row(connection, provider_id)
    if not row.active:
        raise SignInRefusedError(_PENDING)
    fields: dict[str, Any] = parse_fields(row.document)
    addresses = _service_urls(row.document, base)
    return SignInProvider(
        id=provider_id,
        organization=row.organization,
        label=fields["label"],
        entity_id=fields["entityID"],
        sso_url=fields["ssoURL"],
        certificate=parse_certificate(fields["certificate"]),
        default_role=cast("Role", fields.get("defaultRole")),
        default_team=row.default_team,
        own_entity_id=addresses["entityID"],
        acs_url=addresses["acsURL"],
    )


def _find_row(connection: Connection, provider_id: str) -> Any:  # noqa: ANN401 - a row of these columns
    columns = (saml_provider.c.organization, saml_provider.c.active, saml_provider.c.default_team)
    rows = select(*columns, saml_provider.c.document).where(saml_provider.c.id == provider_id)
    row = connection.execute(rows).first() if provider_id.isprintable() else None
    if row is None:
        raise SignInRefusedError(_UNKNOWN, 404)
    return row


def _service_urls(document: str, base: str) -> dict[str, str]:
    own = cast("dict[str, str]", parse_fields(document)["service"])
    return {name: f"{base}{path}" for name, path in own.items()}


def create_request(connection: Connection, provider: SignInProvider, now: datetime) -> str:
    """Store a sign-in request and return the identity provider's URL with that request."""
    connection.execute(delete(saml_request).where(saml_request.c.asked_at <= format_time(now - LASTS)))
    # Anybody can start a sign-in, so the number of open requests is limited.
    _drop_oldest(connection, provider)
    request = f"_{secrets.token_hex(20)}"  # an XML id can't begin with a digit
    row = {"id": request, "saml_provider": provider.id, "asked_at": format_time(now), "answered": False}
    connection.execute(insert(saml_request).values(row))
    return _redirect_url(provider, _authn_request(provider, request, now))


def mark_answered(connection: Connection, provider: SignInProvider, request: str, now: datetime) -> None:
    """Mark a request as answered. Raises SignInRefusedError unless it is open."""
    own = (saml_request.c.id == request, saml_request.c.saml_provider == provider.id)
    recent = saml_request.c.asked_at > format_time(now - LASTS)
    answered = connection.scalar(select(saml_request.c.answered).where(*own, recent))
    if answered is None:
        raise SignInRefusedError(_LATE)
    if answered:
        raise SignInRefusedError(_USED)
    connection.execute(update(saml_request).where(*own).values(answered=True))


def _drop_oldest(connection: Connection, provider: SignInProvider) -> None:
    own = saml_request.c.saml_provider == provider.id
    waiting = connection.scalar(select(func.count()).select_from(saml_request).where(own)) or 0
    if waiting >= MAX_WAITING:
        newest = select(saml_request.c.id).where(own).order_by(saml_request.c.asked_at.desc()).limit(MAX_WAITING - 1)
        connection.execute(delete(saml_request).where(own, saml_request.c.id.not_in(newest)))


def _authn_request(provider: SignInProvider, request: str, now: datetime) -> bytes:
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


def _redirect_url(provider: SignInProvider, request: bytes) -> str:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(request) + packer.flush()
    added = urlencode({"SAMLRequest": base64.b64encode(packed).decode()})
    parts = urlsplit(provider.sso_url)
    return parts._replace(query=f"{parts.query}&{added}" if parts.query else added, fragment="").geturl()
