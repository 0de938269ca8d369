"""Files that want to harm who reads them, or are no metadata at all, and the kind of the refusal of each."""

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable

from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat

from masthead.saml.metadata_faults import MetadataKind
from tests.saml.making import bare, certificate, der, p12, pem, private
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
    ("external entity of the web", lambda: with_doctype('[<!ENTITY x SYSTEM "http://10.0.0.1/">]'), "doctype"),
    ("parameter entity", lambda: with_doctype('[<!ENTITY % x SYSTEM "http://10.0.0.1/x.dtd"> %x;]', ""), "doctype"),
    ("external DTD", lambda: with_doctype('SYSTEM "http://10.0.0.1/x.dtd"', ""), "doctype"),
    ("public DTD", lambda: with_doctype('PUBLIC "-//X//Y//EN" "http://10.0.0.1/x.dtd"', ""), "doctype"),
    ("empty DTD", lambda: with_doctype("", ""), "doctype"),
    (
        "unparsed entity",
        lambda: with_doctype('[<!NOTATION n SYSTEM "n"><!ENTITY x SYSTEM "x" NDATA n>]', ""),
        "doctype",
    ),
    ("DTD in UTF-16", lambda: laughs().decode().encode("utf-16"), "doctype"),
    ("DTD within", lambda: within("<!DOCTYPE x>"), "doctype"),
    ("an entity that nobody declared", lambda: within("&x;"), "broken"),
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
    ("20 001 elements, all different", lambda: within("".join(f"<a{at}/>" for at in range(20_000))), "too-many"),
    ("512 KiB and a byte", lambda: GOOD.encode().ljust(512 * K + 1), "too-large"),
    ("32 MiB", lambda: b"<" * (32 * K * K), "too-large"),
    ("32 MiB, pasted", lambda: "ж" * (16 * K * K), "too-large"),
    ("an attribute of 400 KiB", lambda: within("", ID="x" * 400 * K), "too-long"),
    ("an attribute of 20 KiB", lambda: within("", ID="x" * 20 * K), "too-long"),
    ("50 000 attributes", lambda: within(wide(50_000)), "too-long"),
    ("10 000 attributes", lambda: within(wide(10_000)), "too-long"),
    ("65 attributes", lambda: within(wide(65)), "too-long"),
    ("a name of 400 KiB", lambda: within(f"<{'x' * 400 * K}/>"), "too-long"),
    ("a long namespace, used often", lambda: within(f'<a xmlns="{"u" * 99 * K}">{"<b/>" * 19_000}</a>'), "too-long"),
    (
        "a long namespace of attributes",
        lambda: within(f'<a xmlns:n="{"u" * K}">' + '<b n:c=""/>' * 9000 + "</a>"),
        "too-long",
    ),
    ("a long namespace of 6000 attributes", lambda: copied("u" * 120 * K, 6000).encode(), "too-long"),
    ("a long namespace of 6000 attributes, UTF-16", lambda: copied("u" * 60 * K, 6000).encode("utf-16"), "too-long"),
    ("a long namespace by numbers", lambda: copied("&#117;" * 20 * K, 6000).encode(), "too-long"),
    ("a long namespace in the middle", lambda: within(copied("u" * 100 * K, 60)), "too-long"),
    ("a long namespace of its own tag", f'<a:b a:c="" xmlns:a="{"u" * 2 * K}"/>'.encode, "too-long"),
    ("a namespace of 1025 characters", lambda: within(f"<a xmlns='{'u' * (K + 1)}'/>"), "too-long"),
    ("a namespace of 1 KiB, of 63 attributes each", lambda: within(copied("u" * K, 63, 600)), "too-long"),
    ("a comment without an end", lambda: within("<!--" + "x" * 400 * K), "too-long"),
    ("a CDATA without an end", lambda: HEAD.encode() + b"<a><![CDATA[" + b"<" * 400 * K, "truncated"),
    ("100 000 instructions", lambda: HEAD.encode() + b"<a>" + b"<?a?>" * 100_000, "too-many"),
    ("characters by number", lambda: within("&#65;" * 100_000), "too-long"),
    ("the same attribute twice", lambda: within('<a b="1" b="2"/>'), "broken"),
    ("a prefix without a namespace", lambda: within("<a:b/>"), "broken"),
    ("tags that cross", lambda: within("<a><b></a></b>"), "broken"),
    ("two files in one", (GOOD + GOOD).encode, "broken"),
    ("a null byte by number", lambda: within("&#0;"), "broken"),
    ("a control character", lambda: within("\x01"), "broken"),
    ("cut off", lambda: GOOD.encode()[:-40], "truncated"),
    ("the head alone", HEAD.encode, "truncated"),
    ("null bytes", lambda: GOOD.encode().replace(b" ", b"\0"), "other"),
    ("UTF-7, declared", lambda: GOOD.replace("UTF-8", "UTF-7").encode(), "encoding"),
    ("UTF-7 with its mark", lambda: b"+/v8-" + GOOD.encode("utf-7"), "encoding"),
    ("UTF-7 without", lambda: GOOD.encode("utf-7").replace(b"<", b"+ADw-"), "other"),
    ("UTF-32", lambda: GOOD.encode("utf-32"), "encoding"),
    ("UTF-32 without its mark", lambda: GOOD.encode("utf-32-be"), "encoding"),
    ("UTF-16 without its mark", lambda: GOOD.encode("utf-16-le"), "encoding"),
    ("half of UTF-16", lambda: GOOD.encode("utf-16")[:-1], "other"),
    ("EBCDIC", lambda: GOOD.encode("cp037"), "encoding"),
    ("ISO-8859-1", lambda: GOOD.replace("UTF-8", "ISO-8859-1").replace("Lark", "Lärk").encode("latin-1"), "encoding"),
    ("windows-1252, not said", lambda: GOOD.replace("</md:E", "<!-- ß --></md:E").encode("cp1252"), "encoding"),
    ("an encoding with a new line", lambda: GOOD.replace("UTF-8", "x\ny").encode(), "encoding"),
    ("overlong UTF-8", lambda: b"\xc0\xbc" + GOOD.encode()[1:], "other"),
    (
        "half a character",
        lambda: b"<a>\xed\xa0\x80</a>",
        "encoding",
    ),
    ("nothing", bytes, "empty"),
    ("white space", lambda: b" \r\n\t", "empty"),
    ("white space, pasted", lambda: "\ufeff \n", "empty"),
    ("a page", lambda: b"\n<!DOCTYPE html>\n<html><body>Sign in</body></html>", "other"),
    ("an old page", lambda: b"<HTML><BODY>404</BODY></HTML>", "other"),
    (
        "a page of XHTML",
        lambda: HEAD.encode() + b"<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
        "not-metadata",
    ),
    ("JSON", lambda: b'{"issuer": "https://login.larkfield.example"}', "other"),
    ("an address", lambda: "https://login.larkfield.example/metadata", "address"),
    ("words", lambda: "see the attachment", "other"),
    ("a certificate", lambda: pem(certificate()), "other"),
    ("a certificate, DER", lambda: der(certificate()), "other"),
    ("PKCS#12", p12, "other"),
    ("ZIP", packed, "other"),
    ("gzip", lambda: gzip.compress(GOOD.encode()), "other"),
    ("gzip of very much", lambda: gzip.compress(b"\0" * (16 * K * K)), "other"),
    ("bzip2", lambda: bz2.compress(GOOD.encode()), "other"),
    ("xz", lambda: lzma.compress(GOOD.encode()), "other"),
    ("PDF", lambda: b"%PDF-1.7\n%\xe2\xe3", "other"),
    ("a picture", lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "other"),
    ("a private key", lambda: private("rsa"), "private-key"),
    ("a private key, DER", lambda: private("ec", encoding=Encoding.DER), "private-key"),
    ("a private key behind", lambda: GOOD.encode() + private("ec"), "private-key"),
    ("a private key in a comment", lambda: within(f"<!-- {private('rsa').decode()} -->"), "private-key"),
    ("a private key as the key", private_key_as_key, "private-key"),
    ("a private key as the key, twice wrapped", lambda: within(role(key(bare(private("rsa"))))), "private-key"),
    ("XSLT", lambda: b'<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>', "not-metadata"),
    ("SVG", lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>', "not-metadata"),
    ("a SAML response", f'<s:Response xmlns:s="{PROTOCOL}"/>'.encode, "not-metadata"),
    ("no namespace", lambda: GOOD.replace(f' xmlns:md="{MD}"', "").replace("md:", "").encode(), "not-metadata"),
    ("another namespace", lambda: GOOD.replace(f'"{MD}"', '"urn:x"').encode(), "not-metadata"),
    ("a root with a long name", f"<{'x' * K}/>".encode, "not-metadata"),
    (
        "a service provider",
        lambda: within(f'<md:SPSSODescriptor protocolSupportEnumeration="{PROTOCOL}"/>'),
        "service-provider",
    ),
    ("an attribute authority", lambda: within("<md:AttributeAuthorityDescriptor/>"), "no-provider"),
    ("an entity with nothing", lambda: within(""), "no-provider"),
    ("a federation of nobody", f'<EntitiesDescriptor xmlns="{MD}"/>'.encode, "no-provider"),
    ("SAML 1.1 alone", lambda: within(role(signing()).replace("SAML:2.0:protocol", "SAML:1.1:protocol")), "old-saml"),
]
