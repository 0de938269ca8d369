"""Sign-in and sign-out with OpenID Connect: redirect to the provider, callback, and error pages."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from flask import Blueprint, current_app, flash, g, request, url_for
from werkzeug.wrappers import Response

from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.oidc import (
    NotTrustedError,
    PendingSignIn,
    ProviderAwayError,
    ProviderError,
    ProviderRefusedError,
    create_secrets,
)
from masthead.store.sign_ins import SignIns
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.frame.problems import BAD_GATEWAY, http_status
from masthead.web.http.log import log
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to
from masthead.web.person import sign_in as sessions_of
from masthead.web.person.guards import provider_limit, public, signed_by_provider
from masthead.web.person.portal import CALLBACK, ENDED, Provider, portal, provider_path
from masthead.web.person.session import cookie_attributes, cookie_name
from masthead.web.places import Place
from masthead.web.submit import drafts

blueprint = Blueprint("oidc", __name__)
BROWSER = "masthead_signing_in"
"""Cookie that ties a sign-in to the browser that started it. It lives as briefly as the sign-in."""

BROWSER_SECONDS = 600
BAD_REQUEST, FORBIDDEN = 400, 403
ANY = "<int:number>"
NOT_BEGUN = N_(
    "This browser didn't begin this sign-in, or began it more than ten minutes ago, or has finished it already. "
    "Start over."
)
NOT_TRUSTED = N_(
    "Masthead can't trust the answer of %(provider)s, so nobody was signed in. Start over. If it happens again, tell "
    "an administrator of Masthead."
)
DENIED = N_("%(provider)s didn't let you in, or you canceled. Start over, or ask its administrator for access.")
REFUSED = N_(
    "%(provider)s refused this sign-in. Start over. If it happens again, tell an administrator of Masthead: the "
    "settings of Masthead and of %(provider)s may not fit."
)
AWAY = N_("%(provider)s can't be reached, or doesn't answer as it should. Try again in a moment.")
NOT_KNOWN_TO_API = N_(
    "%(provider)s signed you in, but the documentation service refused it. Ask one of its administrators for access."
)
MAYBE_STILL_IN = N_("%(provider)s can't be reached, so you may still be signed in there.")
API_AWAY = N_("Your sign-in can't be checked right now. Try again in a moment.")


class NotBegunError(ProviderError):
    """The callback doesn't belong to a sign-in that this browser started."""


def with_provider(view: Callable[[Provider], Response]) -> Callable[..., Response]:
    """Pass the provider in the URL to the view; redirect to the sign-in page if there is none."""

    @wraps(view)
    def call_view(number: int = 1) -> Response:
        provider = portal().get_provider_by_number(number)
        return redirect_to(url_for("account.sign_in")) if provider is None else view(provider)

    return call_view


@blueprint.get("/sign-in/provider")
@blueprint.get("/sign-in/<int:number>/provider", endpoint="start_of")
@public
@provider_limit
@with_provider
def start(provider: Provider) -> Response:
    """Redirect to the provider. A GET, since browsers don't follow a form's redirect to another host."""
    onward = local_path(request.args.get("next"), url_for("home.index"))
    if request.headers.get("Sec-Fetch-Site") == "cross-site":  # started by another site, not by the person
        return redirect_to(url_for("account.sign_in", next=onward))
    made = create_secrets()
    kept = {**made, "next": onward, "issuer": provider.settings.issuer}
    state, cookie = _sign_ins().begin(_browser_id(), kept)
    try:
        response = redirect_to(provider.client.authorization_url(PendingSignIn(state, **made)))
    except ProviderError as problem:
        return _refusal_page(provider, problem, onward)
    provider.mark_available()
    name = cookie_name(current_app, BROWSER)
    response.set_cookie(name, cookie, max_age=BROWSER_SECONDS, **cookie_attributes(current_app))
    return response


@blueprint.get(provider_path(CALLBACK, 1))
@blueprint.get(provider_path(CALLBACK, ANY), endpoint="callback_of")
@public
@with_provider
def callback(provider: Provider) -> Response:
    """Finish the sign-in, given the provider's response: a code or an error."""
    answer = request.args.to_dict()
    kept = _sign_ins().take(_browser_id(), answer.get("state", ""))
    if kept is None or "issuer" not in kept:  # without an issuer, it was started by an earlier version
        return _refusal_page(provider, NotBegunError("no sign-in of this browser has this state"))
    onward = kept["next"]
    try:
        if kept["issuer"] != provider.settings.issuer:
            raise NotTrustedError("the answer came to the address of another provider than the one that was asked")
        pending = PendingSignIn(answer["state"], kept["nonce"], kept["verifier"])
        identity, grant = provider.client.redeem(answer, pending)
        who = sessions_of.provider_credentials(identity, grant, links_tokens=provider.settings.links_tokens)
        if who.token:  # a linked token is checked by the next page or the API
            sessions_of.try_token(who.token, who.owner)
    except (ProviderError, Problem) as problem:
        return _refusal_page(provider, problem, onward)
    response = sessions_of.sign_in(redirect_to(onward), who, identity.name)
    drafts.adopt_parked_drafts(who.owner)
    return response


@blueprint.get("/signed-out")
@blueprint.get("/sign-in/<int:number>/signed-out", endpoint="signed_out_of")
@public
@with_provider
def signed_out(provider: Provider) -> Response:
    """Show the page after sign-out, which offers to sign out at the provider too.

    It doesn't redirect to the provider. Some providers require the ID token, which we never put into a URL. Without
    it, they show an empty page and leave the person signed in.
    """
    if g.person is not None:
        return redirect_to(url_for("home.index"))
    try:
        address = provider.client.sign_out_url()
    except ProviderAwayError as problem:
        log.warning("provider sign-out", extra={"reason": str(problem)})
        flash(gettext(MAYBE_STILL_IN, provider=provider.name), "warning")
        address = None
    if address is None:
        return redirect_saved(gettext("You are signed out of Masthead."), url_for("account.sign_in"))
    return page("oidc/signed_out.html", provider=provider.name, address=address)


@blueprint.post(provider_path(ENDED, 1))
@blueprint.post(provider_path(ENDED, ANY), endpoint="ended_of")
@public
@signed_by_provider
@with_provider
def ended(provider: Provider) -> Response:
    """Handle a back-channel logout: end the person's sessions from this provider."""
    try:
        over = provider.client.verify_logout(request.form.get("logout_token", ""))
    except ProviderError as problem:
        log.warning("provider sign-out refused", extra={"reason": str(problem)})
        return Response(status=BAD_REQUEST)
    portal().store.sessions.revoke_of_provider(over.issuer, subject=over.subject, session=over.session)
    return Response(status=200)


def _sign_ins() -> SignIns:
    return portal().store.sign_ins


def _browser_id() -> str:
    return request.cookies.get(cookie_name(current_app, BROWSER), "")


def _problem_message(problem: Exception) -> tuple[str, int]:
    match problem:
        case NotBegunError():
            return NOT_BEGUN, BAD_REQUEST
        case ProviderAwayError():
            return AWAY, BAD_GATEWAY
        case ProviderRefusedError():
            return (DENIED, FORBIDDEN) if problem.code == "access_denied" else (REFUSED, BAD_REQUEST)
        case TokenRefused():
            return NOT_KNOWN_TO_API, FORBIDDEN
        case Problem():
            return API_AWAY, http_status(problem)
        case _:
            return NOT_TRUSTED, BAD_REQUEST


def _refusal_page(provider: Provider, problem: Exception, onward: str = "") -> Response:
    values = {"way": "provider", "reason": str(problem), "provider": urlsplit(provider.settings.issuer).hostname}
    log.warning("sign-in refused", extra={**values, **sessions_of.log_address()})
    if isinstance(problem, ProviderAwayError):
        provider.mark_away()
    words, status = _problem_message(problem)
    return page(
        "oidc/refused.html",
        status=status,
        problem=gettext(words, provider=provider.name),
        providers=[(each.name, each.address("start", onward or None)) for each in _providers_with_first(provider)],
        next=onward,
        stays=g.person is not None,
    )


def _providers_with_first(provider: Provider) -> list[Provider]:
    """Return all providers, starting with the given one."""
    return sorted(portal().providers, key=lambda each: each is not provider)


PLACE = Place(blueprints=(blueprint,))
