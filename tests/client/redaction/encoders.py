"""The ways in which an API can write a token down."""

import json
import re
from base64 import b64encode, encodebytes, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote

Encoder = Callable[[str], str]


def _each(form: str) -> Encoder:
    return lambda token: "".join(form.format(ord(sign)) for sign in token)


def _parted(by: str, every: int) -> Encoder:
    return lambda token: by.join(token[at : at + every] for at in range(0, len(token), every))


def _base64(prefix: str, encode: Callable[[bytes], bytes] = b64encode) -> Encoder:
    return lambda token: encode((prefix + token).encode()).decode().strip()


ENCODERS: dict[str, Encoder] = {
    "plain": str,
    "as a header": "Bearer {}".format,
    "upper case": str.upper,
    "quoted for a URL": lambda token: quote(token, safe=""),
    "each character quoted": _each("%{:02X}"),
    "quoted in lower case": _each("%{:02x}"),
    "quoted twice": _each("%25{:02X}"),
    "escaped as JSON": _each("\\u{:04x}"),
    "escaped as JSON, twice": lambda token: json.dumps(json.dumps(_each("\\u{:04X}")(token))),
    "escaped as Python": _each("\\x{:02x}"),
    "escaped as HTML": _each("&#{};"),
    "escaped as HTML, hexadecimal": _each("&#x{:x};"),
    "escaped as HTML, twice": _each("&amp;#{};"),
    "every second character escaped": lambda token: re.sub("..", lambda two: f"{two[0][0]}%{ord(two[0][1]):X}", token),
    "base64": _base64(""),
    "base64 after one byte": _base64(":"),
    "base64 after two bytes": _base64("a:"),
    "base64 of the header": _base64("Bearer "),
    "base64 for a URL": _base64("Bearer ", urlsafe_b64encode),
    "base64 in lines": _base64("Authorization: Bearer and a line that is longer than sixty characters ", encodebytes),
    "hexadecimal": lambda token: token.encode().hex(),
    "hexadecimal, upper case": lambda token: token.encode().hex().upper(),
    "hexadecimal with spaces": lambda token: token.encode().hex(" "),
    "broken by a line": _parted("\n", 6),
    "broken by CRLF": _parted("\r\n", 5),
    "broken by spaces": _parted(" ", 1),
    "broken by tabs": _parted("\t", 4),
    "broken by what nobody sees": _parted("\u200b", 4),
    "broken by soft hyphens": _parted("\u00ad", 7),
    "broken by an escaped line": _parted("\\n", 7),
    "broken by tags": _parted("<wbr>", 3),
    "its beginning": lambda token: token[: len(token) * 5 // 6],
    "its end": lambda token: token[len(token) // 6 :],
}
