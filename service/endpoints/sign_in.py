"""SAML sign-in: start, assertion consumer service and metadata. Browsers call these without a token."""

from flask import Blueprint, Response, current_app, request
from sqlalchemy import Connection, select, update
from werkzeug.exceptions import RequestEntityTooLarge

from service.http.request_context import format_time
from service.http.routing import Runtime
from service.identity.organizations import add_person, find_person, make_member
from service.sign_in.pages import build_page
from service.sign_in.providers import SignInProvider, create_request, find_provider, find_service_urls, mark_answered
from service.sign_in.responses import SamlResponse, parse_saml_response
from service.sign_in.xml import TOO_LARGE, SignInRefusedError, sp_metadata
from service.tables.identity import membership
from service.teams import change_members

blueprint = Blueprint("sign_in", __name__, url_prefix="/saml/<provider_id>")

_AGAIN = '<p><a href="start">Sign in again</a></p>\n'
_NOTHING_THERE = 404
_CHANGED = "Somebody changed the identity provider here in the meantime. Start over from the start address."


@blueprint.get("/start")
def start(provider_id: str) -> Response:
    """Redirect the person to the identity provider."""
    runtime: Runtime = current_app.extensions["runtime"]
    now = runtime.settings.clock()
    with runtime.database.writing() as connection:
        provider = find_provider(connection, provider_id, runtime.settings.base)
        provider.ensure_certificate_is_valid(now)
        address = create_request(connection, provider, now)
    return Response(status=302, headers={"Location": address})


@blueprint.post("/acs")
def acs(provider_id: str) -> Response:
    """Handle the identity provider's response, which the person's browser posts."""
    runtime: Runtime = current_app.extensions["runtime"]
    base, now = runtime.settings.base, runtime.settings.clock()
    with runtime.database.reading() as connection:
        provider = find_provider(connection, provider_id, base)
    # Verified before the write begins, so that forged responses can't block other writes.
    answer = parse_saml_response(_parse_form(), provider, now)
    with runtime.database.writing() as connection:
        if find_provider(connection, provider_id, base) != provider:
            raise SignInRefusedError(_CHANGED)
        mark_answered(connection, provider, answer.request, now)
        _record_sign_in(connection, provider, answer, format_time(now))
    confirmed = f"{provider.label} confirmed who you are. You can close this page."
    return build_page(f"You are signed in as {answer.email}", confirmed, "", 200)


@blueprint.get("/metadata")
def metadata(provider_id: str) -> Response:
    """Return our metadata for the identity provider, even while the provider is incomplete."""
    runtime: Runtime = current_app.extensions["runtime"]
    with runtime.database.reading() as connection:
        addresses = find_service_urls(connection, provider_id, runtime.settings.base)
    return Response(sp_metadata(addresses), content_type="application/samlmetadata+xml")


@blueprint.errorhandler(SignInRefusedError)
def handle_refusal(error: SignInRefusedError) -> Response:
    return build_page(
        "You are not signed in", str(error), "" if error.status == _NOTHING_THERE else _AGAIN, error.status
    )


@blueprint.after_request
def forbid_caching(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def _record_sign_in(connection: Connection, provider: SignInProvider, answer: SamlResponse, now: str) -> None:
    person = find_person(connection, answer.email)
    if person is None:
        person = add_person(connection, answer.name or answer.email.partition("@")[0], answer.email)
    own = (membership.c.person == person, membership.c.organization == provider.organization)
    if connection.scalar(select(membership.c.person).where(*own)) is None:
        make_member(connection, person, provider.organization, provider.default_role, now)
        if provider.default_team is not None:
            change_members(connection, provider.default_team, added=[person])
    connection.execute(update(membership).where(*own).values(sso=True, last_seen_at=now))


def _parse_form() -> str:
    try:
        return request.form.get("SAMLResponse", "")
    except RequestEntityTooLarge as error:
        raise SignInRefusedError(TOO_LARGE, 413) from error
