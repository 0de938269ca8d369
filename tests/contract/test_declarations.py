"""The declared endpoints are the documented ones, field by field, and the comparison sees each thing that drifts."""

from typing import Any

import contract
from contract.schema.endpoint import Listing
from contract.schema.references import PageLinks
from tests.contract.declarations import DECLARED, declared_fields
from tests.contract.document import ENDPOINTS, endpoint_id, field_lists, rules_of_document
from tests.contract.resources import named_model
from tests.loops import for_each

NAMED_OTHERWISE = {
    "CustomFieldValues": "CustomFieldValue",
    "Organization invite link": "Invite",
    "{organizations:[Organization]}": "OrganizationsOfDomain",
    "{revision,result:merge}": "MergeResult",
    "{revision,result:update}": "UpdateResult",
    "{url}": "PdfResult",
    "Change request requested reviewer": "RequestedReviewer",
    "{users:[Change request requested reviewer]}": "RequestedReviewers",
    "Change request contributor": "Contributor",
    "{pages:[Page]}": "SpacePages",
    "Page": "SpacePage",
    "File": "SpaceFile",
    "File backlink item": "Reference",
    "Page links result": "PageLinks",
    "{items:[SSO login info]}": "SsoLogins",
    "Team member listing item": "TeamMemberItem",
    "Team permission listing item": "TeamPermissionItem",
}
"""Answers whose models are called otherwise than what they answer."""

each_endpoint = for_each("documented", ENDPOINTS)


def test_declared_are_all_documented_and_no_others() -> None:
    assert [f"{each.method} {each.path}" for each in contract.ENDPOINTS] == list(DECLARED)
    assert sorted(DECLARED) == sorted(endpoint_id(each) for each in ENDPOINTS)
    assert len(DECLARED) == 106


def test_names_are_unique() -> None:
    assert len({each.name for each in contract.ENDPOINTS}) == len(contract.ENDPOINTS)


@each_endpoint
def test_an_endpoint_is_as_documented(documented: dict[str, Any]) -> None:
    declared = DECLARED[endpoint_id(documented)]
    assert (declared.group, declared.path_params, declared.success, declared.listing, declared.is_read) == (
        documented["group"],
        tuple(documented["pathParams"]),
        documented["success"],
        documented["listing"],
        documented["method"] == "GET",
    )


def _answer(documented: dict[str, Any]) -> Any:  # noqa: ANN401 - any type can be an answer
    kind, name = documented["response"]["kind"], documented["response"]["object"]
    model = named_model(NAMED_OTHERWISE.get(name, name)) if name else type(None)
    if kind == "array":
        return list[model]  # type: ignore[valid-type]
    if kind == "list" and model is not PageLinks:
        return Listing[model]  # type: ignore[valid-type]
    return None if kind == "none" else model


@each_endpoint
def test_an_answer_is_as_documented(documented: dict[str, Any]) -> None:
    assert DECLARED[endpoint_id(documented)].answer == _answer(documented)


@for_each("part", ["query", "body"])
@each_endpoint
def test_a_field_is_as_documented(documented: dict[str, Any], part: str) -> None:
    expected = {field["name"]: rules_of_document(field) for field in field_lists(documented)[part]}
    assert declared_fields(documented, part) == expected


@each_endpoint
def test_a_query_and_a_body_are_declared_where_documented(documented: dict[str, Any]) -> None:
    declared = DECLARED[endpoint_id(documented)]
    assert (declared.query is not None, declared.body is not None) == (
        bool(documented["query"]),
        documented["body"] is not None,
    )
