"""SAML providers of an organization."""

from typing import cast

from pydantic import MISSING
from sqlalchemy import bindparam, delete, insert, select, update
from werkzeug.exceptions import BadRequest

from contract.organization import saml
from contract.schema.endpoint import ListQuery
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sso import build_provider_columns, ensure_can_sign_in, parse_certificate, provider_json, provider_rows
from service.storage.documents import (
    Fields,
    array_json,
    as_json,
    create_id,
    extend_json,
    find_fields,
    find_row,
    parse_fields,
    urls_json,
)
from service.tables.identity import saml_provider
from service.teams import ensure_team

group = RouteGroup(__name__)

_MISSING = "No SAML provider of this organization has this id."
_OF_ORGANIZATION = saml_provider.c.organization == bindparam("organization")

LISTING = PagedListing("saml", provider_rows().where(_OF_ORGANIZATION), [saml_provider.c.number])
ONE = provider_rows().where(_OF_ORGANIZATION, saml_provider.c.id == bindparam("provider"))


@group.serves(saml.LIST_SAML_PROVIDERS)
def list_saml_providers(call: RequestContext, query: ListQuery) -> str:
    """List the providers of the organization, oldest first."""
    of = {"organization": call.organization, "caller": call.person}
    return LISTING.page(call, query, of, document=provider_json)


@group.serves(saml.CREATE_SAML_PROVIDER)
def create_saml_provider(call: RequestContext, body: saml.SamlProviderCreate) -> str:
    """Create a provider; it is pending until it has an entity id, a URL and a certificate."""
    if not call.switches.labelOnlySaml:
        ensure_can_sign_in(body)
    fields: Fields = {"object": "saml-provider", "id": create_id("saml"), "createdAt": call.now}
    columns = build_provider_columns(call.organization, _update_fields(fields, body)) | _team_columns(call, body)
    call.connection.execute(insert(saml_provider).values(columns))
    return _provider_json(call, str(fields["id"]))


@group.serves(saml.GET_SAML_PROVIDER)
def get_saml_provider(call: RequestContext, provider_id: str) -> str:
    """Return the provider, with its default team."""
    return _provider_json(call, provider_id)


@group.serves(saml.UPDATE_SAML_PROVIDER)
def update_saml_provider(call: RequestContext, provider_id: str, body: saml.SamlProviderUpdate) -> str:
    """Update the given fields; an empty string removes the entity id or the certificate."""
    columns = build_provider_columns(call.organization, _update_fields(_find_fields(call, provider_id), body))
    own = update(saml_provider).where(saml_provider.c.id == provider_id)
    call.connection.execute(own.values(columns | _team_columns(call, body)))
    return _provider_json(call, provider_id)


@group.serves(saml.DELETE_SAML_PROVIDER)
def delete_saml_provider(call: RequestContext, provider_id: str) -> None:
    """Delete the provider, so that nobody can sign in with it any more."""
    _find_fields(call, provider_id)
    call.connection.execute(delete(saml_provider).where(saml_provider.c.id == provider_id))


@group.serves(saml.LIST_SSO_LOGINS)
def list_sso_logins(call: RequestContext) -> str:
    """List the active providers that people can sign in with, oldest first."""
    own = (saml_provider.c.organization == call.organization, saml_provider.c.active)
    rows = select(saml_provider.c.document).where(*own).order_by(saml_provider.c.number)
    logins = array_json(_login_json(parse_fields(document)) for document in call.connection.scalars(rows))
    return extend_json("{}", items=logins)


def _find_fields(call: RequestContext, provider_id: str) -> Fields:
    return find_fields(call.connection, saml_provider, _MISSING, organization=call.organization, id=provider_id)


def _provider_json(call: RequestContext, provider_id: str) -> str:
    given = {"organization": call.organization, "provider": provider_id, "caller": call.person}
    return provider_json(find_row(call.connection, ONE, _MISSING, given))


def _update_fields(fields: Fields, body: saml.SamlProviderFields) -> Fields:
    if body.certificate is not MISSING and body.certificate:
        try:
            parse_certificate(body.certificate)
        except ValueError as error:
            raise BadRequest(f"certificate: {error}") from error
    given = body.model_dump(exclude={"defaultTeam"})
    return {name: value for name, value in (fields | given).items() if value != ""}


def _team_columns(call: RequestContext, body: saml.SamlProviderFields) -> dict[str, object]:
    if body.defaultTeam is MISSING:
        return {}
    return {"default_team": ensure_team(call.connection, call.organization, body.defaultTeam, field="defaultTeam")}


def _login_json(fields: Fields) -> str:
    start = cast("dict[str, str]", fields["service"])["startURL"]
    return extend_json(urls_json({"startURL": start}), id=as_json(fields["id"]), label=as_json(fields["label"]))
