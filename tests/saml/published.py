"""Metadata as the common identity providers publish it: their prefixes, orders and quirks, with own keys."""

from collections.abc import Iterator
from textwrap import indent, wrap

from cryptography.x509 import Certificate

from tests.saml.making import bare, certificate, der, pem

MD = "urn:oasis:names:tc:SAML:2.0:metadata"
DS = "http://www.w3.org/2000/09/xmldsig#"
PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"
OLD_PROTOCOLS = "urn:mace:shibboleth:1.0 urn:oasis:names:tc:SAML:1.1:protocol"
BINDINGS = "urn:oasis:names:tc:SAML:2.0:bindings:"
NAME_ID = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
WS_FEDERATION = "http://docs.oasis-open.org/wsfed/federation/200706"
HOST = "https://login.larkfield.example"
FIRST, SECOND = "login.larkfield.example", "other.larkfield.example"


def entity(body: str, entity_id: str = f"{HOST}/idp", **attributes: str) -> str:
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<md:EntityDescriptor xmlns:md="{MD}" entityID="{entity_id}"{more}>{body}</md:EntityDescriptor>'


def role(*parts: str, protocols: str = PROTOCOL, **attributes: str) -> str:
    """What it says of itself as an identity provider."""
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    body = "".join(parts)
    return f'<md:IDPSSODescriptor protocolSupportEnumeration="{protocols}"{more}>{body}</md:IDPSSODescriptor>'


def key(text: str, use: str = "signing") -> str:
    """A key with what stands for its certificate."""
    used = f' use="{use}"' if use else ""
    data = f"<ds:X509Data><ds:X509Certificate>{text}</ds:X509Certificate></ds:X509Data>"
    return f'<md:KeyDescriptor{used}><ds:KeyInfo xmlns:ds="{DS}">{data}</ds:KeyInfo></md:KeyDescriptor>'


def sign_on(binding: str, address: str) -> str:
    """An address; `binding` as in HTTP-Redirect."""
    return f'<md:SingleSignOnService Binding="{BINDINGS}{binding}" Location="{address}"/>'


def first(kind: str = "ec") -> Certificate:
    return certificate(FIRST, kind=kind)


def second(kind: str = "rsa") -> Certificate:
    return certificate(SECOND, kind=kind)


def line(made: Certificate) -> str:
    return bare(der(made))


def lines(made: Certificate, width: int = 76, before: str = "") -> str:
    return indent("\n".join(wrap(line(made), width)), before)


def signing() -> str:
    """The least that a provider has."""
    return key(line(first())) + sign_on("HTTP-Redirect", f"{HOST}/sso")


def signature(prefix: str = "ds") -> str:
    """The shape of a signature; nobody checks it."""
    head, end = (f"<{prefix}:", f"</{prefix}:") if prefix else ("<", "</")
    named = f"xmlns:{prefix}" if prefix else "xmlns"
    value = f"{head}SignedInfo>{head}DigestValue>{'b' * 43}={end}DigestValue>{end}SignedInfo>"
    known = f"{head}KeyInfo>{head}X509Data>{head}X509Certificate>{line(second())}{end}X509Certificate>"
    known += f"{end}X509Data>{end}KeyInfo>"
    return f'{head}Signature {named}="{DS}">{value}{known}{end}Signature>'


def okta() -> bytes:
    """A prefix for all, the certificate in lines, posting before redirecting."""
    return f"""<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="{HOST}/exk1" xmlns:md="{MD}">\
<md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="{PROTOCOL}">\
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="{DS}"><ds:X509Data><ds:X509Certificate>{lines(first(), 64)}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>{NAME_ID}</md:NameIDFormat>\
{sign_on("HTTP-POST", f"{HOST}/app/exk1/sso/saml")}{sign_on("HTTP-Redirect", f"{HOST}/app/exk1/sso/saml")}\
</md:IDPSSODescriptor></md:EntityDescriptor>""".encode()


def _plain_key(text: str) -> str:
    data = f"<X509Data><X509Certificate>{text}</X509Certificate></X509Data>"
    return f'<KeyDescriptor use="signing"><KeyInfo xmlns="{DS}">{data}</KeyInfo></KeyDescriptor>'


def _plain_sign_on(binding: str, address: str) -> str:
    return f'<SingleSignOnService Binding="{BINDINGS}{binding}" Location="{address}" />'


def entra() -> bytes:
    """As AD FS too: a byte order mark, no prefix, a signature and keys of WS-Federation before those of SAML.

    Of its three keys two are the same.
    """
    address = f"{HOST}/7f2c/saml2"
    service = f"""<RoleDescriptor xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="{WS_FEDERATION}" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="{WS_FEDERATION}">{_plain_key(line(second()))}\
<fed:ClaimTypesOffered/></RoleDescriptor>"""
    idp = f"""<IDPSSODescriptor protocolSupportEnumeration="{PROTOCOL}">{_plain_key(line(first()))}\
{_plain_key(line(second()))}{_plain_key(line(first()))}\
<SingleLogoutService Binding="{BINDINGS}HTTP-Redirect" Location="{address}" />\
{_plain_sign_on("HTTP-Redirect", address)}{_plain_sign_on("HTTP-POST", address)}</IDPSSODescriptor>"""
    head = f'\ufeff<?xml version="1.0" encoding="utf-8"?><EntityDescriptor entityID="{HOST}/7f2c/" xmlns="{MD}">'
    return f"{head}{signature('')}{service}{idp}</EntityDescriptor>".encode()


def google() -> bytes:
    """Good until a day, the certificate in long lines, redirecting and posting at the same address."""
    address = f"{HOST}/o/saml2/idp?idpid=C01&amp;hd=larkfield.example"
    parts = (key(lines(second())), sign_on("HTTP-Redirect", address), sign_on("HTTP-POST", address))
    body = f"\n  {role(*parts, WantAuthnRequestsSigned='false')}\n"
    whole = entity(body, f"{HOST}/o/saml2?idpid=C01", validUntil="2031-02-12T09:30:00.000Z")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{whole}\n'.encode()


def keycloak() -> bytes:
    """Four bindings, posting first, the name of the key beside it, one line without a declaration."""
    address = f"{HOST}/realms/larkfield/protocol/saml"
    named = f"""<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>k1</ds:KeyName><ds:X509Data>\
<ds:X509Certificate>{line(first())}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"""
    bindings = ("HTTP-POST", "HTTP-Redirect", "SOAP", "HTTP-Artifact")
    services = "".join(sign_on(binding, address) for binding in bindings)
    return f"""<md:EntityDescriptor xmlns="{MD}" xmlns:md="{MD}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \
xmlns:ds="{DS}" entityID="{HOST}/realms/larkfield">{role(named, services, WantAuthnRequestsSigned="true")}\
</md:EntityDescriptor>""".encode()


def simplesamlphp() -> bytes:
    """The same certificate for both uses, an organization and somebody to ask."""
    keys = key(line(first())) + key(line(first()), "encryption")
    names = "".join(
        f'<md:OrganizationDisplayName xml:lang="{language}">{name}</md:OrganizationDisplayName>'
        for language, name in (("de", "Lerchenfeld"), ("en", "Larkfield"))
    )
    about = f"<md:Organization>{names}</md:Organization>"
    body = role(keys, sign_on("HTTP-Redirect", f"{HOST}/saml2/idp/SSOService.php")) + about
    return f'<?xml version="1.0"?>\n{entity(body, f"{HOST}/saml2/idp/metadata.php")}\n'.encode()


def member(name: str, *, until: str = "", language: str = "en") -> str:
    """An identity provider of a federation: one key for all, older protocols too, a logo, other roles beside."""
    host = f"https://{name.lower()}.larkfield.example"
    logo = f'<mdui:Logo height="16" width="16">data:image/png;base64,{"A" * 400}</mdui:Logo>'
    shown = f'<mdui:DisplayName xml:lang="{language}">{name}</mdui:DisplayName>{logo}'
    about = f'<mdui:UIInfo xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui">{shown}</mdui:UIInfo>'
    asked = f'<md:SingleSignOnService Binding="urn:mace:shibboleth:1.0:profiles:AuthnRequest" Location="{host}/old"/>'
    services = asked + sign_on("HTTP-POST", f"{host}/post") + sign_on("HTTP-Redirect", f"{host}/redirect")
    keys = key(f"\n{lines(first(), 64)}\n", "")
    idp = role(f"<md:Extensions>{about}</md:Extensions>", keys, services, protocols=f"{OLD_PROTOCOLS} {PROTOCOL}")
    beside = "<md:AttributeAuthorityDescriptor/>"
    return entity(idp + beside, f"{host}/idp/shibboleth", **({"validUntil": until} if until else {}))


def service_provider(name: str) -> str:
    return entity(
        f'<md:SPSSODescriptor protocolSupportEnumeration="{PROTOCOL}"/>', f"https://{name}.example/shibboleth"
    )


def shibboleth() -> bytes:
    """A federation: a signature, an end for all of it, groups within groups, both sides and those of old."""
    old = entity(role(signing(), protocols=OLD_PROTOCOLS), "https://old.larkfield.example/idp")
    inner = f'<md:EntitiesDescriptor Name="inner">{member("Depot")}{service_provider("wiki")}</md:EntitiesDescriptor>'
    later = member("Yard", until="2031-01-01T00:00:00Z", language="de")
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- Larkfield's federation -->
<md:EntitiesDescriptor xmlns:md="{MD}" ID="f1" Name="{HOST}/federation" validUntil="2030-06-15T12:00:00+02:00" \
cacheDuration="PT6H">
{signature()}
{member("Quay")}
{inner}
{later}
{service_provider("chat")}
{old}
</md:EntitiesDescriptor>
""".encode()


def many(count: int) -> bytes:
    """A federation of so many."""
    members = (
        entity(role(signing()), f"https://member{number:04}.larkfield.example/idp") for number in range(1, count + 1)
    )
    return f'<md:EntitiesDescriptor xmlns:md="{MD}">{"".join(members)}</md:EntitiesDescriptor>'.encode()


def large_federation(count: int, size: int) -> Iterator[bytes]:
    """A federation of so many, of about so many bytes, in pieces: each has a large logo, a name and a scope."""
    yield f'<md:EntitiesDescriptor xmlns:md="{MD}">{signature()}'.encode()
    scope = '<s:Scope xmlns:s="urn:mace:shibboleth:metadata:1.0">ember0000.example</s:Scope></md:Extensions>'
    text = member("Member0000").replace("</md:Extensions>", scope)
    text = text.replace("A" * 400, "A" * (400 + max(0, size // count - len(text))))
    yield from (text.replace("ember0000", f"ember{number:04}").encode() for number in range(count))
    yield b"</md:EntitiesDescriptor>"


def marked_key() -> bytes:
    """A certificate with its BEGIN and END lines, where base64 alone belongs."""
    return entity(role(key(pem(first())), sign_on("HTTP-POST", f"{HOST}/sso"))).encode()
