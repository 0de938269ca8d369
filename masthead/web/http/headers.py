"""Headers of every response: script policy, no caching of pages, no referrer for other hosts."""

from flask import Flask, request
from werkzeug.wrappers import Response

from masthead.web.http.log import request_id

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
    """Add the headers to all responses, including error pages and static files."""

    def add(response: Response) -> Response:
        response.headers.update(common_headers(request_id(), https=https))
        if request.endpoint != "static" or response.status_code not in FILES:
            response.headers.update(OF_PAGES)
        return response

    app.after_request(add)
