"""The identity providers that people of an organization sign in by."""

from typing import cast

from pydantic import MISSING
from sqlalchemy import bindparam, delete, insert, select, update
from werkzeug.exceptions import BadRequest

from contract.organization.saml import (
    CREATE_SAML_PROVIDER,
    DELETE_SAML_PROVIDER,
    GET_SAML_PROVIDER,
    LIST_SAML_PROVIDERS,
    LIST_SSO_LOGINS,
    UPDATE_SAML_PROVIDER,
    SamlProviderCreate,
    SamlProviderFields,
    SamlProviderUpdate,
)
from contract.schema.listing import ListQuery
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.sso import check_can_sign_in, parse_certificate, provider_columns, provider_json, provider_rows
from service.storage.documents import (
    Fields,
    addresses_json,
    array_json,
    as_json,
    extend_json,
    fields_of,
    find_fields,
    find_row,
    new_id,
)
from service.tables.identity import saml_provider
from service.teams.repository import check_team

group = RouteGroup(__name__)

_MISSING = "No SAML provider of this organization has this id."
_OF_ORGANIZATION = saml_provider.c.organization == bindparam("organization")

LISTING = PagedListing("saml", provider_rows().where(_OF_ORGANIZATION), [saml_provider.c.number])
ONE = provider_rows().where(_OF_ORGANIZATION, saml_provider.c.id == bindparam("provider"))


@group.serves(LIST_SAML_PROVIDERS)
def list_saml_providers(call: RequestContext, organization_id: str, query: ListQuery) -> str:
    """The providers of the organization, in the order in which they were made."""
    of = {"organization": organization_id, "caller": call.person}
    return call.render(LISTING.page(call, query, of, document=provider_json))


@group.serves(CREATE_SAML_PROVIDER)
def create_saml_provider(call: RequestContext, organization_id: str, body: SamlProviderCreate) -> str:
    """Make a provider; it is pending until it has an entity id, a URL and a certificate."""
    if not call.switches.labelOnlySaml:
        check_can_sign_in(body)
    fields: Fields = {"object": "saml-provider", "id": new_id("saml"), "createdAt": call.now}
    columns = provider_columns(organization_id, _changed(fields, body)) | _team(call, organization_id, body)
    call.connection.execute(insert(saml_provider).values(columns))
    return _answered(call, organization_id, str(fields["id"]))


@group.serves(GET_SAML_PROVIDER)
def get_saml_provider(call: RequestContext, organization_id: str, provider_id: str) -> str:
    """The provider, with its default team."""
    return _answered(call, organization_id, provider_id)


@group.serves(UPDATE_SAML_PROVIDER)
def update_saml_provider(call: RequestContext, organization_id: str, provider_id: str, body: SamlProviderUpdate) -> str:
    """Change what is given; an empty text takes the entity id or the certificate away."""
    columns = provider_columns(organization_id, _changed(_fields(call, organization_id, provider_id), body))
    own = update(saml_provider).where(saml_provider.c.id == provider_id)
    call.connection.execute(own.values(columns | _team(call, organization_id, body)))
    return _answered(call, organization_id, provider_id)


@group.serves(DELETE_SAML_PROVIDER)
def delete_saml_provider(call: RequestContext, organization_id: str, provider_id: str) -> None:
    """Delete the provider: nobody signs in by it any more."""
    _fields(call, organization_id, provider_id)
    call.connection.execute(delete(saml_provider).where(saml_provider.c.id == provider_id))


@group.serves(LIST_SSO_LOGINS)
def list_sso_logins(call: RequestContext, organization_id: str) -> str:
    """The active providers that people can sign in with, oldest first."""
    own = (saml_provider.c.organization == organization_id, saml_provider.c.active)
    rows = select(saml_provider.c.document).where(*own).order_by(saml_provider.c.number)
    logins = array_json(_login_json(fields_of(document)) for document in call.connection.scalars(rows))
    return call.render(extend_json("{}", items=logins))


def _fields(call: RequestContext, organization_id: str, provider_id: str) -> Fields:
    return find_fields(call.connection, saml_provider, _MISSING, organization=organization_id, id=provider_id)


def _answered(call: RequestContext, organization_id: str, provider_id: str) -> str:
    given = {"organization": organization_id, "provider": provider_id, "caller": call.person}
    return call.render(provider_json(find_row(call.connection, ONE, _MISSING, given)))


def _changed(fields: Fields, body: SamlProviderFields) -> Fields:
    """Keep given values exactly as sent, so that a client reads back what it wrote."""
    if body.certificate is not MISSING and body.certificate:
        try:
            parse_certificate(body.certificate)
        except ValueError as error:
            raise BadRequest(f"certificate: {error}") from error
    given = body.model_dump(exclude={"defaultTeam"})
    return {name: value for name, value in (fields | given).items() if value != ""}


def _team(call: RequestContext, organization_id: str, body: SamlProviderFields) -> dict[str, object]:
    if body.defaultTeam is MISSING:
        return {}
    return {"default_team": check_team(call.connection, organization_id, body.defaultTeam, field="defaultTeam")}


def _login_json(fields: Fields) -> str:
    start = cast("dict[str, str]", fields["service"])["startURL"]
    return extend_json(addresses_json({"startURL": start}), id=as_json(fields["id"]), label=as_json(fields["label"]))
