"""Writes the SAML providers of the demo world, each with a certificate of its own, made at that moment."""

from datetime import timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from sqlalchemy import Connection, insert

from service.demo.moments import Moments, read_by_organization
from service.sso.saml import provider_columns
from service.storage.documents import Fields
from service.tables.saml import saml_provider


def add_demo_providers(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Needs the teams."""
    for given in read_by_organization("providers")[organization_id]:
        fields: Fields = {
            "object": "saml-provider",
            "id": given["id"],
            "label": given["label"],
            "createdAt": moments.timestamp_ago(given["daysAgo"]),
        }
        if "defaultRole" in given:
            fields["defaultRole"] = given["defaultRole"]
        if "host" in given:
            fields["ssoURL"] = f"https://{given['host']}/saml/sso"
            fields["entityID"] = f"https://{given['host']}/saml/metadata"
            fields["certificate"] = _certificate(given, moments)
        columns = provider_columns(organization_id, fields) | {"default_team": given.get("defaultTeam")}
        connection.execute(insert(saml_provider).values(columns))


def _certificate(given: dict[str, Any], moments: Moments) -> str:
    """Self-signed and good for years, as identity providers make them. Its key is thrown away."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    names = {NameOID.ORGANIZATION_NAME: given["owner"], NameOID.COMMON_NAME: given["host"]}
    name = x509.Name([x509.NameAttribute(kind, value) for kind, value in names.items()])
    builder = x509.CertificateBuilder(
        issuer_name=name,
        subject_name=name,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=moments.ago(given["daysAgo"]),
        # An hour more, so that whoever counts whole days counts so many.
        not_valid_after=moments.ago(-given["daysLeft"]) + timedelta(hours=1),
    )
    return builder.sign(key, SHA256()).public_bytes(Encoding.PEM).decode()
