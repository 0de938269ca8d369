"""All responses: common headers, compression, htmx, and an error page when the app fails."""

import gzip
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from flask import Flask, current_app, make_response, redirect, request
from htmx_flask import Htmx
from werkzeug.datastructures import Headers
from werkzeug.urls import iri_to_uri
from werkzeug.wrappers import Response

from masthead.i18n import gettext
from masthead.web.http.log import create_request_id, log, request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
OF_PAGES = {"Cache-Control": "no-store", "Vary": "Cookie, HX-Request, Accept-Encoding, Sec-Fetch-Site"}
FILES = {200, 304}


def common_headers(request_id: str, *, https: bool) -> dict[str, str]:
    """Return the headers of every response."""
    return ALWAYS | {"X-Request-Id": request_id} | (HTTPS_ONLY if https else {})


def init_app(app: Flask, *, https: bool) -> None:
    """Add the headers to every response, including error pages and static files."""

    def add(response: Response) -> Response:
        response.headers.update(common_headers(request_id(), https=https))
        if request.endpoint != "static" or response.status_code not in FILES:
            response.headers.update(OF_PAGES)
        return response

    app.after_request(add)


MIN_BYTES: Final = 1400
"""The payload of one packet, below which compression has no effect."""
LEVEL: Final = 1
"""Higher levels take twice the time for a tenth of the size."""
NOT_CAUSED_BY_OTHERS = {"same-origin", "none"}
"""Values of `Sec-Fetch-Site`, which only browsers can set."""


def compress_pages(app: Flask) -> None:
    """Compress the app's pages. Register handlers that change a response after this."""
    app.after_request(_compress_response)


def _compress_response(response: Response) -> Response:
    is_page = response.mimetype == "text/html" and not response.is_streamed
    if is_page and _can_be_compressed() and len(response.get_data()) >= MIN_BYTES:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response


def _can_be_compressed() -> bool:
    # The size of a compressed page reveals what it has in common with the requested URL. An attacker who sees sizes
    # on the network, and makes a browser request one URL after the other, could read the page (BREACH).
    caused_here = request.headers.get("Sec-Fetch-Site") in NOT_CAUSED_BY_OTHERS
    return caused_here and request.accept_encodings.quality("gzip") > 0


FAILED = 500


class LastResort:
    """Wraps the app, because Flask adds no headers to a response that it failed to finish."""

    def __init__(self, app: Flask, *, https: bool) -> None:
        self._app, self._inner, self._https = app, app.wsgi_app, https

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        try:
            return self._inner(environ, self._add_headers(start_response))
        except Exception:  # noqa: BLE001 - the browser gets a page after any fault
            identifier = create_request_id()
            log.exception("unanswered", extra={"id": identifier})
            return self._error_response(identifier)(environ, self._add_headers(start_response))

    def _add_headers(self, start_response: "StartResponse") -> "StartResponse":
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            sent = Headers(headers)
            if "X-Request-Id" not in sent:
                sent.update(common_headers(create_request_id(), https=self._https) | OF_PAGES)
            return start_response(status, sent.to_wsgi_list(), *more)

        return start

    def _error_response(self, identifier: str) -> "WSGIApplication":
        with self._app.app_context():
            title, advice = gettext("Something went wrong in Masthead"), gettext("Try again in a moment.")
            response = Response(
                render_bare_error(title, advice, identifier), FAILED, content_type="text/html; charset=utf-8"
            )
        response.headers.update(common_headers(identifier, https=self._https) | OF_PAGES)
        return response


def render_bare_error(title: str, advice: str, request_id: str) -> str:
    """Render an error page that doesn't need a session, stored records or URLs."""
    return render_without_frame("errors/bare.html", title=title, advice=advice, request_id=request_id)


def render_without_frame(template: str, **values: str) -> str:
    """Render a template without the layout's context processors."""
    return current_app.jinja_env.get_template(template).render(values)


def add_last_resort(app: Flask, *, https: bool) -> None:
    """Wrap the app. Call it last."""
    app.wsgi_app = LastResort(app, https=https)  # type: ignore[method-assign]


def provide_htmx(app: Flask) -> None:
    """Provide `request.htmx`."""
    Htmx(app)


def _htmx_request() -> Any:
    return request.htmx  # type: ignore[attr-defined]


def wants_fragment(root_id: str) -> bool:
    """Return whether htmx asked for only the element with this id."""
    htmx = _htmx_request()
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request and htmx.target == root_id


def is_htmx_request() -> bool:
    """Return whether htmx or a similar script sent the request, which means that the sending page is still open."""
    return bool(_htmx_request())


def is_fragment_request() -> bool:
    """Return whether htmx will put the response into a part of the open page."""
    htmx = _htmx_request()
    return bool(htmx) and not htmx.boosted


def current_page_path() -> str:
    """Return the path and query of the page around a fragment. Empty if no fragment was requested."""
    address = urlsplit(str(_htmx_request().current_url or "")) if is_fragment_request() else None
    if address is None:
        return ""
    return f"{address.path}?{address.query}" if address.query else address.path


def replace_whole_page(response: Response) -> Response:
    """Make htmx replace the whole page with this response."""
    if is_fragment_request():
        # Set by hand: htmx-flask 0.1.0 refuses two of the values of HX-Reswap.
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def redirect_to(location: str) -> Response:
    """Redirect with or without htmx."""
    if is_fragment_request():
        answer: Response = make_response("", 204)
        answer.headers["HX-Redirect"] = iri_to_uri(location)  # headers are Latin-1
        return answer
    return redirect(location, 303)
