"""The demo's identity provider: its SAML metadata, and signed responses for the person that a visitor picks.

It has no passwords, so it exists only with the demo world, which accepts only loopback requests.
"""

import base64
import secrets
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from lxml import etree
from signxml.signer import XMLSigner
from sqlalchemy import Connection, insert, select

from service.http.request_context import format_time
from service.sign_in.providers import SignInProvider
from service.sign_in.xml import (
    BEARER,
    EMAIL,
    METADATA,
    REDIRECT,
    SAML,
    SAMLP,
    SIGNATURE,
    SUCCESS,
    Element,
    SignInRefusedError,
    parse_xml,
)
from service.tables.identity import secret

PATH = "/demo-identity-provider"
NAME_ATTRIBUTE = "displayName"

_NAME = "Larkfield Freight"
_ENGLISH = {"{http://www.w3.org/XML/1998/namespace}lang": "en"}
_SECRET = "demo_identity_provider"  # noqa: S105 - the name of a row
_MAX_REQUEST = 16 * 1024
_VALID_FOR = timedelta(minutes=5)
_CERTIFICATE_VALID_FOR = timedelta(days=730)

_PREFIXES = {"saml": SAML[1:-1], "samlp": SAMLP[1:-1], "md": METADATA[1:-1], "ds": SIGNATURE[1:-1]}


@dataclass(frozen=True)
class DemoIdentityProvider:
    """The identity provider at `base`. `key` and `certificate` are PEM."""

    base: str
    key: str
    certificate: str

    @property
    def entity_id(self) -> str:
        return f"{self.base}{PATH}/metadata"

    @property
    def sso_url(self) -> str:
        return f"{self.base}{PATH}/sso"

    def metadata(self) -> bytes:
        """Build the metadata as XML, with the certificate and the sign-in address."""
        encoded = "".join(self.certificate.splitlines()[1:-1])
        key = _md(
            "KeyDescriptor",
            _ds("KeyInfo", _ds("X509Data", _ds("X509Certificate", encoded))),
            use="signing",
        )
        service = _md("SingleSignOnService", Binding=REDIRECT, Location=self.sso_url)
        role = _md(
            "IDPSSODescriptor",
            key,
            _md("NameIDFormat", EMAIL),
            service,
            protocolSupportEnumeration=SAMLP[1:-1],
        )
        named = [_md(f"Organization{each}", _NAME, **_ENGLISH) for each in ("Name", "DisplayName")]
        at = _md("OrganizationURL", self.base, **_ENGLISH)
        entity = _md("EntityDescriptor", role, _md("Organization", *named, at), entityID=self.entity_id)
        return etree.tostring(entity, xml_declaration=True, encoding="UTF-8", pretty_print=True)

    def answer(self, request: str, provider: SignInProvider, email: str, name: str, now: datetime) -> str:
        """Build a signed response to a request, in base64."""
        assertion = self._sign(self._build_assertion(request, provider, email, name, now))
        sent = {"Destination": provider.acs_url, "InResponseTo": request, "IssueInstant": format_time(now)}
        status = _samlp("Status", _samlp("StatusCode", Value=SUCCESS))
        response = _samlp("Response", _saml("Issuer", self.entity_id), status, ID=_create_id(), Version="2.0", **sent)
        response.append(assertion)
        return base64.b64encode(etree.tostring(response)).decode()

    def _build_assertion(self, request: str, provider: SignInProvider, email: str, name: str, now: datetime) -> Element:
        ends = format_time(now + _VALID_FOR)
        confirmed = _saml(
            "SubjectConfirmationData", InResponseTo=request, Recipient=provider.acs_url, NotOnOrAfter=ends
        )
        return _saml(
            "Assertion",
            _saml("Issuer", self.entity_id),
            _ds("Signature", Id="placeholder"),  # signxml puts the signature here, where SAML wants it
            _saml(
                "Subject",
                _saml("NameID", email, Format=EMAIL),
                _saml("SubjectConfirmation", confirmed, Method=BEARER),
            ),
            _saml(
                "Conditions",
                _saml("AudienceRestriction", _saml("Audience", provider.own_entity_id)),
                NotBefore=format_time(now),
                NotOnOrAfter=ends,
            ),
            _saml("AuthnStatement", AuthnInstant=format_time(now)),
            _saml(
                "AttributeStatement",
                _saml("Attribute", _saml("AttributeValue", name), Name=NAME_ATTRIBUTE),
            ),
            ID=_create_id(),
            Version="2.0",
            IssueInstant=format_time(now),
        )

    def _sign(self, assertion: Element) -> Element:
        signer = XMLSigner(c14n_algorithm="http://www.w3.org/2001/10/xml-exc-c14n#")
        signed: Element = signer.sign(
            assertion, key=self.key, cert=self.certificate, reference_uri=f"#{assertion.get('ID')}", id_attribute="ID"
        )
        return signed


def create_identity_provider(connection: Connection, base: str, now: datetime) -> DemoIdentityProvider:
    """Generate a key with a self-signed certificate and store both in the database."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    certificate = build_certificate(key, _NAME, "login.larkfield.example", now, now + _CERTIFICATE_VALID_FOR)
    connection.execute(insert(secret).values(name=_SECRET, value=pem + certificate))
    return DemoIdentityProvider(base, pem, certificate)


def load_identity_provider(connection: Connection, base: str) -> DemoIdentityProvider | None:
    """Load the stored key and certificate; None if the demo world was created without them."""
    stored = connection.scalar(select(secret.c.value).where(secret.c.name == _SECRET))
    if stored is None:
        return None
    mark = "-----BEGIN CERTIFICATE-----"
    key, _, certificate = stored.partition(mark)
    return DemoIdentityProvider(base, key, mark + certificate)


def build_certificate(key: rsa.RSAPrivateKey, owner: str, host: str, begins: datetime, ends: datetime) -> str:
    """Build a self-signed certificate as PEM."""
    names = {NameOID.ORGANIZATION_NAME: owner, NameOID.COMMON_NAME: host}
    name = x509.Name([x509.NameAttribute(kind, value) for kind, value in names.items()])
    builder = x509.CertificateBuilder(
        issuer_name=name,
        subject_name=name,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=begins,
        not_valid_after=ends,
    )
    return builder.sign(key, SHA256()).public_bytes(Encoding.PEM).decode()


def parse_sign_in_request(given: str) -> Element:
    """Parse a sign-in request of the HTTP redirect binding. Raises SignInRefusedError."""
    try:
        unpacked = zlib.decompressobj(-zlib.MAX_WBITS).decompress(base64.b64decode(given, validate=True), _MAX_REQUEST)
        request = parse_xml(unpacked)
    except (ValueError, zlib.error) as error:
        raise SignInRefusedError(NO_REQUEST, 400) from error
    if request.tag != f"{SAMLP}AuthnRequest" or not request.get("ID"):
        raise SignInRefusedError(NO_REQUEST, 400)
    return request


NO_REQUEST = "This isn't a request to sign in. Start at the start address of an identity provider in Masthead."


def _build(namespace: str, name: str, *children: Element | str, **attributes: str) -> Element:
    element = etree.Element(f"{namespace}{name}", attributes, nsmap=_PREFIXES)
    for each in children:
        if isinstance(each, str):
            element.text = each
        else:
            element.append(each)
    return element


_saml, _samlp, _md, _ds = (partial(_build, each) for each in (SAML, SAMLP, METADATA, SIGNATURE))


def _create_id() -> str:
    return f"_{secrets.token_hex(20)}"
