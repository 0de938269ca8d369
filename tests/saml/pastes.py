"""A corpus of what people paste, and exactly what comes of each."""

from base64 import b64decode
from collections.abc import Callable
from textwrap import wrap

from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat, PublicFormat

from tests.saml.making import (
    MD5,
    NOTES,
    PASSWORD,
    bare,
    certificate,
    chain,
    der,
    marked,
    of_length,
    p7,
    p12,
    pem,
    private,
    public,
    request,
    revoked,
    sha1,
)

Paste = Callable[[], bytes | str]
LOGIN, OTHER = "login.larkfield.example", "other.larkfield.example"
MIDDLE, ROOT, LEAF = "middle.larkfield.example", "root.larkfield.example", "leaf.larkfield.example"
TRADITIONAL = PrivateFormat.TraditionalOpenSSL


def one() -> str:
    return pem(certificate())


def other() -> str:
    return pem(certificate(OTHER, kind="rsa"))


def raw() -> bytes:
    return der(certificate())


def no_markers(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("-"))


def changed(text: str, at: int, letter: str) -> str:
    return text[:at] + letter + text[at + 1 :]


GOOD: list[tuple[str, Paste, list[str]]] = [
    ("PEM", one, [LOGIN]),
    ("PEM without its last line end", lambda: one().rstrip(), [LOGIN]),
    ("two PEM blocks", lambda: one() + other(), [LOGIN, OTHER]),
    ("marks that touch", lambda: one().rstrip() + other(), [LOGIN, OTHER]),
    ("the same twice", lambda: one() + other() + one(), [LOGIN, OTHER]),
    ("the same in two forms", lambda: one() + marked(raw(), "X509 CERTIFICATE"), [LOGIN]),
    ("a chain", lambda: "".join(map(pem, chain())), [LOGIN, MIDDLE, ROOT]),
    ("text around", lambda: f"Hello, this is ours:\n\n{one()}\nand the old one: {other()} Bye!", [LOGIN, OTHER]),
    ("a public key beside it", lambda: public(Encoding.PEM).decode() + one(), [LOGIN]),
    ("Windows line ends", lambda: one().replace("\n", "\r\n"), [LOGIN]),
    ("line ends of JSON", lambda: '{"cert": "' + one().replace("\n", "\\n").replace("/", "\\/") + '"}', [LOGIN]),
    ("indented", lambda: one().replace("\n", "\n\t  "), [LOGIN]),
    ("UTF-8 mark", lambda: b"\xef\xbb\xbf" + one().encode(), [LOGIN]),
    ("UTF-16, little end first", lambda: b"\xff\xfe" + one().encode("utf-16-le"), [LOGIN]),
    ("PEM with headers", lambda: one().replace("E-----\n", "E-----\nComment: ours\n\n", 1), [LOGIN]),
    ("PEM without padding", lambda: marked(of_length(1)).replace("=", ""), ["nn.larkfield.example"]),
    ("TRUSTED marks", lambda: marked(raw(), "TRUSTED CERTIFICATE"), [LOGIN]),
    (
        "TRUSTED marks, with notes behind",
        lambda: marked(b64decode(no_markers(MD5)) + NOTES, "TRUSTED CERTIFICATE"),
        [LEAF],
    ),
    ("base64 in one line", lambda: bare(raw()), [LOGIN]),
    ("base64 in lines", lambda: no_markers(one()), [LOGIN]),
    ("base64 in odd lines", lambda: "  " + "\t \n".join(wrap(bare(raw()), 7)) + "\n\n", [LOGIN]),
    ("base64 of PEM", lambda: bare(one().encode()), [LOGIN]),
    ("base64 of two PEM in lines", lambda: "\n".join(wrap(bare((one() + other()).encode()), 76)), [LOGIN, OTHER]),
    ("an element of metadata", lambda: f"<ds:X509Certificate>\n{bare(raw())}</ds:X509Certificate>", [LOGIN]),
    ("DER", raw, [LOGIN]),
    ("DER and a line end", lambda: raw() + b"\r\n", [LOGIN]),
    ("version 1, serial 0", lambda: MD5, [LEAF]),
    ("version 1, serial 1, base64", lambda: bare(sha1()), [LEAF]),
    ("more than the service takes", lambda: pem(certificate(padding=20_000)), [LOGIN]),
    ("just small enough", lambda: one() + " " * (256 * 1024 - len(one())), [LOGIN]),
]
BAD: list[tuple[str, Paste, str]] = [
    ("nothing", str, "empty"),
    ("white space", lambda: " \r\n\t\xa0", "empty"),
    ("a byte order mark alone", lambda: b"\xff\xfe", "empty"),
    ("words", lambda: "see the attachment, please", "not-base64"),
    ("an address", lambda: "https://login.larkfield.example/metadata", "not-base64"),
    ("base64 with a hole", lambda: changed(bare(raw()), 70, "*"), "not-base64"),
    ("PEM without END", lambda: one().split("-----END")[0], "truncated"),
    ("PEM that lacks a line", lambda: "".join(other().splitlines(keepends=True)[:9]) + other()[-30:], "truncated"),
    ("base64 cut", lambda: bare(raw())[:-40], "truncated"),
    ("DER cut", lambda: raw()[:-1], "truncated"),
    ("base64 of PEM cut", lambda: bare(one().encode()[:300]), "truncated"),
    ("joined without padding", lambda: bare(of_length(0)) + bare(raw()), "joined"),
    ("joined with two", lambda: bare(of_length(1)) + bare(raw()), "joined"),
    ("joined DER", lambda: raw() + raw(), "joined"),
    ("joined in one PEM block", lambda: marked(raw() + raw()), "joined"),
    ("private key", lambda: private("ec"), "private-key"),
    ("private key, RSA", lambda: private("rsa", TRADITIONAL).decode(), "private-key"),
    ("private key, OpenSSH", lambda: private("ed", PrivateFormat.OpenSSH), "private-key"),
    ("private key, encrypted", lambda: private("rsa", encryption=PASSWORD), "private-key"),
    ("private key, PuTTY", lambda: "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\n", "private-key"),
    ("private key, dashes made long", lambda: private("ec").decode().replace("-----", "——"), "private-key"),
    ("private key, UTF-16", lambda: private("ec").decode().encode("utf-16"), "private-key"),
    ("private key, JSON", lambda: '{"k": "' + private("ec").decode().replace("\n", "\\n") + '"}', "private-key"),
    ("private key, too large", lambda: private("ec") + b" " * 300_000, "private-key"),
    ("private key, DER", lambda: private("rsa", encoding=Encoding.DER), "private-key"),
    ("private key, DER, EC", lambda: private("ec", TRADITIONAL, Encoding.DER), "private-key"),
    ("private key, DER, Ed25519", lambda: private("ed", encoding=Encoding.DER), "private-key"),
    ("private key, base64", lambda: no_markers(private("ec").decode()), "private-key"),
    ("private key, marked as a certificate", lambda: marked(private("rsa", encoding=Encoding.DER)), "private-key"),
    ("private key behind a certificate", lambda: one() + private("ec").decode(), "private-key"),
    (
        "private key without marks, beside",
        lambda: one() + "\nkey: " + no_markers(private("ec").decode()),
        "private-key",
    ),
    ("private key in base64 of PEM, beside", lambda: f"{one()}\ntls.key: {bare(private('ec'))}", "private-key"),
    ("private key in DER behind PEM", lambda: one().encode() + private("ed", encoding=Encoding.DER), "private-key"),
    ("private key run into", lambda: bare(of_length(0) + private("ec", encoding=Encoding.DER)), "private-key"),
    ("request", lambda: request().public_bytes(Encoding.PEM), "request"),
    ("request, old mark", lambda: marked(request().public_bytes(Encoding.DER), "NEW CERTIFICATE REQUEST"), "request"),
    ("request, marked as a certificate", lambda: marked(request().public_bytes(Encoding.DER)), "request"),
    ("public key", lambda: public(Encoding.PEM), "public-key"),
    ("public key, DER, RSA", lambda: public(Encoding.DER, PublicFormat.PKCS1), "public-key"),
    ("public key, SSH", lambda: public(Encoding.OpenSSH, PublicFormat.OpenSSH, "ed"), "public-key"),
    ("damaged within", lambda: marked(raw()[:60] + bytes(8) + raw()[68:]), "unreadable"),
    ("a PEM block with a hole", lambda: changed(one(), 100, "*"), "unreadable"),
    ("more behind it", lambda: raw() + b"more", "unreadable"),
]
OTHERS: list[tuple[str, Paste, str]] = [
    ("PKCS#12", p12, "PKCS#12"),
    ("PKCS#7", p7, "PKCS#7"),
    ("list of revoked", lambda: revoked().public_bytes(Encoding.PEM), "list of revoked"),
    ("XML without a certificate", lambda: "<?xml version='1.0'?><X509Data/>", "XML"),
    ("web page", lambda: "<!DOCTYPE html><title>Sign in</title>", "web page"),
    ("Java key store", lambda: b"\xfe\xed\xfe\xed\0\0\0\x02" + bytes(40), "Java"),
    ("ZIP", lambda: b"PK\x03\x04" + bytes(40), "ZIP"),
    ("PDF", lambda: b"%PDF-1.7\n%\xe2\xe3", "PDF"),
    ("DER of something else", lambda: b"\x30\x81\x80" + b"\x04\x7e" + bytes(126), "binary"),
    ("parameters", lambda: marked(b"0000", "DH PARAMETERS"), "DH PARAMETERS"),
]
