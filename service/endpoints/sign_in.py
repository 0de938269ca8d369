"""The addresses at which people sign in by an identity provider. Browsers come here, without a token."""

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from service.http.request_context import format_time
from service.http.routing import Runtime
from service.sign_in.answers import read_saml_response
from service.sign_in.errors import TOO_LARGE, SignInRefusedError
from service.sign_in.members import record_sign_in
from service.sign_in.pages import refused_page, signed_in_page
from service.sign_in.providers import find_provider, own_addresses
from service.sign_in.requests import create_request, mark_answered
from service.sign_in.sp_metadata import sp_metadata

blueprint = Blueprint("sign_in", __name__, url_prefix="/saml/<provider_id>")

_CHANGED = "Somebody changed the identity provider here in the meantime. Start over from the start address."


@blueprint.get("/start")
def start(provider_id: str) -> Response:
    """Send the person to the identity provider."""
    runtime: Runtime = current_app.extensions["runtime"]
    now = runtime.settings.clock()
    with runtime.database.writing() as connection:
        provider = find_provider(connection, provider_id, runtime.settings.base)
        provider.check_certificate(now)
        address = create_request(connection, provider, now)
    return Response(status=302, headers={"Location": address})


@blueprint.post("/acs")
def acs(provider_id: str) -> Response:
    """Take the identity provider's answer, which the person's browser brings."""
    runtime: Runtime = current_app.extensions["runtime"]
    base, now = runtime.settings.base, runtime.settings.clock()
    with runtime.database.reading() as connection:
        provider = find_provider(connection, provider_id, base)
    # Before the write begins, so that nobody holds up others with answers that are not to be believed.
    answer = read_saml_response(_given(), provider, now)
    with runtime.database.writing() as connection:
        if find_provider(connection, provider_id, base) != provider:
            raise SignInRefusedError(_CHANGED)
        mark_answered(connection, provider, answer.request, now)
        record_sign_in(connection, provider, answer, format_time(now))
    return signed_in_page(answer.email, provider.label)


@blueprint.get("/metadata")
def metadata(provider_id: str) -> Response:
    """The metadata for the identity provider; available before sign-in is set up here."""
    runtime: Runtime = current_app.extensions["runtime"]
    with runtime.database.reading() as connection:
        addresses = own_addresses(connection, provider_id, runtime.settings.base)
    return Response(sp_metadata(addresses), content_type="application/samlmetadata+xml")


@blueprint.errorhandler(SignInRefusedError)
def refused(error: SignInRefusedError) -> Response:
    return refused_page(str(error), error.status)


@blueprint.after_request
def not_kept(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def _given() -> str:
    try:
        return request.form.get("SAMLResponse", "")
    except RequestEntityTooLarge as error:
        raise SignInRefusedError(TOO_LARGE, 413) from error
