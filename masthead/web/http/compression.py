"""Compresses pages for requests that no other site can have caused."""

import gzip
from typing import Final

from flask import Flask, request
from werkzeug.wrappers import Response

MIN_BYTES: Final = 1400
"""The payload of one packet."""
LEVEL: Final = 1
"""Higher levels take twice the time for a tenth of the size."""
NOT_CAUSED_BY_OTHERS = {"same-origin", "none"}
"""Values of `Sec-Fetch-Site`, which browsers set and no script can."""


def init_app(app: Flask) -> None:
    """Compress the app's pages. Handlers that change a response have to be registered later."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    is_page = response.mimetype == "text/html" and not response.is_streamed
    if is_page and _may_be_packed() and len(response.get_data()) >= MIN_BYTES:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response


def _may_be_packed() -> bool:
    # The size of a packed page tells what it has in common with the address that was asked for. Somebody who sees sizes
    # on the way, and has a browser ask for one address after the other, would learn what is on the page (BREACH).
    caused_here = request.headers.get("Sec-Fetch-Site") in NOT_CAUSED_BY_OTHERS
    return caused_here and request.accept_encodings.quality("gzip") > 0
