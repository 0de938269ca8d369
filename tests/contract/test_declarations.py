"""The declared endpoints are the documented ones, field by field, and the comparison sees each thing that drifts."""

from collections.abc import Iterator
from typing import Any

import contract
from contract.schema.listing import Listing
from contract.schema.references import PageLinks
from tests.contract.declared import DECLARED, declared_fields
from tests.contract.documented import ENDPOINTS, REQUIRED_WHERE_UNSAID, endpoint_id, field_lists, told_by_document
from tests.contract.resources import find_model
from tests.contract.told import LIMITS
from tests.loops import for_each

ANSWERS = {
    "Site": "publishing.site.Site",
    "Site adaptive schema": "publishing.sites.SiteAdaptiveSchema",
    "Published content site": "publishing.published.PublishedContentSite",
    "Site section group": "publishing.section_groups.SiteSectionGroup",
    "Site space": "publishing.site_spaces.SiteSpace",
    "Share link": "publishing.share_links.ShareLink",
    "CustomFieldValues": "authoring.custom_fields.CustomFieldValue",
    "Custom field": "authoring.custom_fields.CustomField",
    "Comment": "authoring.comment.Comment",
    "Comment reply": "authoring.comment.CommentReply",
    "Organization": "organization.organizations.Organization",
    "Organization invite link": "organization.organizations.Invite",
    "Organization search item": "organization.search.OrganizationSearchItem",
    "{organizations:[Organization]}": "organization.organizations.OrganizationsOfDomain",
    "Change request": "authoring.change_requests.ChangeRequest",
    "{revision,result:merge}": "authoring.change_requests.MergeResult",
    "{revision,result:update}": "authoring.change_requests.UpdateResult",
    "{url}": "authoring.change_requests.PdfResult",
    "Change request requested reviewer": "authoring.change_requests.RequestedReviewer",
    "{users:[Change request requested reviewer]}": "authoring.change_requests.RequestedReviewers",
    "Change request contributor": "authoring.change_requests.Contributor",
    "Revision": "authoring.revisions.Revision",
    "Import result": "authoring.content.ImportResult",
    "{pages:[Page]}": "authoring.pages.Pages",
    "File": "authoring.revisions.File",
    "File backlink item": "schema.references.Reference",
    "Page": "authoring.pages.Page",
    "Page links result": "schema.references.PageLinks",
    "Space search item": "organization.search.SpaceSearchItem",
    "SAML provider": "organization.saml.SamlProvider",
    "{items:[SSO login info]}": "organization.saml.SsoLogins",
    "OpenAPI spec": "authoring.openapi_specs.OpenAPISpec",
    "OpenAPI spec version": "authoring.openapi_specs.OpenAPISpecVersion",
    "OpenAPI spec version content": "authoring.openapi_specs.OpenAPISpecVersionContent",
    "Translation settings": "publishing.translations.TranslationSettings",
    "Team member listing item": "organization.team_members.TeamMemberItem",
    "Team permission listing item": "organization.team_permissions.TeamPermissionItem",
}
each_endpoint = for_each("documented", ENDPOINTS)


def test_declared_are_all_documented_and_no_others() -> None:
    assert [f"{each.method} {each.path}" for each in contract.ENDPOINTS] == list(DECLARED)
    assert sorted(DECLARED) == sorted(endpoint_id(each) for each in ENDPOINTS)
    assert len(DECLARED) == 106


def test_names_are_unique() -> None:
    assert len({each.name for each in contract.ENDPOINTS}) == len(contract.ENDPOINTS)
    assert {each.operation_id for each in contract.ENDPOINTS} == {each.name for each in contract.ENDPOINTS}


@each_endpoint
def test_an_endpoint_is_as_documented(documented: dict[str, Any]) -> None:
    declared = DECLARED[endpoint_id(documented)]
    assert (declared.group, declared.path_params, declared.success, declared.listing, declared.reads) == (
        documented["group"],
        tuple(documented["pathParams"]),
        documented["success"],
        documented["listing"],
        documented["method"] == "GET",
    )


def _answer(documented: dict[str, Any]) -> Any:  # noqa: ANN401 - any type can be an answer
    kind, name = documented["response"]["kind"], documented["response"]["object"]
    model = find_model(ANSWERS[name]) if name else type(None)
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
    expected = {field["name"]: told_by_document(field) for field in field_lists(documented)[part]}
    assert declared_fields(documented, part) == expected


@each_endpoint
def test_a_query_and_a_body_are_declared_where_documented(documented: dict[str, Any]) -> None:
    declared = DECLARED[endpoint_id(documented)]
    assert (declared.query is not None, declared.body is not None) == (
        bool(documented["query"]),
        documented["body"] is not None,
    )


def _drifted(field: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The field with one thing changed, for each thing that is said of it."""
    required = REQUIRED_WHERE_UNSAID[field["name"]] if field["required"] is None else field["required"]
    yield {**field, "required": not required}
    yield {**field, "nullable": not field.get("nullable", False)}
    yield {**field, "type": "other"}
    yield {**field, "default": "other"}
    if "enum" in field:
        yield {**field, "enum": [*field["enum"], "other"]}
    for limit in {*LIMITS, "max"} & field.keys():
        yield {**field, limit: f"{field[limit]}x" if limit == "pattern" else field[limit] + 1}
    if "items" in field:
        yield {**field, "items": "number"}
    for inner, held in enumerate(field.get("fields", [])):
        for changed in _drifted(held):
            yield {**field, "fields": [*field["fields"][:inner], changed, *field["fields"][inner + 1 :]]}


@each_endpoint
def test_whatever_drifts_is_seen(documented: dict[str, Any]) -> None:
    for part, fields in field_lists(documented).items():
        for field in fields:
            for changed in _drifted(field):
                assert told_by_document(changed) != declared_fields(documented, part)[field["name"]], changed
