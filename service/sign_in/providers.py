"""The provider that somebody signs in by, with what it must have for that."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from cryptography.x509 import Certificate
from sqlalchemy import Connection, select

from service.permissions import Role
from service.sign_in.xml import SignInRefusedError
from service.sso import parse_certificate
from service.storage.documents import fields_of
from service.tables.identity import saml_provider

_UNKNOWN = "There is no identity provider at this address. Ask an administrator for the right address."
_PENDING = (
    "This identity provider isn't set up yet: its entity id, its address or its certificate is missing. Ask an "
    "administrator to complete it."
)


@dataclass(frozen=True)
class Provider:
    """`entity_id` and `sso_url` are the identity provider's; the last two addresses are ours."""

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

    def check_certificate(self, now: datetime) -> None:
        """Raises SignInRefusedError before the certificate is valid, and after it has expired."""
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


def own_addresses(connection: Connection, provider_id: str, base: str) -> dict[str, str]:
    """By the contract's names. Raises SignInRefusedError where there is no such provider."""
    return _addresses(_find_row(connection, provider_id).document, base)


def find_provider(connection: Connection, provider_id: str, base: str) -> Provider:
    """`base` is what our own addresses begin with. Raises SignInRefusedError where it is not active."""
    row = _find_row(connection, provider_id)
    if not row.active:
        raise SignInRefusedError(_PENDING)
    fields: dict[str, Any] = fields_of(row.document)
    addresses = _addresses(row.document, base)
    return Provider(
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


def _addresses(document: str, base: str) -> dict[str, str]:
    own = cast("dict[str, str]", fields_of(document)["service"])
    return {name: f"{base}{path}" for name, path in own.items()}
