"""More of the same in the service: as many sites, organizations or pages as a test wants."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select, update
from werkzeug.test import TestResponse

from service.identity.organizations import (
    add_organization,
    add_person,
    find_organization,
    get_logo,
    make_member,
    save_organization,
)
from service.permissions import Role
from service.sites.repository import add_site
from service.sites.spaces import build_site_space_row
from service.storage.database import ServiceDatabase
from service.storage.documents import Fields, as_json, serialize_document
from service.tables.content import collection, space
from service.tables.identity import membership, person
from service.tables.schema import metadata
from service.tables.sites import share_link, site_space, translation_settings
from service.teams import change_members
from service.translations import translation_json
from tests.world import RunningService

# In what is stored for an answer: see service/storage/documents.py.
NAMES = re.compile(r'("(?:title|label|name|displayName|subject)":)"(?:[^"\\]|\\.)*"')
LONG_AGO = "2024-05-06T07:08:09.000Z"


def ask(service: RunningService, token: str, method: str, path: str, body: object = None) -> TestResponse:
    """Ask the service itself, as any program may that has a token."""
    headers = {"Authorization": f"Bearer {token}"}
    return service.app.test_client().open(path, method=method, headers=headers, json=body)


def add_sites(service: RunningService, organization: str, count: int) -> None:
    """Add unpublished sites: `Site 001`, `Site 002` and so on."""
    with database_of(service).writing() as connection:
        for number in range(1, count + 1):
            fields: Fields = {
                "object": "site",
                "id": f"site_{organization}_{number:04}",
                "type": "basic",
                "title": f"Site {number:04}",
                "visibility": "public",
                "published": False,
                "siteSpaces": 0,
                "createdAt": LONG_AGO,
                "agentsContext": "included",
            }
            add_site(connection, organization, fields)


def add_organizations(service: RunningService, person: str, count: int, domain: str = "shared.example") -> None:
    """Add organizations that the person, by id, administers, and that all have the domain."""
    with database_of(service).writing() as connection:
        for number in range(1, count + 1):
            fields: Fields = {
                "object": "organization",
                "id": f"org_{number:04}",
                "title": f"Organization {number:04}",
                "createdAt": LONG_AGO,
                "emailDomains": [domain],
                "type": "business",
                "inviteLinks": False,
                "plan": "free",
            }
            add_organization(connection, fields)
            make_member(connection, person, str(fields["id"]), "admin", LONG_AGO)


def add_spaces(service: RunningService, token: str, organization: str, count: int) -> None:
    """Add sites, each with a space of its own that has the sample pages."""
    for number in range(1, count + 1):
        body = {"title": f"Sample {number:04}", "spaces": "sample"}
        ask(service, token, "POST", f"/v1/orgs/{organization}/sites", body)


def give_role(service: RunningService, person: str, organization: str, role: Role) -> None:
    """Let the person, by id, be a member of the organization with this role."""
    with database_of(service).writing() as connection:
        make_member(connection, person, organization, role, LONG_AGO)


def add_links(service: RunningService, site: str, count: int) -> None:
    """Add share links to a site: `Link 0001`, `Link 0002` and so on, a day apart, all on."""
    first = datetime(2024, 1, 1, tzinfo=UTC)
    rows: list[Fields] = []
    for number in range(1, count + 1):
        made_at = (first + timedelta(days=number)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        own_id, name = f"link_{site}_{number:04}", f"Link {number:04}"
        fields: Fields = {"object": "share-link", "id": own_id, "createdAt": made_at, "name": name, "active": True}
        rows.append({"id": own_id, "site": site, "key": f"key-{own_id}", "active": True, "document": as_json(fields)})
    with database_of(service).writing() as connection:
        connection.execute(insert(share_link), rows)


def add_translations(service: RunningService, organization: str, languages: Sequence[Sequence[str] | None]) -> None:
    """Add a translation for each list of languages: `Translation 0001` and so on; None does not tell any."""
    rows: list[Fields] = []
    for number, codes in enumerate(languages, start=1):
        own_id = f"translation_{organization}_{number:04}"
        fields: Fields = {
            "id": own_id,
            "title": f"Translation {number:04}",
            "createdAt": LONG_AGO,
            "updatedAt": LONG_AGO,
        }
        if codes is not None:
            fields["languages"] = [*codes]
        document = translation_json(organization, fields)
        rows.append({"id": own_id, "organization": organization, "document": document})
    with database_of(service).writing() as connection:
        connection.execute(insert(translation_settings), rows)


def delete_translations(service: RunningService, organization: str) -> None:
    """Leave the organization without translations."""
    with database_of(service).writing() as connection:
        connection.execute(delete(translation_settings).where(translation_settings.c.organization == organization))


def add_members(service: RunningService, organization: str, team: str, count: int) -> None:
    """Add people to a team: `Person 0001` and so on."""
    with database_of(service).writing() as connection:
        added = [
            add_person(connection, f"Person {number:04}", f"person-{number:04}@{organization}.example")
            for number in range(1, count + 1)
        ]
        for person in added:
            make_member(connection, person, organization, "read", LONG_AGO)
        change_members(connection, team, added=added)


def add_people(service: RunningService, organization: str, count: int) -> list[str]:
    """Add people to an organization, and to no team: `new-0001@…` and so on; gives their addresses."""
    domain = f"{organization.replace('_', '-')}.example"
    addresses = [f"new-{number:04}@{domain}" for number in range(1, count + 1)]
    people: list[Fields] = []
    for number, address in enumerate(addresses, start=1):
        own_id = f"user_new_{number:04}"
        fields: Fields = {"object": "user", "id": own_id, "displayName": f"New {number:04}", "email": address}
        people.append({"id": own_id, "email": address, "document": serialize_document(fields, {})})
    rows = [
        {"person": each["id"], "organization": organization, "role": "read", "joined_at": LONG_AGO} for each in people
    ]
    with database_of(service).writing() as connection:
        connection.execute(insert(person), people)
        connection.execute(insert(membership), rows)
    return addresses


def forget_landing_site(service: RunningService, organization: str) -> None:
    """Let the organization show first a site that is not there, as an API may that looks after it less."""
    with database_of(service).writing() as connection:
        fields = find_organization(connection, organization)
        fields["defaultContent"] = {"type": "site", "site": "site_gone"}
        save_organization(connection, fields, get_logo(fields))


def add_site_spaces(service: RunningService, site: str, space: str, conditions: Sequence[str | None]) -> None:
    """Add as many site spaces of the same space to a site, each with its condition: `Space 0001` and so on."""
    rows = [
        build_site_space_row(
            site,
            space,
            f"Space {number:04}",
            f"space-{number:04}",
            position=10_000 + number,
            default=False,
            optional={"id": f"sitespace_{site}_{number:04}", **({"condition": condition} if condition else {})},
        )
        for number, condition in enumerate(conditions, start=1)
    ]
    with database_of(service).writing() as connection:
        connection.execute(insert(site_space), rows)


def delete_sites(service: RunningService, token: str, organization: str) -> None:
    """Delete all sites of an organization."""
    listed = ask(service, token, "GET", f"/v1/orgs/{organization}/sites").get_json()
    for site in listed["items"]:
        ask(service, token, "DELETE", f"/v1/orgs/{organization}/sites/{site['id']}")


def rename_everything(service: RunningService, name: str) -> None:
    """Give all that has a title, a label or a name this one, be it longer than the API lets anybody enter or not."""
    named = [each for each in metadata.sorted_tables if "document" in each.c]
    with database_of(service).writing() as connection:
        for table in named:
            own = list(table.primary_key)
            for row in connection.execute(select(*own, table.c.document)).mappings().all():
                document = NAMES.sub(lambda found: f'{found[1]}"{name}"', row["document"])
                ids = [column == row[column.name] for column in own]
                connection.execute(update(table).where(*ids).values(document=document))
        connection.execute(update(space).values(title=name))
        connection.execute(update(collection).values(title=name))


def database_of(service: RunningService) -> ServiceDatabase:
    database: ServiceDatabase = service.app.extensions["runtime"].database
    return database
