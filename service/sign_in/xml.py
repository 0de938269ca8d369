"""SAML's XML: names, a strict parser, the service's metadata, and errors."""

from collections.abc import Mapping
from xml.parsers.expat import ExpatError

from lxml import etree

from fetching.xml_limits import XmlLimitError, XmlLimits, create_limiting_parser

TOO_LARGE = "The answer of the identity provider is larger than this service accepts."
NO_ANSWER = "This isn't an identity provider's answer to a sign-in."

Element = etree._Element  # noqa: SLF001 - lxml has no public name for it

SAML = "{urn:oasis:names:tc:SAML:2.0:assertion}"
SAMLP = "{urn:oasis:names:tc:SAML:2.0:protocol}"
METADATA = "{urn:oasis:names:tc:SAML:2.0:metadata}"
SIGNATURE = "{http://www.w3.org/2000/09/xmldsig#}"

POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success"
BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

LIMITS = XmlLimits(depth=64, elements=10_000, attributes=64, namespaces=64, namespace_length=256)
"""Limits of an unverified response: canonicalization of a hostile one can be very slow."""

_NAMES = {"md": METADATA[1:-1]}


class SignInRefusedError(Exception):
    """Ends a sign-in. The message tells the person what to do; `status` is the status of the response."""

    def __init__(self, message: str, status: int = 403) -> None:
        super().__init__(message)
        self.status = status


def parse_xml(xml: bytes) -> Element:
    """Parse UTF-8 XML. Raises ValueError, also for document types, comments and processing instructions.

    None of these belongs in a response, and each can make two parsers read different documents. Oversized
    documents are rejected too, since they are parsed before their author is verified.
    """
    if b"<!DOCTYPE" in xml:
        raise ValueError("It declares a document type.")
    try:
        create_limiting_parser(LIMITS).Parse(xml, True)  # noqa: FBT003 - expat's flag for the last chunk is positional only
    except (ExpatError, XmlLimitError):
        raise ValueError("It isn't XML, or has more of something than an answer has.") from None
    parser = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(xml, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ValueError("It isn't XML.") from error
    if next(root.iter(etree.Comment, etree.ProcessingInstruction, etree.Entity), None) is not None:
        raise ValueError("It contains a comment, an instruction or an entity.")
    return root


def element_text(element: Element | None) -> str:
    """Return the text of an element; empty for None and for an element with children."""
    return "" if element is None or len(element) else (element.text or "").strip()


def sp_metadata(addresses: Mapping[str, str]) -> bytes:
    """Build the service's metadata as XML. `addresses` are a provider's URLs, by the contract's names."""
    entity = etree.Element(f"{METADATA}EntityDescriptor", {"entityID": addresses["entityID"]}, nsmap=_NAMES)
    protocol = {
        "protocolSupportEnumeration": SAMLP[1:-1],
        "AuthnRequestsSigned": "false",
        "WantAssertionsSigned": "true",
    }
    side = etree.SubElement(entity, f"{METADATA}SPSSODescriptor", protocol)
    etree.SubElement(side, f"{METADATA}NameIDFormat").text = EMAIL
    place = {"Binding": POST, "Location": addresses["acsURL"], "index": "0", "isDefault": "true"}
    etree.SubElement(side, f"{METADATA}AssertionConsumerService", place)
    return etree.tostring(entity, xml_declaration=True, encoding="UTF-8", pretty_print=True)
