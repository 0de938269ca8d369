"""The checks of each answer's headers find what is missing."""

from flask import Flask, Response
from werkzeug.test import TestResponse

from tests.loops import for_each
from tests.pages import headers

GOOD = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in headers.POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Request-Id": "0123456789abcdef",
    "Cache-Control": "no-store",
    "Vary": "Cookie, HX-Request, Accept-Encoding, Sec-Fetch-Site",
    "Set-Cookie": "masthead=x; HttpOnly; SameSite=Lax; Path=/",
}
HSTS = "max-age=31536000; includeSubDomains"
TOKEN_IN_BASE64 = "eyJ0b2tlbiI6ImRlbW8tYWxpY2UifQ"


def answer(body: str = "", **changed: str) -> TestResponse:
    app = Flask("answers")
    given = {**GOOD, **{name.replace("_", "-"): value for name, value in changed.items()}}
    app.add_url_rule("/", "page", lambda: Response(body, headers=given))
    return app.test_client().get("/")


def test_a_good_answer_passes() -> None:
    assert headers.broken(answer(), https=False) == []


@for_each("name", [name for name in GOOD if name != "Set-Cookie"])
def test_a_missing_header_is_named(name: str) -> None:
    assert len(headers.broken(answer(**{name: ""}), https=False)) == 1


@for_each(
    "cookie",
    [
        "masthead=x; SameSite=Lax; Path=/",
        "masthead=x; HttpOnly; Path=/",
        "masthead=x; HttpOnly; SameSite=Lax; Path=/orgs",
        "masthead=x; HttpOnly; SameSite=Lax; Path=/; Domain=example.com",
    ],
)
def test_a_loose_cookie_is_named(cookie: str) -> None:
    assert len(headers.broken(answer(Set_Cookie=cookie), https=False)) == 1


def test_each_cookie_has_the_prefix_behind_https() -> None:
    bound = {"Set_Cookie": "theme=dark; HttpOnly; SameSite=Lax; Path=/; Secure", "Strict_Transport_Security": HSTS}
    assert headers.broken(answer(**bound), https=True) == ["the cookie theme may be another host's"]
    named = {**bound, "Set_Cookie": f"__Host-{bound['Set_Cookie']}"}
    assert headers.broken(answer(**named), https=True) == []


def test_https_wants_more() -> None:
    assert len(headers.broken(answer(), https=True)) == 3


def test_a_weaker_policy_is_named() -> None:
    weaker = GOOD["Content-Security-Policy"].replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    assert len(headers.broken(answer(Content_Security_Policy=weaker), https=False)) == 1


@for_each(
    "changed",
    [
        {"body": "<p>demo-alice</p>"},
        {"X_Note": "demo-alice"},
        {"Set_Cookie": f"masthead={TOKEN_IN_BASE64}.x; HttpOnly; SameSite=Lax; Path=/"},
    ],
)
def test_a_token_is_found_wherever_it_hides(changed: dict[str, str]) -> None:
    assert headers.broken(answer(**changed), https=False) == ["the answer has the token demo-alice"]


def test_a_text_without_its_charset_is_named() -> None:
    assert headers.broken(answer(Content_Type="text/html"), https=False) == ["it is text/html of no known charset"]


def test_no_other_site_is_let_in() -> None:
    let_in = headers.broken(answer(Access_Control_Allow_Origin="*"), https=False)
    assert let_in == ["other sites are let in by ['Access-Control-Allow-Origin']"]


def test_an_answer_may_not_lead_to_another_host() -> None:
    assert headers.broken(answer(Location="https://evil.example"), https=False) == ["it leads to https://evil.example"]
