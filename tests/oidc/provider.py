"""An OpenID Connect provider that does as a test says: it signs everybody in, or answers what it should not."""

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import unquote_plus, urlencode

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

from tests.oidc.signing import Signer, claims_of
from tests.world import HOST, _QuietHandler

CLIENT, SECRET, API = "urn:masthead", "a secret: 100 % + more", "https://api.larkfield.example"
SECRET_KEY = "a key of the tests: 0d3c9e07b2d84a63"
METADATA, KEYS, TOKEN = "/.well-known/openid-configuration", "/keys", "/token"
Change = Callable[[dict[str, Any]], Any]


def settings_of(issuer: str, public_url: str = "http://localhost") -> dict[str, object]:
    """What a portal is set to, so that people sign in at this issuer."""
    return {
        "OIDC_ISSUER": issuer,
        "OIDC_CLIENT_ID": CLIENT,
        "OIDC_CLIENT_SECRET": SECRET,
        "OIDC_AUDIENCE": API,
        "OIDC_NAME": "Larkfield ID",
        "PUBLIC_URL": public_url,
    }


def linked_settings_of(issuer: str, public_url: str = "http://localhost") -> dict[str, object]:
    """The same where people link their tokens for the API."""
    return {**settings_of(issuer, public_url), "OIDC_TOKENS": "linked", "SECRET_KEY": SECRET_KEY}


def second_settings_of(issuer: str) -> dict[str, object]:
    """What is set besides, so that people sign in at this issuer too, and link their tokens."""
    own = {**settings_of(issuer), "OIDC_NAME": "Harbor ID", "OIDC_TOKENS": "linked"}
    numbered = {name.replace("OIDC_", "OIDC_2_"): each for name, each in own.items() if name.startswith("OIDC_")}
    return {**numbered, "SECRET_KEY": SECRET_KEY}


def as_it_is(said: dict[str, Any]) -> dict[str, Any]:
    return said


@dataclass
class Behaviour:
    """What it does otherwise than it should. `instead` answers a path by itself."""

    subject: str = "alice"
    seconds: int = 300
    instead: dict[str, Callable[[Request], Response]] = field(default_factory=dict)
    metadata: Change = as_it_is
    answer: Change = as_it_is
    claims: Change = as_it_is
    tokens: Change = as_it_is
    access: Change = as_it_is
    sign: Callable[[Signer, dict[str, Any]], str] = Signer.sign


class Provider:
    """At `url`, which is its issuer. `asked` are the paths of what it was asked, `renewed` how often it renewed."""

    def __init__(self) -> None:
        self.signer, self.does = Signer(), Behaviour()
        self.asked: list[str] = []
        self.renewed = 0
        self._codes: dict[str, Mapping[str, str]] = {}
        self.refresh_tokens: set[str] = set()
        self._server = make_server(HOST, 0, self._answer, threaded=True, request_handler=_QuietHandler)
        self.url = f"http://{HOST}:{self._server.port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def code(self, asked: Mapping[str, str]) -> str:
        """One for what was asked of it, as its own page would give it."""
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        return code

    def _answer(self, environ: Any, start: Any) -> Any:  # noqa: ANN401 - as WSGI has them
        request = Request(environ)
        self.asked.append(request.path)
        usual = {METADATA: self._metadata, KEYS: self._keys, "/authorize": self._authorize, TOKEN: self._token}
        answer = self.does.instead.get(request.path) or usual[request.path]
        return answer(request)(environ, start)

    def _metadata(self, _: Request) -> Response:
        said = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}{TOKEN}",
            "jwks_uri": f"{self.url}{KEYS}",
            "end_session_endpoint": f"{self.url}/end",
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        return _json(self.does.metadata(said))

    def _keys(self, _: Request) -> Response:
        return Response(self.signer.published(), content_type="application/json")

    def _authorize(self, request: Request) -> Response:
        asked = request.args.to_dict()
        said = self.does.answer({"code": self.code(asked), "state": asked["state"], "iss": self.url})
        return Response(status=303, headers={"Location": f"{asked['redirect_uri']}?{urlencode(said)}"})

    def _token(self, request: Request) -> Response:
        sent = request.form.to_dict()
        given = request.authorization
        if given is None or [unquote_plus(each or "") for each in (given.username, given.password)] != [CLIENT, SECRET]:
            return _json({"error": "invalid_client"}, 401)
        if sent["grant_type"] == "refresh_token":
            return self._renew(sent["refresh_token"])
        asked = self._codes.pop(sent.get("code", ""), None)
        proved = create_s256_code_challenge(sent.get("code_verifier", ""))
        if asked is None or asked["code_challenge"] != proved or asked["redirect_uri"] != sent["redirect_uri"]:
            return _json({"error": "invalid_grant"}, 400)
        claims = claims_of(self.url, CLIENT, self.does.subject, nonce=asked["nonce"], name="Alice Moreau", sid="s1")
        return _json(self._tokens({"id_token": self.does.sign(self.signer, self.does.claims(claims))}))

    def _renew(self, refresh_token: str) -> Response:
        if refresh_token not in self.refresh_tokens:
            return _json({"error": "invalid_grant"}, 400)
        self.refresh_tokens.remove(refresh_token)  # each is good once
        self.renewed += 1
        return _json(self._tokens({}))

    def _tokens(self, more: dict[str, str]) -> dict[str, Any]:
        access = claims_of(self.url, API, self.does.subject, jti=secrets.token_hex(8))
        refresh = secrets.token_urlsafe(16)
        self.refresh_tokens.add(refresh)
        said = {
            "access_token": self.signer.sign(self.does.access(access)),
            "token_type": "Bearer",
            "expires_in": self.does.seconds,
            "refresh_token": refresh,
        }
        changed: dict[str, Any] = self.does.tokens({**said, **more})
        return changed


def _json(said: Any, status: int = 200) -> Response:  # noqa: ANN401 - any JSON
    return Response(json.dumps(said), status, content_type="application/json")
