"""Every field that a call of the API writes is in the map of values: what it sends is told by a key or stands there."""

import json
from typing import Any

import pytest

from contract import ENDPOINTS
from masthead.resources.values import (
    NEW,
    NOT_KNOWN,
    RULES,
    ValueChange,
    WriteRequest,
    compute_values_after,
    values_of,
)

MARK = "mark-of-the-field"
SAMPLES: dict[str, Any] = {
    "add": [MARK],
    "remove": [MARK],
    "memberships": {"user_1": {"role": MARK}},
    "position": {"after": {"type": "site-section", "id": MARK}},
    "sections": [MARK],
    "values": {"region": {"value": MARK}},
}
"""What a field takes that is no plain value, by its name."""
LEFT_OUT: dict[tuple[str, str], str] = {}
"""Fields that are in no value, by endpoint and name, each with the reason."""


def test_each_field_that_is_written_is_a_value() -> None:
    missing = set()
    for endpoint in (each for each in ENDPOINTS if not each.is_read):
        ids = tuple(f"{name}_1" for name in endpoint.path_params)
        assert endpoint.name in RULES, f"no rule says what {endpoint.name} sets"
        for name in endpoint.body.model_fields if endpoint.body else ():
            found = values_of(WriteRequest(endpoint.name, ids, {name: SAMPLES.get(name, MARK)}, {}))
            if not any(MARK in json.dumps([key, value.sent], default=str) for key, value in found.items()):
                missing.add((endpoint.name, name))
    assert missing == LEFT_OUT.keys()


def test_each_call_sets_something() -> None:
    silent = set()
    for endpoint in (each for each in ENDPOINTS if not each.is_read):
        ids = tuple(f"{name}_1" for name in endpoint.path_params)
        body = {name: SAMPLES.get(name, MARK) for name in endpoint.body.model_fields} if endpoint.body else {}
        if not values_of(WriteRequest(endpoint.name, ids, body, {})):
            silent.add(endpoint.name)
    assert silent == set()


@pytest.mark.parametrize("known", [True, False])
def test_what_is_read_and_what_is_sent_go_by_the_same_keys(*, known: bool) -> None:
    ids = ("org", "site_docs", "link_1")
    was = {"name": "Before"} if known else {}
    sent = values_of(WriteRequest("updateShareLink", ids, {"name": "After"}, was))
    assert sent == {"share-link:link_1.name": ValueChange("Before" if known else NOT_KNOWN, "After")}


def test_what_is_created_gets_the_key_of_its_id_once_that_is_known() -> None:
    create = WriteRequest("createShareLink", ("org", "site_docs"), {"name": "Press"}, {})
    assert values_of(create).keys() == {f"share-link:site_docs/{NEW}", f"share-link:site_docs/{NEW}.name"}
    left = compute_values_after(create._replace(made="link_2"), {"name": "Press kit"})
    assert left == {"share-link:link_2": True, "share-link:link_2.name": "Press kit"}


def test_a_member_goes_by_id_and_address() -> None:
    was = {"remove": {"user_1": {"role": "owner", "email": "Ada@Example.org"}}, "add": {"bo@example.org": {"role": ""}}}
    found = values_of(
        WriteRequest("updateTeamMembers", ("org", "team_1"), {"add": ["bo@example.org"], "remove": ["user_1"]}, was)
    )
    assert found == {
        "member:team_1/user_1.role": ValueChange("owner", None),
        "member:team_1/ada@example.org.role": ValueChange("owner", None),
        "member:team_1/bo@example.org.role": ValueChange(NOT_KNOWN, "member"),
    }
