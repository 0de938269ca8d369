"""Fills an empty database with the demo world, from its data files."""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric import rsa
from sqlalchemy import Connection, insert, select, update

from service.custom_fields import custom_field_json
from service.demo import HERE, Moments
from service.demo.growth import grow_demo
from service.demo.identity_provider import build_certificate, create_identity_provider
from service.demo.sites import add_demo_site
from service.demo.spaces import add_demo_history, add_demo_space
from service.identity.organizations import add_organization, add_person, make_member
from service.identity.tokens import create_token
from service.openapi.outline import detect_file_name
from service.openapi.specs import SpecContent, add_spec, add_version, save_spec
from service.sso import build_provider_columns
from service.storage.database import ServiceDatabase
from service.storage.documents import Fields, as_json
from service.tables.content import collection, custom_field, custom_value
from service.tables.identity import collection_team, invite, membership, organization, saml_provider, space_team
from service.tables.sites import translation_settings
from service.teams import add_team, change_members, set_role, update_counts
from service.translations import translation_json


def add_demo_teams(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Add people and teams, after the organization, its spaces and its collections."""
    data = moments.read("teams")[organization_id]
    for one in data["people"]:
        joined = moments.timestamp_ago(one["joinedDaysAgo"])
        add_person(connection, one["displayName"], one["email"], one["id"])
        make_member(connection, one["id"], organization_id, one["role"], joined)
        if "token" in one:
            create_token(connection, one["id"], joined, value=one["token"], demo=True)
    for person, days in data["signedIn"].items():
        own = update(membership).where(membership.c.person == person, membership.c.organization == organization_id)
        connection.execute(own.values(sso=True, last_seen_at=moments.timestamp_ago(days)))
    for team in data["teams"]:
        _add_team(connection, organization_id, team)


def _add_team(connection: Connection, organization_id: str, given: dict[str, Any]) -> None:
    add_team(connection, organization_id, {name: given[name] for name in ("id", "title", "createdAt")})
    change_members(connection, given["id"], roles=given["members"])
    for collection_id, role in given["collections"].items():
        set_role(connection, collection_team.c.collection, collection_id, given["id"], role)
    for space_id, role in given["spaces"].items():
        set_role(connection, space_team.c.space, space_id, given["id"], role)
    update_counts(connection, given["id"])


def add_demo_providers(connection: Connection, organization_id: str, moments: Moments, base: str) -> None:
    """Add SAML providers, after the teams. Those of the demo's own identity provider lead to `base`."""
    for given in moments.read("providers")[organization_id]:
        fields: Fields = {
            "object": "saml-provider",
            "id": given["id"],
            "label": given["label"],
            "createdAt": moments.timestamp_ago(given["daysAgo"]),
        }
        if "defaultRole" in given:
            fields["defaultRole"] = given["defaultRole"]
        if given.get("demo"):
            own = create_identity_provider(connection, base, moments.ago(given["daysAgo"]))
            fields |= {"ssoURL": own.sso_url, "entityID": own.entity_id, "certificate": own.certificate}
        elif "host" in given:
            fields["ssoURL"] = f"https://{given['host']}/saml/sso"
            fields["entityID"] = f"https://{given['host']}/saml/metadata"
            # An extra hour, so that counting whole days gives exactly this number.
            days = (moments.ago(given["daysAgo"]), moments.ago(-given["daysLeft"]) + timedelta(hours=1))
            key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            fields["certificate"] = build_certificate(key, given["owner"], given["host"], *days)
        columns = build_provider_columns(organization_id, fields) | {"default_team": given.get("defaultTeam")}
        connection.execute(insert(saml_provider).values(columns))


def add_demo_custom_fields(connection: Connection, organization_id: str, given: Iterable[Mapping[str, Any]]) -> None:
    """Add custom fields from a data file, with their values by space id."""
    for field in given:
        fields = {name: value for name, value in field.items() if name != "values"}
        own = {"id": f"field_{field['name']}", "placeholder": "", **fields, "updatedAt": field["createdAt"]}
        row = {"id": own["id"], "organization": organization_id, "name": field["name"]}
        document = custom_field_json(organization_id, own)
        connection.execute(insert(custom_field).values(**row, document=document))
        for space_id, value in field["values"].items():
            stored = {"space": space_id, "custom_field": own["id"], "value": as_json(value)}
            connection.execute(insert(custom_value).values(stored))


def add_demo_specs(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Add the demo specifications. Pending ones stay pending: no job is queued for them."""
    for given in moments.read("specs")[organization_id]:
        stored = ("id", "slug", "sourceURL", "processingState", "lastProcessErrorCode")
        fields: Fields = {
            "object": "openapi-spec",
            "createdAt": moments.timestamp_ago(given["daysAgo"]),
            "updatedAt": moments.timestamp_ago(given["changedDaysAgo"]),
            **{name: given[name] for name in stored if name in given},
        }
        if "processedDaysAgo" in given:
            fields["lastProcessedAt"] = moments.timestamp_ago(given["processedDaysAgo"])
        add_spec(connection, organization_id, fields)
        for version in given["versions"]:
            fields["lastVersion"] = _add_version(connection, organization_id, fields, version, moments)
        save_spec(connection, organization_id, fields)


def _add_version(
    connection: Connection, organization_id: str, spec: Fields, given: dict[str, Any], moments: Moments
) -> str:
    text = (HERE / "openapi" / given["file"]).read_text(encoding="utf-8")
    url = spec.get("sourceURL")
    content = SpecContent(detect_file_name(text), text, None if url is None else str(url))
    created = moments.timestamp_ago(given["daysAgo"])
    return add_version(connection, organization_id, spec, content, created, given["id"])


def add_demo_translations(connection: Connection, organization_id: str, moments: Moments) -> None:
    for given in moments.read("translations")[organization_id]:
        fields: Fields = {name: given[name] for name in ("id", "title", "languages")}
        fields["createdAt"] = moments.timestamp_ago(given["daysAgo"])
        fields["updatedAt"] = moments.timestamp_ago(given["changedDaysAgo"])
        document = translation_json(organization_id, fields)
        row = {"id": given["id"], "organization": organization_id, "document": document}
        connection.execute(insert(translation_settings).values(row))


ORGANIZATIONS = ("larkfield", "orchard")

World = dict[str, Any]
"""The content of a data file."""


def fill_if_empty(
    database: ServiceDatabase, moments: Moments, size: int, tell: Callable[[str], None], base: str
) -> bool:
    """Fill an empty database with the demo world, all or nothing; return False if it has an organization.

    `size` is the minimum number of sites and spaces of the first organization; `tell` receives progress
    lines; `base` is the service's URL.
    """
    with database.writing() as connection:
        if connection.scalar(select(organization.c.id).limit(1)) is not None:
            return False
        for name in ORGANIZATIONS:
            fill_demo(connection, moments.read(name), moments, base)
        grow_demo(connection, size, tell)
    return True


def fill_demo(connection: Connection, world: World, moments: Moments, base: str) -> None:
    own = world["organization"]
    add_organization(connection, {"object": "organization", **own})
    for member in world["members"]:
        _add_member(connection, own, member)
    for link in world["invites"]:
        fields = {"object": "invite", **link}
        connection.execute(insert(invite).values(id=link["id"], organization=own["id"], document=as_json(fields)))
    for item in world["collections"]:
        connection.execute(insert(collection).values(organization=own["id"], **item))
    for space in world["spaces"]:
        add_demo_space(connection, own["id"], space, moments)
    add_demo_custom_fields(connection, own["id"], world["customFields"])
    titles = {space["id"]: space["title"] for space in world["spaces"]}
    add_demo_history(connection, own["id"], list(titles), moments)
    for site in world["sites"]:
        add_demo_site(connection, own["id"], site, titles)
    add_demo_teams(connection, own["id"], moments)
    add_demo_providers(connection, own["id"], moments, base)
    add_demo_specs(connection, own["id"], moments)
    add_demo_translations(connection, own["id"], moments)


def _add_member(connection: Connection, own: World, member: World) -> None:
    person_id = add_person(connection, member["displayName"], member["email"], member["id"])
    make_member(connection, person_id, own["id"], member["role"], own["createdAt"])
    create_token(connection, person_id, own["createdAt"], value=member["token"], demo=True)
