"""Teams and spaces by the dozen: in the service, and in what a person has come across."""

from flask import Flask
from sqlalchemy import insert

from masthead.resources.resource import Mention, Observation
from masthead.web.person.portal import get_portal
from service.content.spaces import find_space, space_json
from service.storage.documents import as_json
from service.tables.content import collection, space
from service.tables.identity import space_team, team
from tests.records import LONG_AGO, database_of
from tests.world import RunningService

ROLES = ("admin", "create", "review", "edit", "comment", "read")


def add_teams(service: RunningService, organization: str, count: int, *, space_id: str = "") -> list[str]:
    """Add teams `Team 0001` and so on, all with a role in a space where one is named; their ids."""
    ids = [f"team_{organization}_{number:04}" for number in range(1, count + 1)]
    rows = [
        {"id": each, "organization": organization, "document": as_json(_team(each, number))}
        for number, each in enumerate(ids, start=1)
    ]
    with database_of(service).writing() as connection:
        connection.execute(insert(team), rows)
        if space_id:
            roles = [{"space": space_id, "team": each, "role": ROLES[number % 6]} for number, each in enumerate(ids)]
            connection.execute(insert(space_team), roles)
    return ids


def add_places(service: RunningService, organization: str, count: int, teams: list[str]) -> list[str]:
    """Add a collection with spaces `Space 0001` and so on, in each of which every third team has a role; their ids."""
    ids = [f"space_{organization}_{number:04}" for number in range(1, count + 1)]
    parent = f"col_{organization}_all"
    rows = [
        {"id": each, "organization": organization, "parent": parent, "title": title}
        for each, title in zip(ids, _titles(count), strict=True)
    ]
    roles = [
        {"space": each, "team": one, "role": ROLES[(number + place) % 6]}
        for place, each in enumerate(ids)
        for number, one in enumerate(teams)
        if (number + place) % 3 == 0
    ]
    with database_of(service).writing() as connection:
        connection.execute(insert(collection).values(id=parent, organization=organization, title="All"))
        like = find_space(connection, "space_guide")
        documents = [{"document": space_json({**like, **row})} for row in rows]
        connection.execute(insert(space), [row | own for row, own in zip(rows, documents, strict=True)])
        if roles:
            connection.execute(insert(space_team), roles)
    return ids


def know(app: Flask, token: str, organization: str, *, teams: int = 0, spaces: int = 0) -> None:
    """Let a person have come across what `add_teams` and `add_places` add."""
    portal = get_portal(app)
    parent = f"col_{organization}_all"
    seen = [
        Mention("team", f"team_{organization}_{number:04}", f"Team {number:04}", organization=organization)
        for number in range(1, teams + 1)
    ]
    seen += [
        Mention("space", f"space_{organization}_{number:04}", title, parent=parent, organization=organization)
        for number, title in enumerate(_titles(spaces), start=1)
    ]
    if spaces:
        seen.append(Mention("collection", parent, organization=organization))
    portal.store.directory.record(
        portal.store.keys.owner_of(token), organization, [Observation("listSites", (organization,), seen)]
    )


def _titles(count: int) -> list[str]:
    return [f"Space {number:04}" for number in range(1, count + 1)]


def _team(own_id: str, number: int) -> dict[str, object]:
    fields = {"id": own_id, "title": f"Team {number:04}", "createdAt": LONG_AGO}
    return {"object": "team", "members": 0, "spaces": 0, **fields}
