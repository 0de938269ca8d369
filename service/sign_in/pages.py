"""Builds the pages that people see while they sign in, without a script."""

import base64
import hashlib
from html import escape

from flask import Response

_STYLE = (
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto 0;padding:0 1rem}"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}"
    "button{font:inherit;padding:.25rem .75rem}:root{color-scheme:light dark}"
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


def build_page(title: str, text: str, more: str, status: int, sends_to: str = "'none'") -> Response:
    """Build a page. `more` is HTML; `sends_to` is the source that the page's forms may submit to."""
    body = _PAGE.format(title=escape(title), text=escape(text), style=_STYLE, more=more)
    policy = POLICY.replace("form-action 'none'", f"form-action {sends_to}")
    return Response(body, status, {"Content-Security-Policy": policy}, content_type="text/html; charset=utf-8")
