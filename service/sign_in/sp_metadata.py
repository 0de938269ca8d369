"""The service provider's metadata, for identity providers."""

from collections.abc import Mapping

from lxml import etree

from service.sign_in.xml import EMAIL, METADATA, POST, SAMLP

_NAMES = {"md": METADATA[1:-1]}


def sp_metadata(addresses: Mapping[str, str]) -> bytes:
    """The metadata as XML. `addresses` are a provider's URLs, by the contract's names."""
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
