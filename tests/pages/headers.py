"""Rules of every answer of the portal, page or not: its headers, its cookies, and that no token is in it."""

import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from http.cookies import SimpleCookie

from werkzeug.test import TestResponse

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
TOKENS = ("demo-alice", "demo-bob", "demo-charlie", "demo-dana", "demo-lena")
# Everyone may come in as one of the demo people: in demo mode the sign-in page has a button for each.
DEMO_BUTTON = re.compile(r'name="token"\s+value="demo-(alice|bob|charlie|dana|lena)"')
VARIES = {"Cookie", "HX-Request", "Accept-Encoding", "Sec-Fetch-Site"}


def broken(response: TestResponse, *, https: bool, tokens: tuple[str, ...] = TOKENS) -> list[str]:
    """What is wrong with an answer, whatever it is of. `tokens` are those that must not be found in it."""
    return [
        *_policy(response),
        *_plain_headers(response, https=https),
        *_kept_from_others(response),
        *_cookies(response, https=https),
        *_told(response, tokens),
    ]


TO_PROVIDER = re.compile("/sign-in/([2-9]/)?provider")
"""The one page that leads to another host, which the settings name."""


def _policy(response: TestResponse) -> Iterator[str]:
    directives = (each.split(maxsplit=1) for each in response.headers.get("Content-Security-Policy", "").split(";"))
    said = {each[0]: each[1] for each in directives if len(each) > 1}
    if said != POLICY:
        yield f"the script policy is {said}"


def _plain_headers(response: TestResponse, *, https: bool) -> Iterator[str]:
    wanted: dict[str, str | None] = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains" if https else None,
    }
    for name, value in wanted.items():
        if response.headers.get(name) != value:
            yield f"{name} is {response.headers.get(name)}"
    if not re.fullmatch(r"[0-9a-f]{16}", response.headers.get("X-Request-Id", "")):
        yield "the answer has no request id"
    if let_in := [name for name, _ in response.headers if name.lower().startswith("access-control-")]:
        yield f"other sites are let in by {let_in}"
    kind = response.headers.get("Content-Type", "")
    if kind.startswith("text/") and "charset=utf-8" not in kind:
        yield f"it is {kind} of no known charset"
    location = response.headers.get("Location", "/")
    if not re.match(r"/(?![/\\])", location) and not TO_PROVIDER.fullmatch(response.request.path):
        yield f"it leads to {location}"


def _kept_from_others(response: TestResponse) -> Iterator[str]:
    if response.request.path.startswith("/static/") and response.status_code == 200:
        return
    if response.headers.get("Cache-Control") != "no-store":
        yield f"Cache-Control is {response.headers.get('Cache-Control')}"
    if set(response.headers.get("Vary", "").split(", ")) != VARIES:
        yield f"Vary is {response.headers.get('Vary')}"


def _cookies(response: TestResponse, *, https: bool) -> Iterator[str]:
    for line in response.headers.getlist("Set-Cookie"):
        for cookie in SimpleCookie(line).values():
            wanted = {"httponly": True, "samesite": "Lax", "secure": https or "", "path": "/", "domain": ""}
            if cookie["max-age"] == "0":  # it is taken away, and has nothing to protect
                wanted = {"path": "/", "domain": ""}
            if wrong := {name: cookie[name] for name, value in wanted.items() if cookie[name] != value}:
                yield f"the cookie {cookie.key} has {wrong}"
            if https and not cookie.key.startswith("__Host-"):
                yield f"the cookie {cookie.key} may be another host's"


def _told(response: TestResponse, tokens: tuple[str, ...]) -> Iterator[str]:
    text = response.get_data().decode(errors="replace")  # an archive is no text
    if response.request.path == "/sign-in":
        text = DEMO_BUTTON.sub("", text)
    held = [text, str(response.headers), *_decoded(response)]
    yield from (f"the answer has the token {token}" for token in tokens if any(token in each for each in held))


def _decoded(response: TestResponse) -> Iterator[str]:
    """What a cookie says when it is only encoded."""
    for line in response.headers.getlist("Set-Cookie"):
        for part in re.findall(r"[\w-]{8,}", line):
            yield urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("latin-1") if len(part) % 4 != 1 else ""
