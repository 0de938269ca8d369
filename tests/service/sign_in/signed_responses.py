"""Makes what identity providers answer: as it has to be, or changed before or after it is signed."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from lxml import etree
from signxml.algorithms import CanonicalizationMethod, DigestAlgorithm, SignatureMethod
from signxml.signer import XMLSigner

from service.sign_in.xml import SAML, SAMLP, SIGNATURE, Element
from tests.service.conftest import NOW

ENTITY, SSO = "https://idp.larkfield.example/metadata", "https://idp.larkfield.example/sso?tenant=7"
EXCLUSIVE = CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0
PERSON = "new.hire@larkfield.example"

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
Change = Callable[[Element], None]


@cache
def key(name: str = "rsa") -> Key:
    """The same for the same name; `ec` is on a curve."""
    if name == "ec":
        return ec.generate_private_key(ec.SECP256R1())
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@cache
def certificate(name: str = "rsa", begins: datetime = NOW - timedelta(days=9), days: int = 90) -> str:
    """A certificate of the key that signs itself, as PEM."""
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "idp.larkfield.example")])
    made = x509.CertificateBuilder(own, own, key(name).public_key(), 7, begins, begins + timedelta(days=days))
    return made.sign(key(name), SHA256()).public_bytes(Encoding.PEM).decode()


@dataclass(frozen=True)
class SignedResponse:
    """An answer in the making, for a provider as the API tells it, to the request with this id."""

    service: dict[str, str]
    request: str
    email: str = PERSON
    moment: datetime = NOW
    key: str = "rsa"
    method: SignatureMethod = SignatureMethod.RSA_SHA256
    digest: DigestAlgorithm = DigestAlgorithm.SHA256
    signed: tuple[str, ...] = ("Assertion",)
    prefixes: tuple[str, ...] = ()
    before: list[Change] = field(default_factory=list)
    after: list[Change] = field(default_factory=list)

    def with_(self, **changes: object) -> "SignedResponse":
        return replace(self, **changes)  # type: ignore[arg-type]

    def xml(self) -> bytes:
        """Changed, signed, and changed again."""
        root = self._unsigned()
        for change in self.before:
            change(root)
        if "Assertion" in self.signed:
            assertion = root.find(f"{SAML}Assertion")
            assert assertion is not None
            root.replace(assertion, self._sign(assertion))
        if "Response" in self.signed:
            root = self._sign(root)
        for change in self.after:
            change(root)
        return etree.tostring(root)

    def form(self) -> dict[str, str]:
        """As a browser sends it."""
        return {"SAMLResponse": base64.b64encode(self.xml()).decode()}

    def _sign(self, element: Element) -> Element:
        place = etree.Element(f"{SIGNATURE}Signature", {"Id": "placeholder"}, nsmap={"ds": SIGNATURE[1:-1]})
        element.insert(1, place)
        signer = XMLSigner(signature_algorithm=self.method, digest_algorithm=self.digest, c14n_algorithm=EXCLUSIVE)
        pem = certificate(self.key)
        return signer.sign(element, key=key(self.key), cert=pem, reference_uri=f"#{element.get('ID')}")

    def _unsigned(self) -> Element:
        return etree.fromstring(
            TEMPLATE.format(
                now=_written(self.moment),
                before=_written(self.moment - timedelta(minutes=2)),
                after=_written(self.moment + timedelta(minutes=5)),
                entity=ENTITY,
                acs=self.service["acsURL"],
                audience=self.service["entityID"],
                request=self.request,
                email=self.email,
            ).encode()
        )


def _written(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


TEMPLATE = """\
<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" ID="_answer" Version="2.0" IssueInstant="{now}" Destination="{acs}" \
InResponseTo="{request}"><saml:Issuer>{entity}</saml:Issuer><samlp:Status>\
<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>\
<saml:Assertion ID="_assertion" Version="2.0" IssueInstant="{now}"><saml:Issuer>{entity}</saml:Issuer>\
<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">{email}</saml:NameID>\
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData \
Recipient="{acs}" NotOnOrAfter="{after}" InResponseTo="{request}"/></saml:SubjectConfirmation></saml:Subject>\
<saml:Conditions NotBefore="{before}" NotOnOrAfter="{after}"><saml:AudienceRestriction>\
<saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
<saml:AuthnStatement AuthnInstant="{now}"/><saml:AttributeStatement><saml:Attribute Name="displayName">\
<saml:AttributeValue>New Hire</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>\
</samlp:Response>
"""


def at(path: str, root: Element) -> Element:
    """The element at this path, whose names are `Response`'s parts as people say them."""
    names = [f"{SAMLP if name in {'Status', 'StatusCode'} else SAML}{name}" for name in path.split("/")]
    found = root.find("/".join(names))
    assert found is not None, path
    return found


def told(path: str, text: str) -> Change:
    def change(root: Element) -> None:
        at(path, root).text = text

    return change


def marked(path: str, **attributes: str | None) -> Change:
    """Give the element these attributes; None takes one away. An empty path is the answer itself."""

    def change(root: Element) -> None:
        element = at(path, root) if path else root
        for name, value in attributes.items():
            if value is None:
                del element.attrib[name]
            else:
                element.set(name, value)

    return change


def without(path: str) -> Change:
    def change(root: Element) -> None:
        element = at(path, root)
        around = element.getparent()
        assert around is not None
        around.remove(element)

    return change


def later(minutes: float) -> str:
    """A moment so many minutes from now, as SAML writes it."""
    return _written(NOW + timedelta(minutes=minutes))
