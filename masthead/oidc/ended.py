"""Back-channel logout: verifies the token in which a provider says that a session ended."""

from dataclasses import dataclass
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError

from fetching.signed_tokens import SKEW_SECONDS, SignedToken
from masthead.oidc.errors import NotTrustedError

MAX_AGE_SECONDS = 300
"""Of a token without an end: some providers give none, as the specification let them at first."""
EVENT = "http://schemas.openid.net/event/backchannel-logout"


@dataclass(frozen=True, slots=True)
class ProviderLogout:
    """One session of the provider, or all of the person's; one of the two is there."""

    issuer: str
    subject: str | None
    session: str | None


def parse_logout_token(token: SignedToken, *, issuer: str, client_id: str, now: float) -> ProviderLogout:
    """Raises NotTrustedError."""
    claims = dict(token.claims)
    names = ("iss", "aud", "iat", "jti", "events")
    expected: dict[str, Any] = {name: {"essential": True} for name in names}
    _end_without_exp(claims)
    expected["iss"]["value"], expected["aud"]["value"] = issuer, client_id
    try:
        jwt.JWTClaimsRegistry(int(now), SKEW_SECONDS, **expected).validate(claims)
    except (JoseError, ValueError, TypeError, OverflowError) as error:
        raise NotTrustedError(f"what it signed does not hold: {error}") from error
    events, subject, session = claims["events"], claims.get("sub"), claims.get("sid")
    # An ID token would do else: it has a nonce, and no event.
    if not isinstance(events, dict) or EVENT not in events or "nonce" in claims:
        raise NotTrustedError("what it signed reports no sign-out")
    if not (subject or session) or not all(each is None or isinstance(each, str) for each in (subject, session)):
        raise NotTrustedError("what it signed names nobody")
    return ProviderLogout(issuer, subject, session)


def _end_without_exp(claims: dict[str, Any]) -> None:
    begun = claims.get("iat")
    if claims.get("exp") is None and isinstance(begun, int | float):
        claims["exp"] = int(begun) + MAX_AGE_SECONDS
