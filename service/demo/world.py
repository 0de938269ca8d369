"""Fills an empty database with the demo world, from its data files."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from service.demo import read_data
from service.demo.growth import grow
from service.demo.organization import (
    Moments,
    add_demo_custom_fields,
    add_demo_providers,
    add_demo_specs,
    add_demo_teams,
    add_demo_translations,
)
from service.demo.sites import add_demo_site
from service.demo.spaces import add_demo_history, add_demo_space
from service.identity.organizations import add_organization, add_person, make_member
from service.identity.tokens import create_token
from service.storage.database import ServiceDatabase
from service.storage.documents import as_json
from service.tables.content import collection
from service.tables.identity import invite, organization

ORGANIZATIONS = ("larkfield", "orchard")

World = dict[str, Any]
"""The content of a data file."""


def fill_if_empty(database: ServiceDatabase, now: datetime, size: int, tell: Callable[[str], None]) -> bool:
    """Fill an empty database with the demo world, all or nothing; return False if it has an organization.

    `size` is how many sites and spaces the first organization has at least; `tell` gets a line now and then.
    """
    with database.writing() as connection:
        if connection.scalar(select(organization.c.id).limit(1)) is not None:
            return False
        for name in ORGANIZATIONS:
            fill(connection, read_data(name), Moments(now))
        grow(connection, size, tell)
    return True


def fill(connection: Connection, world: World, moments: Moments) -> None:
    own = world["organization"]
    add_organization(connection, {"object": "organization", **own})
    for member in world["members"]:
        _add_member(connection, own, member)
    for link in world["invites"]:
        fields = {"object": "invite", **link}
        connection.execute(insert(invite).values(id=link["id"], organization=own["id"], document=as_json(fields)))
    for held in world["collections"]:
        connection.execute(insert(collection).values(organization=own["id"], **held))
    for space in world["spaces"]:
        add_demo_space(connection, own["id"], space)
    add_demo_custom_fields(connection, own["id"], world["customFields"])
    titles = {space["id"]: space["title"] for space in world["spaces"]}
    add_demo_history(connection, own["id"], list(titles))
    for site in world["sites"]:
        add_demo_site(connection, own["id"], site, titles)
    for add in (add_demo_teams, add_demo_providers, add_demo_specs, add_demo_translations):
        add(connection, own["id"], moments)


def _add_member(connection: Connection, own: World, member: World) -> None:
    person_id = add_person(connection, member["displayName"], member["email"], member["id"])
    make_member(connection, person_id, own["id"], member["role"], own["createdAt"])
    create_token(connection, person_id, own["createdAt"], value=member["token"], demo=True)
