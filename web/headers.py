"""Headers of every answer: the script policy, no caching of what a person sees, nothing told to other hosts."""

from flask import Flask, g, request
from werkzeug.wrappers import Response

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
FILES = {200, 304}


def init_app(app: Flask, *, https: bool) -> None:
    """Add the headers to all answers of the app, error pages and static files too."""

    def add(response: Response) -> Response:
        response.headers.update(ALWAYS)
        response.headers["X-Request-Id"] = g.request_id
        if https:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        if request.endpoint != "static" or response.status_code not in FILES:
            response.headers["Cache-Control"] = "no-store"
            response.headers["Vary"] = "Cookie, HX-Request"
        return response

    app.after_request(add)
