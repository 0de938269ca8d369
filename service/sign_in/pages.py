"""The page that shows a person the result of signing in."""

import base64
import hashlib
from html import escape

from flask import Response

_STYLE = (
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto 0;padding:0 1rem}"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}:root{color-scheme:light dark}"
)
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{text}</p>
{more}</main>
</body>
</html>
"""
_AGAIN = '<p><a href="start">Sign in again</a></p>\n'


def signed_in_page(email: str, label: str) -> Response:
    """`label` is that of the identity provider."""
    return _page(f"You are signed in as {email}", f"{label} confirmed who you are. You can close this page.", "", 200)


def refused_page(reason: str, status: int) -> Response:
    return _page("You are not signed in", reason, "" if status == _NOTHING_THERE else _AGAIN, status)


_NOTHING_THERE = 404


def _page(title: str, text: str, more: str, status: int) -> Response:
    body = _PAGE.format(title=escape(title), text=escape(text), style=_STYLE, more=more)
    return Response(body, status, {"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")
