"""Closed enumerations refuse what they do not name; open ones offer what is known and keep what is not."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from contract.organization.organizations import GET_INVITE, GET_ORGANIZATION, UPDATE_INVITE, InviteUpdate
from contract.publishing.section_groups import SiteSectionGroupMove
from contract.publishing.sites import SiteCreate
from contract.schema.annotations import OpenEnum
from contract.schema.limits import limits
from tests.contract.declared import declared_model
from tests.contract.documented import ENDPOINTS, field_lists
from tests.contract.examples import holding, places
from tests.loops import for_each

Case = tuple[dict[str, Any], str, tuple[str, ...], dict[str, Any]]


def _enumerations() -> list[Case]:
    return [
        (documented, part, place, field)
        for documented in ENDPOINTS
        for part, fields in field_lists(documented).items()
        for place, field in places(fields)
        if len(place) == 1 and "enum" in field["type"].split("|")
    ]


def _closed() -> list[Case]:
    return [case for case in _enumerations() if "enum" in case[3]]


def _open() -> list[Case]:
    return [case for case in _enumerations() if "enumValues" in case[3] and not case[3].get("nullable")]


def _read(documented: dict[str, Any], part: str, place: tuple[str, ...], value: str) -> dict[str, Any]:
    request = holding(field_lists(documented)[part], place, value)
    return declared_model(documented, part).model_validate(request).model_dump()


@for_each("documented, part, place, field", _closed)
def test_a_closed_enumeration_takes_its_values_alone(
    documented: dict[str, Any], part: str, place: tuple[str, ...], field: dict[str, Any]
) -> None:
    for value in field["enum"]:
        assert _read(documented, part, place, value)[place[0]] == value
    for other in ("unheard-of", "", field["enum"][0].upper(), field["enum"][0] + " "):
        with pytest.raises(ValidationError):
            _read(documented, part, place, other)


@for_each("documented, part, place, field", _open)
def test_an_open_enumeration_offers_the_known_and_keeps_the_rest(
    documented: dict[str, Any], part: str, place: tuple[str, ...], field: dict[str, Any]
) -> None:
    offered = limits(declared_model(documented, part), field["name"]).open_choices
    assert len(offered) > 1
    for value in (*offered, "unheard-of"):
        assert _read(documented, part, place, value)[place[0]] == value


def test_every_enumeration_is_closed_or_open() -> None:
    known = [*_closed(), *_open()]
    assert {case[3]["name"] for case in _enumerations() if case not in known} == {"icon", "defaultContent", "logo"}


def test_an_unknown_role_in_an_answer_is_kept() -> None:
    answer = {"object": "invite", "id": "i", "role": "overseer", "redundant": False}
    assert GET_INVITE.parse(json.dumps(answer).encode()).model_dump() == answer
    with pytest.raises(ValidationError):
        InviteUpdate.model_validate({"role": "overseer"})
    assert UPDATE_INVITE.body is InviteUpdate


def test_an_unknown_plan_and_default_role_leave_an_organization_readable() -> None:
    answer = {
        "object": "organization",
        "id": "o",
        "title": "Northwind",
        "createdAt": "2026-01-01T00:00:00Z",
        "emailDomains": [],
        "type": "guild",
        "inviteLinks": True,
        "plan": "pro_2031",
        "defaultRole": "overseer",
        "defaultContent": {"type": "space", "site": "s"},
    }
    assert GET_ORGANIZATION.parse(json.dumps(answer).encode()).model_dump(mode="json") == answer


@for_each("kind", ["site-section", "site-section-group"])
def test_a_group_may_move_next_to_a_section_or_a_group(kind: str) -> None:
    move = {"position": {"before": {"type": kind, "id": "x"}}}
    assert SiteSectionGroupMove.model_validate(move).model_dump() == move


def test_known_values_stand_in_the_json_schema() -> None:
    said = SiteCreate.model_json_schema()["properties"]["type"]
    values = ["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"]
    assert (said["examples"], said["x-known-values"], said["default"]) == (values, values, "basic")


def test_open_enum_is_equal_by_its_values() -> None:
    assert OpenEnum("a", "b") == OpenEnum("a", "b")
    assert OpenEnum("a") != OpenEnum("b")
    assert len({OpenEnum("a"), OpenEnum("a")}) == 1
    assert repr(OpenEnum("a", "b")) == "OpenEnum('a', 'b')"
