"""Parses and validates access and refresh tokens, ID tokens and logout tokens."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError

from fetching.signed_tokens import SKEW_SECONDS, SignedToken
from masthead.oidc.sign_ins import Grant, Identity, NotTrustedError, ProviderAwayError

MAX_SUBJECT_LENGTH = 255  # OpenID Connect Core, section 2
MAX_TOKEN_LENGTH = 16 * 1024  # web servers reject longer headers


def parse_grant(answered: Mapping[str, Any], now: float, *, refresh_token: str | None = None) -> Grant:
    """Parse the token endpoint's answer; if it contains no new refresh token, keep `refresh_token`.

    Raises ProviderAwayError.
    """
    access, refresh = answered.get("access_token"), answered.get("refresh_token") or refresh_token
    seconds, kind = answered.get("expires_in"), answered.get("token_type")
    if not _is_token(access) or not isinstance(kind, str) or kind.lower() != "bearer":
        raise ProviderAwayError("its answer holds no access token of the kind that the API takes")
    if refresh is not None and not _is_token(refresh):
        raise ProviderAwayError("its answer holds a refresh token that can't be one")
    return Grant(str(access), refresh, None if seconds is None else now + _parse_seconds(seconds))


def _is_token(value: object) -> bool:
    """Return whether the value is a token that can be sent in a header."""
    right = isinstance(value, str) and 0 < len(value) <= MAX_TOKEN_LENGTH
    return right and str(value).isascii() and str(value).isprintable() and " " not in str(value)


def _parse_seconds(seconds: object) -> float:
    try:
        # Some providers send text. The upper limit keeps the time of expiry a valid date.
        return min(max(float(str(seconds)), 0.0), 1e9)
    except ValueError:
        raise ProviderAwayError("its answer says in no number when the access token expires") from None


def parse_identity(
    token: SignedToken, *, issuer: str, client_id: str, access_token: str, nonce: str | None, now: float
) -> Identity:
    """Validate an ID token. `nonce` is None after a refresh. Raises NotTrustedError."""
    options: Any = {"iss": {"value": issuer}, "aud": {"value": client_id}}
    params = {"client_id": client_id, "access_token": access_token, "nonce": nonce}
    claims = CodeIDToken(dict(token.claims), dict(token.header), options, params)
    try:
        claims.validate(int(now), SKEW_SECONDS)
    except (JoseError, ValueError, TypeError, OverflowError) as error:
        raise NotTrustedError(f"what it signed does not hold: {error}") from error
    subject = claims["sub"]
    if not 0 < len(subject) <= MAX_SUBJECT_LENGTH:
        raise NotTrustedError("what it signed does not hold: a subject has 1 to 255 characters")
    # Names are only for display: they can change, the subject can't.
    name = _printable_claim(claims, "name") or _printable_claim(claims, "preferred_username")
    return Identity(issuer, subject, name, _printable_claim(claims, "sid"))


def _printable_claim(claims: Mapping[str, Any], name: str) -> str | None:
    value = claims.get(name)
    return value if isinstance(value, str) and value.isprintable() and value.strip() else None


MAX_AGE_SECONDS = 300
"""Age limit for logout tokens without `exp`, which early drafts of the specification didn't require."""
EVENT = "http://schemas.openid.net/event/backchannel-logout"


class ProviderLogout(NamedTuple):
    """A logout at the provider, from one session or from all of a subject's sessions; one of the two is set."""

    issuer: str
    subject: str | None
    session: str | None


def parse_logout_token(token: SignedToken, *, issuer: str, client_id: str, now: float) -> ProviderLogout:
    """Validate a back-channel logout token. Raises NotTrustedError."""
    claims = dict(token.claims)
    names = ("iss", "aud", "iat", "jti", "events")
    expected: dict[str, Any] = {name: {"essential": True} for name in names}
    _limit_age(claims)
    expected["iss"]["value"], expected["aud"]["value"] = issuer, client_id
    try:
        jwt.JWTClaimsRegistry(int(now), SKEW_SECONDS, **expected).validate(claims)
    except (JoseError, ValueError, TypeError, OverflowError) as error:
        raise NotTrustedError(f"what it signed does not hold: {error}") from error
    events, subject, session = claims["events"], claims.get("sub"), claims.get("sid")
    # An ID token must not pass as a logout token; it has a nonce and no event.
    if not isinstance(events, dict) or EVENT not in events or "nonce" in claims:
        raise NotTrustedError("what it signed reports no sign-out")
    if not (subject or session) or not all(each is None or isinstance(each, str) for each in (subject, session)):
        raise NotTrustedError("what it signed names nobody")
    return ProviderLogout(issuer, subject, session)


def _limit_age(claims: dict[str, Any]) -> None:
    begun = claims.get("iat")
    if claims.get("exp") is None and isinstance(begun, int | float):
        claims["exp"] = int(begun) + MAX_AGE_SECONDS
