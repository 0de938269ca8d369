"""Stores and serializes SAML providers; reads certificates as PEM or bare base64."""

import base64
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509 import Certificate, load_der_x509_certificate, load_pem_x509_certificates
from sqlalchemy import Row, Select, select
from werkzeug.exceptions import BadRequest

from contract.organization.saml import SamlProviderFields
from service.storage.documents import Fields, extend_json, serialize_document
from service.tables.identity import saml_provider, team
from service.teams import CALLER_COLUMNS, join_caller, team_json

_MARK = "-----BEGIN "

# The contract doesn't say when a provider is active.
NEEDED_TO_SIGN_IN = ("entityID", "ssoURL", "certificate")
"""Fields without which a provider is pending."""


def parse_certificate(given: str) -> Certificate:
    """Parse the only certificate of a text. Raises ValueError with the end of a sentence."""
    if "PRIVATE KEY" in given:
        raise ValueError("holds a private key. That must stay with the identity provider: make a new one there.")
    found = _load_certificates(given)
    if len(found) != 1:
        raise ValueError(f"holds {len(found)} certificates. Send the one that the identity provider signs with.")
    return found[0]


def _load_certificates(given: str) -> list[Certificate]:
    try:
        if _MARK in given:
            found = load_pem_x509_certificates(given.encode())
        else:
            found = [load_der_x509_certificate(base64.b64decode("".join(given.split()), validate=True))]
        for each in found:
            # Loading doesn't parse the key; an unknown kind of key fails only here.
            each.public_key()
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError("is not a certificate that can be read: send X.509 as PEM or in base64.") from error
    return found


def build_provider_columns(organization_id: str, fields: Fields) -> dict[str, object]:
    """Build the columns of a provider, except its default team."""
    stored = {name: value for name, value in fields.items() if name != "status"}
    active = all(name in stored for name in NEEDED_TO_SIGN_IN)
    stored["status"] = "active" if active else "pending"
    own = f"/saml/{fields['id']}"
    addresses = {
        "service": {"acsURL": f"{own}/acs", "startURL": f"{own}/start", "entityID": f"{own}/metadata"},
        "urls": {"location": f"/v1/orgs/{organization_id}/saml/{fields['id']}"},
    }
    return {
        "id": fields["id"],
        "organization": organization_id,
        "active": active,
        "document": serialize_document(stored, addresses),
    }


def ensure_can_sign_in(given: SamlProviderFields) -> None:
    """Raise BadRequest for a provider that nobody could sign in with yet."""
    for name in NEEDED_TO_SIGN_IN:
        if not given.model_dump().get(name):
            raise BadRequest(f"{name}: is required.")


def provider_rows() -> Select[Any]:
    """Select the columns that `provider_json` reads, for all organizations. Bind parameter: `caller`."""
    with_team = join_caller(saml_provider.outerjoin(team, team.c.id == saml_provider.c.default_team))
    return select(saml_provider.c.document, team.c.document.label("team"), *CALLER_COLUMNS).select_from(with_team)


def provider_json(row: Row[Any]) -> str:
    """Serialize a provider with its default team."""
    if row.team is None:
        return str(row.document)
    return extend_json(row.document, defaultTeam=team_json(row.team, row))
