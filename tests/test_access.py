"""Effective roles agree with a model of the contract: what holds in every world that fits what is known."""

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import MISSING

from contract.organization.people import ROLES
from masthead.access import PlaceLevel, find_person_role, find_team_role
from tests.records import ask
from tests.world import ALICE, CHARLIE, RunningService

STRENGTH = {"admin": 7, "create": 6, "review": 5, "edit": 4, "comment": 3, "read": 2, None: 0}
"""The contract lists roles from the one that allows most; null means guest. A role that it doesn't list may be any."""
WORLDS = 10_000


@dataclass(frozen=True)
class World:
    """A partly read world: roles by (level, team), levels with unread rows, and the facts about one person."""

    roles: Mapping[tuple[int, str], str]
    partly: tuple[bool, ...]
    member: Mapping[str, bool | None]
    own: Any
    default: Any

    def levels(self) -> list[PlaceLevel]:
        return [
            PlaceLevel("space" if n == 0 else "collection", f"place_{n}", self.listed(n), more)
            for n, more in enumerate(self.partly)
        ]

    def listed(self, level: int) -> dict[str, str]:
        return {team: role for (at, team), role in self.roles.items() if at == level}


def draw(chance: random.Random) -> World:
    depth, teams, names = chance.choice([1, 2, 2, 3]), ["a", "b"], [*ROLES, "manager"]
    held = itertools.product(range(depth), teams)
    told = [*list(STRENGTH), MISSING]
    return World(
        {each: chance.choice(names) for each in held if chance.random() < 0.5},
        tuple(chance.random() < 0.2 for _ in range(depth)),
        {team: chance.choice([True, True, False, None]) for team in teams},
        chance.choice(told),
        chance.choice(told),
    )


def completions(world: World) -> Iterator[World]:
    """Every world that fits what is known, where what is unknown is the least or the most that it can be."""
    hidden = [
        (level, team)
        for level, more in enumerate(world.partly)
        for team in world.member
        if more and (level, team) not in world.roles
    ]
    maybe = [team for team, is_member in world.member.items() if is_member is None]
    least = None if world.default is MISSING else world.default
    for roles in itertools.product((None, "read", "admin"), repeat=len(hidden)):
        known = dict(world.roles) | {each: role for each, role in zip(hidden, roles, strict=True) if role is not None}
        for members in itertools.product((True, False), repeat=len(maybe)):
            member = {**world.member, **dict(zip(maybe, members, strict=True))}
            for own in (least, "admin") if world.own is MISSING else (world.own,):
                for default in (None, "admin") if world.default is MISSING else (world.default,):
                    yield World(known, (False,) * len(world.partly), member, own, default)


def role_of_team(world: World, team: str) -> Any:  # noqa: ANN401 - a role or none
    """Its own role in the space, else that in the collection, else the organization's default."""
    return next((world.roles[n, team] for n in range(len(world.partly)) if (n, team) in world.roles), world.default)


def role_of_person(world: World, strength: Mapping[Any, float]) -> Any:  # noqa: ANN401 - a role or none
    """The strongest of what their teams and the organization give them."""
    guests = World(world.roles, world.partly, world.member, world.own, None)
    teams = [role_of_team(guests, team) for team, is_member in world.member.items() if is_member]
    return max([world.own, *teams], key=strength.__getitem__)


def test_roles_are_what_holds_in_every_world_that_fits_what_is_known() -> None:
    chance, seen = random.Random(45), dict.fromkeys([True, False], 0)  # noqa: S311 - no secret
    for _ in range(WORLDS):
        world = draw(chance)
        fitting = list(completions(world))
        found = find_team_role("a", world.levels(), world.default)
        assert ({role_of_team(each, "a") for each in fitting} == {found.role}) is found.certain, world
        assert found.certain or found.role is MISSING, world

        found = find_person_role(
            [team for team, is_member in world.member.items() if is_member],
            world.levels(),
            own=world.own,
            default=world.default,
            unread=[team for team, is_member in world.member.items() if is_member is None],
        )
        weak, strong = ({**STRENGTH, "manager": rank} for rank in (1, 6.5))
        lowest = {role_of_person(each, weak) for each in fitting}
        possible = lowest | {role_of_person(each, strong) for each in fitting}
        assert (possible == {found.role}) is found.certain, (world, possible, found)
        assert found.certain or found.role is not None
        if found.role is not MISSING:
            sure = [weak[role] for (level, team), role in world.roles.items() if level == 0 and world.member[team]]
            assert max(sure, default=0) <= weak[found.role] <= min(weak[role] for role in lowest)
        seen[found.certain] += 1
    assert min(seen.values()) > WORLDS / 10


ORG = "/v1/orgs/org_larkfield"
HANDBOOK = {"space": "/v1/spaces/space_handbook", "collection": "/v1/collections/col_handbook"}
ALLOWED_FROM = {"comment": "comment", "edit": "edit", "merge": "review", "triggerGitSync": "create", "admin": "admin"}


def test_the_service_grants_what_the_roles_allow(service: RunningService) -> None:
    chance = random.Random(45)  # noqa: S311 - no secret
    teams, seen = ["team_docs", "team_support", "team_operations"], set()
    for _ in range(30):
        for team, place in itertools.product(teams, HANDBOOK.values()):
            role = chance.choice([*ROLES, None])
            body = None if role is None else {"role": role}
            ask(service, ALICE, "DELETE" if role is None else "PATCH", f"{place}/permissions/teams/{team}", body)
        member_of = [team for team in teams if chance.random() < 0.6]
        for team in teams:
            path = f"{ORG}/teams/{team}/members/user_charlie"
            ask(service, ALICE, "PUT" if team in member_of else "DELETE", path, {} if team in member_of else None)
        levels = [PlaceLevel(kind, place, listed_roles(service, place)) for kind, place in HANDBOOK.items()]
        found = find_person_role(member_of, levels, own="read")
        items = ask(service, CHARLIE, "GET", f"{ORG}/sites/site_handbook/site-spaces").get_json()["items"]
        (granted,) = (each["space"]["permissions"] for each in items if each["space"]["id"] == "space_handbook")
        allowed = {name: found.rank <= ROLES.index(role) for name, role in ALLOWED_FROM.items()}
        assert {name: granted[name] for name in allowed} == allowed, (levels, member_of, found)
        seen.add(found.role)
    assert len(seen) > 3


def listed_roles(service: RunningService, place: str) -> dict[str, str]:
    items = ask(service, ALICE, "GET", f"{place}/permissions/teams").get_json()["items"]
    return {each["team"]["id"]: each["permission"] for each in items}


def test_a_role_says_where_it_comes_from() -> None:
    space = PlaceLevel("space", "guide", {"docs": "edit"})
    handbook = PlaceLevel("collection", "handbook", {"docs": "admin", "support": "edit"})

    def source(*teams: str, own: str | None = "read") -> tuple[str, ...]:
        found = find_person_role(teams, [space, handbook], own=own)
        return (str(found.role), found.source, found.team, found.place_id)

    assert source("support", "docs") == ("edit", "team", "docs", "guide")
    assert source("support") == ("edit", "team", "support", "handbook")
    assert source("support", own="create") == ("create", "direct", "", "")
    assert source("docs", own="admin") == ("admin", "administrator", "", "")
    assert find_person_role([], [space], default="read").source == "default"
