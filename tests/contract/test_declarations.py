"""The declared endpoints are the documented ones, field by field."""

from types import NoneType
from typing import Any

import pytest

import contract
from contract.authoring.change_requests import (
    ChangeRequest,
    Contributor,
    MergeResult,
    PdfResult,
    RequestedReviewer,
    RequestedReviewers,
    UpdateResult,
)
from contract.authoring.comment import Comment, CommentReply
from contract.authoring.content import ImportResult
from contract.authoring.custom_fields import CustomField, CustomFieldValue
from contract.authoring.openapi_specs import OpenAPISpec, OpenAPISpecVersion, OpenAPISpecVersionContent
from contract.authoring.pages import Page, Pages
from contract.authoring.revisions import File, Revision
from contract.organization.organizations import Invite, Organization, OrganizationsOfDomain
from contract.organization.saml import SamlProvider, SsoLogins
from contract.organization.search import OrganizationSearchItem, SpaceSearchItem
from contract.organization.team_members import TeamMemberItem
from contract.organization.team_permissions import TeamPermissionItem
from contract.publishing.published import PublishedContentSite
from contract.publishing.section_groups import SiteSectionGroup
from contract.publishing.share_links import ShareLink
from contract.publishing.site import Site
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import SiteAdaptiveSchema
from contract.publishing.translations import TranslationSettings
from contract.schema.endpoint import Endpoint
from contract.schema.listing import Listing
from contract.schema.references import PageLinks, Reference
from tests.contract.documented import ENDPOINTS, endpoint_id, field_lists, told_by_document
from tests.contract.told import Told, told_by_model

RESOURCES: dict[str | None, type] = {
    None: NoneType,
    "Site": Site,
    "Site adaptive schema": SiteAdaptiveSchema,
    "Published content site": PublishedContentSite,
    "Site section group": SiteSectionGroup,
    "Site space": SiteSpace,
    "Share link": ShareLink,
    "CustomFieldValues": CustomFieldValue,
    "Custom field": CustomField,
    "Comment": Comment,
    "Comment reply": CommentReply,
    "Organization": Organization,
    "Organization invite link": Invite,
    "Organization search item": OrganizationSearchItem,
    "{organizations:[Organization]}": OrganizationsOfDomain,
    "Change request": ChangeRequest,
    "{revision,result:merge}": MergeResult,
    "{revision,result:update}": UpdateResult,
    "{url}": PdfResult,
    "Change request requested reviewer": RequestedReviewer,
    "{users:[Change request requested reviewer]}": RequestedReviewers,
    "Change request contributor": Contributor,
    "Revision": Revision,
    "Import result": ImportResult,
    "{pages:[Page]}": Pages,
    "File": File,
    "File backlink item": Reference,
    "Page": Page,
    "Page links result": PageLinks,
    "Space search item": SpaceSearchItem,
    "SAML provider": SamlProvider,
    "{items:[SSO login info]}": SsoLogins,
    "OpenAPI spec": OpenAPISpec,
    "OpenAPI spec version": OpenAPISpecVersion,
    "OpenAPI spec version content": OpenAPISpecVersionContent,
    "Translation settings": TranslationSettings,
    "Team member listing item": TeamMemberItem,
    "Team permission listing item": TeamPermissionItem,
}

DECLARED: dict[str, Endpoint[Any]] = {f"{each.method} {each.path}": each for each in contract.ENDPOINTS}
each_endpoint = pytest.mark.parametrize("documented", ENDPOINTS, ids=endpoint_id)


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
    resource = RESOURCES[documented["response"]["object"]]
    kind = documented["response"]["kind"]
    if kind == "array":
        return list[resource]  # type: ignore[valid-type]
    if kind == "list" and resource is not PageLinks:
        return Listing[resource]  # type: ignore[valid-type]
    return None if kind == "none" else resource


@each_endpoint
def test_an_answer_is_as_documented(documented: dict[str, Any]) -> None:
    assert DECLARED[endpoint_id(documented)].answer == _answer(documented)


def _declared_fields(documented: dict[str, Any], part: str) -> dict[str, Told]:
    model = getattr(DECLARED[endpoint_id(documented)], part)
    return told_by_model(model) if model else {}


@pytest.mark.parametrize("part", ["query", "body"])
@each_endpoint
def test_a_field_is_as_documented(documented: dict[str, Any], part: str) -> None:
    expected = {field["name"]: told_by_document(field) for field in field_lists(documented)[part]}
    assert _declared_fields(documented, part) == expected


@each_endpoint
def test_a_query_and_a_body_are_declared_where_documented(documented: dict[str, Any]) -> None:
    declared = DECLARED[endpoint_id(documented)]
    assert (declared.query is not None, declared.body is not None) == (
        bool(documented["query"]),
        documented["body"] is not None,
    )
