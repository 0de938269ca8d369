"""The ways in which an API can write a token down."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from html import escape
from urllib.parse import quote

Encoder = Callable[[str], str]


def _each(form: str) -> Encoder:
    return lambda token: "".join(form.format(ord(sign)) for sign in token)


def _base64(prefix: str, encode: Callable[[bytes], bytes] = b64encode) -> Encoder:
    return lambda token: encode((prefix + token).encode()).decode().strip()


ENCODERS: dict[str, Encoder] = {
    "plain": str,
    "as a header": "Bearer {}".format,
    "quoted for a URL": lambda token: quote(token, safe=""),
    "each character quoted": _each("%{:02X}"),
    "quoted in lower case": _each("%{:02x}"),
    "escaped as HTML": escape,
    "each character escaped as HTML": _each("&#{};"),
    "escaped as HTML, hexadecimal": _each("&#x{:x};"),
    "base64": _base64(""),
    "base64 after one byte": _base64(":"),
    "base64 after two bytes": _base64("a:"),
    "base64 of the header": _base64("Bearer "),
    "base64 for a URL": _base64("Bearer ", urlsafe_b64encode),
    "hexadecimal": lambda token: token.encode().hex(),
    "hexadecimal, upper case": lambda token: token.encode().hex().upper(),
}
