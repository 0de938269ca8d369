"""Files that want to harm who reads them, or are no metadata at all, and the kind of the refusal of each."""

import gzip
import io
import zipfile
from collections.abc import Callable

from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat

from masthead.saml.errors import MetadataKind
from tests.saml.making import bare, p12, private
from tests.saml.published import MD, PROTOCOL, entity, key, role, signing

K = 1024
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
GOOD = HEAD + entity(role(signing()))
File = Callable[[], bytes | str]


def with_doctype(doctype: str, body: str = "&x;") -> bytes:
    return f"{HEAD}<!DOCTYPE EntityDescriptor {doctype}>{entity(body)}".encode()


def laughs() -> bytes:
    """A few hundred bytes that stand for a thousand million."""
    levels = "".join(f'<!ENTITY a{at} "{f"&a{at - 1};" * 10}">' for at in range(1, 10))
    return with_doctype(f'[<!ENTITY a0 "ha">{levels}]', "&a9;")


def quadratic() -> bytes:
    """One long entity, asked for often."""
    return with_doctype(f'[<!ENTITY x "{"x" * 50 * K}">]', "&x;" * 50 * K)


def packed() -> bytes:
    """A ZIP file with the metadata in it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("metadata.xml", GOOD)
    return file.getvalue()


def within(body: str, **attributes: str) -> bytes:
    return (HEAD + entity(body, **attributes)).encode()


def wide(count: int) -> str:
    return "<a " + " ".join(f'a{at}=""' for at in range(count)) + "/>"


def copied(namespace: str, attributes: int, tags: int = 1) -> str:
    """A namespace that a parser copies for each of the attributes of each tag."""
    tag = "<a:b " + " ".join(f"a:a{at}=''" for at in range(attributes)) + "/>"
    return f"<a:r xmlns:a='{namespace}'>{tag * tags}</a:r>"


def private_key_as_key() -> bytes:
    text = bare(private("rsa", PrivateFormat.PKCS8, Encoding.DER))
    return within(role(key(text)))


HOSTILE: list[tuple[str, File, MetadataKind]] = [
    ("billion laughs", laughs, "doctype"),
    ("quadratic blowup", quadratic, "doctype"),
    ("external entity", lambda: with_doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]'), "doctype"),
    ("parameter entity", lambda: with_doctype('[<!ENTITY % x SYSTEM "http://10.0.0.1/x.dtd"> %x;]', ""), "doctype"),
    ("external DTD", lambda: with_doctype('SYSTEM "http://10.0.0.1/x.dtd"', ""), "doctype"),
    ("DTD in UTF-16", lambda: laughs().decode().encode("utf-16"), "doctype"),
    ("DTD within", lambda: within("<!DOCTYPE x>"), "doctype"),
    (
        "XInclude",
        lambda: within('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
        "outside",
    ),
    (
        "style sheet",
        lambda: GOOD.replace("?>", '?><?xml-stylesheet href="http://10.0.0.1/x.xsl"?>', 1).encode(),
        "outside",
    ),
    ("65 levels", lambda: within("<a>" * 64), "too-deep"),
    ("200 000 levels", lambda: b"<a>" * 170_000, "too-deep"),
    ("20 001 elements", lambda: within("<a/>" * 20_000), "too-many"),
    ("512 KiB and a byte", lambda: GOOD.encode().ljust(512 * K + 1), "too-large"),
    ("32 MiB", lambda: b"<" * (32 * K * K), "too-large"),
    ("an attribute of 20 KiB", lambda: within("", ID="x" * 20 * K), "too-long"),
    ("65 attributes", lambda: within(wide(65)), "too-long"),
    ("a name of 400 KiB", lambda: within(f"<{'x' * 400 * K}/>"), "too-long"),
    (
        "a long namespace of attributes",
        lambda: within(f'<a xmlns:n="{"u" * K}">' + '<b n:c=""/>' * 9000 + "</a>"),
        "too-long",
    ),
    ("a long namespace of 6000 attributes", lambda: copied("u" * 120 * K, 6000).encode(), "too-long"),
    ("a long namespace by numbers", lambda: copied("&#117;" * 20 * K, 6000).encode(), "too-long"),
    ("a long namespace of its own tag", f'<a:b a:c="" xmlns:a="{"u" * 2 * K}"/>'.encode, "too-long"),
    ("a namespace of 1025 characters", lambda: within(f"<a xmlns='{'u' * (K + 1)}'/>"), "too-long"),
    ("a namespace of 1 KiB, of 63 attributes each", lambda: within(copied("u" * K, 63, 600)), "too-long"),
    ("a comment without an end", lambda: within("<!--" + "x" * 400 * K), "too-long"),
    ("a CDATA without an end", lambda: HEAD.encode() + b"<a><![CDATA[" + b"<" * 400 * K, "truncated"),
    ("100 000 instructions", lambda: HEAD.encode() + b"<a>" + b"<?a?>" * 100_000, "too-many"),
    ("the same attribute twice", lambda: within('<a b="1" b="2"/>'), "broken"),
    ("a prefix without a namespace", lambda: within("<a:b/>"), "broken"),
    ("two files in one", (GOOD + GOOD).encode, "broken"),
    ("a null byte by number", lambda: within("&#0;"), "broken"),
    ("cut off", lambda: GOOD.encode()[:-40], "truncated"),
    ("UTF-7 with its mark", lambda: b"+/v8-" + GOOD.encode("utf-7"), "encoding"),
    ("UTF-32", lambda: GOOD.encode("utf-32"), "encoding"),
    ("half of UTF-16", lambda: GOOD.encode("utf-16")[:-1], "other"),
    ("EBCDIC", lambda: GOOD.encode("cp037"), "encoding"),
    ("windows-1252, not said", lambda: GOOD.replace("</md:E", "<!-- ß --></md:E").encode("cp1252"), "encoding"),
    (
        "half a character",
        lambda: b"<a>\xed\xa0\x80</a>",
        "encoding",
    ),
    ("nothing", bytes, "empty"),
    ("white space", lambda: b" \r\n\t", "empty"),
    ("a page", lambda: b"\n<!DOCTYPE html>\n<html><body>Sign in</body></html>", "other"),
    (
        "a page of XHTML",
        lambda: HEAD.encode() + b"<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
        "not-metadata",
    ),
    ("JSON", lambda: b'{"issuer": "https://login.larkfield.example"}', "other"),
    ("an address", lambda: "https://login.larkfield.example/metadata", "address"),
    ("PKCS#12", p12, "other"),
    ("ZIP", packed, "other"),
    ("gzip of very much", lambda: gzip.compress(b"\0" * (16 * K * K)), "other"),
    ("a private key", lambda: private("rsa"), "private-key"),
    ("a private key behind", lambda: GOOD.encode() + private("ec"), "private-key"),
    ("a private key in a comment", lambda: within(f"<!-- {private('rsa').decode()} -->"), "private-key"),
    ("a private key as the key", private_key_as_key, "private-key"),
    ("a SAML response", f'<s:Response xmlns:s="{PROTOCOL}"/>'.encode, "not-metadata"),
    ("no namespace", lambda: GOOD.replace(f' xmlns:md="{MD}"', "").replace("md:", "").encode(), "not-metadata"),
    ("another namespace", lambda: GOOD.replace(f'"{MD}"', '"urn:x"').encode(), "not-metadata"),
    (
        "a service provider",
        lambda: within(f'<md:SPSSODescriptor protocolSupportEnumeration="{PROTOCOL}"/>'),
        "service-provider",
    ),
    ("an attribute authority", lambda: within("<md:AttributeAuthorityDescriptor/>"), "no-provider"),
    ("a federation of nobody", f'<EntitiesDescriptor xmlns="{MD}"/>'.encode, "no-provider"),
    ("SAML 1.1 alone", lambda: within(role(signing()).replace("SAML:2.0:protocol", "SAML:1.1:protocol")), "old-saml"),
]
