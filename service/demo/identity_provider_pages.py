"""The pages of the demo's identity provider: its metadata, and the choice of a person to sign in as."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import cast
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, request
from sqlalchemy import Connection, select

from service.demo import Moments
from service.demo.identity_provider import (
    NO_REQUEST,
    PATH,
    DemoIdentityProvider,
    load_identity_provider,
    parse_sign_in_request,
)
from service.http.routing import Runtime
from service.sign_in.pages import build_page
from service.sign_in.providers import SignInProvider, find_provider
from service.sign_in.xml import SAML, SignInRefusedError, element_text
from service.storage.documents import parse_fields
from service.tables.identity import membership, person

blueprint = Blueprint("demo_identity_provider", __name__, url_prefix=PATH)

_FORM = """\
<form method="post" action="{action}">
<input type="hidden" name="SAMLResponse" value="{answer}">
<p><button>{name}</button> {email}</p>
</form>
"""
_OLD_WORLD = "This demo world was made before it had an identity provider. Delete its database to get a new one."
_OTHER_PROVIDER = "This identity provider of Masthead doesn't use the demo's sign-in address any more."


@blueprint.get("/metadata")
def metadata() -> Response:
    """Return the metadata for setting up this identity provider in Masthead."""
    runtime: Runtime = current_app.extensions["runtime"]
    with runtime.database.reading() as connection:
        own = _load(connection, runtime.settings.base)
    return Response(own.metadata(), content_type="application/samlmetadata+xml")


@blueprint.get("/sso")
def choose_person() -> Response:
    """Show a button for each person, which sends the signed response."""
    runtime: Runtime = current_app.extensions["runtime"]
    base, now = runtime.settings.base, runtime.settings.clock()
    asked = parse_sign_in_request(request.args.get("SAMLRequest", ""))
    issuer = element_text(asked.find(f"{SAML}Issuer"))
    with runtime.database.reading() as connection:
        own = _load(connection, base)
        provider = _find_asking(connection, issuer, base)
        people = [*_list_members(connection, provider), *Moments(now).read("providers")["newcomers"]]
    if provider.sso_url != own.sso_url:
        raise SignInRefusedError(_OTHER_PROVIDER)
    forms = _forms(own, provider, asked.get("ID", ""), people)
    parts = urlsplit(provider.acs_url)
    text = f"Choose a person to sign in to {provider.label}. A real identity provider would ask for a password."
    return build_page("Sign in as", text, "".join(forms), 200, f"{parts.scheme}://{parts.netloc}")


@blueprint.errorhandler(SignInRefusedError)
def handle_refusal(error: SignInRefusedError) -> Response:
    return build_page("Nobody can sign in here", str(error), "", error.status)


def _load(connection: Connection, base: str) -> DemoIdentityProvider:
    own = load_identity_provider(connection, base)
    if own is None:
        raise SignInRefusedError(_OLD_WORLD, 404)
    return own


def _find_asking(connection: Connection, issuer: str, base: str) -> SignInProvider:
    provider_id = issuer.removeprefix(f"{base}/saml/").removesuffix("/metadata")
    provider = find_provider(connection, provider_id, base)
    if provider.own_entity_id != issuer:
        raise SignInRefusedError(NO_REQUEST, 400)
    return provider


def _list_members(connection: Connection, provider: SignInProvider) -> list[Mapping[str, str]]:
    joined = select(person.c.document).join(membership, membership.c.person == person.c.id)
    rows = joined.where(membership.c.organization == provider.organization).order_by(person.c.email)
    return [cast("dict[str, str]", parse_fields(document)) for document in connection.scalars(rows)]


def _forms(
    own: DemoIdentityProvider, provider: SignInProvider, request_id: str, people: Iterable[Mapping[str, str]]
) -> Iterable[str]:
    now = current_app.extensions["runtime"].settings.clock()
    for each in people:
        email, name = each["email"], each["displayName"]
        answer = own.answer(request_id, provider, email, name, now)
        yield _FORM.format(action=escape(provider.acs_url), answer=answer, name=escape(name), email=escape(email))
