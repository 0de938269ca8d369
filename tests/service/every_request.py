"""A request to each endpoint that succeeds for whoever may ask it, and the other forms that the contract gives one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint
from tests.service.api_user import ApiResult, ApiUser

TABLE = r"""
GET /v1/orgs?limit=1
GET /v1/orgs/org_larkfield
PATCH /v1/orgs/org_larkfield {"title": "Larkfield", "emailDomains": ["larkfield.example"],
    "hostname": "larkfield-docs", "defaultRole": null, "defaultContent": {"type": "site", "site": "site_help"},
    "logo": "https://larkfield.example/logo.svg", "sso": true, "ai": false, "inviteLinks": false}
PATCH /v1/orgs/org_larkfield {"defaultContent": null, "logo": null, "defaultRole": "create"}
PATCH /v1/orgs/org_larkfield {}
GET /v1/orgs/org_larkfield/link-invites/inv_welcome
PATCH /v1/orgs/org_larkfield/link-invites/inv_welcome {"role": "read"}
DELETE /v1/orgs/org_larkfield/link-invites/inv_welcome
GET /v1/orgs/org_larkfield/search?query=rates&limit=2
GET /v1/email-domains/larkfield.example/orgs
GET /v1/email-domains/nobody.example/orgs
GET /v1/spaces/space_guide/custom-fields
PATCH /v1/spaces/space_guide/custom-fields {"values": {"owner": {"value": "Sales"}, "reader_rating": {"value": 4.5},
    "translated": {"value": true}, "topics": {"value": ["lanes", "rates"]}}}
GET /v1/orgs/org_larkfield/custom-fields?limit=3
POST /v1/orgs/org_larkfield/custom-fields {"name": "due_in-q4", "type": "select:single", "title": "Due",
    "description": "When", "placeholder": "Soon", "options": ["Soon", "Later"]}
GET /v1/orgs/org_larkfield/custom-fields/reader_rating
PATCH /v1/orgs/org_larkfield/custom-fields/review-cycle {"title": "Cycle", "description": "", "placeholder": "",
    "options": ["Monthly", "Quarterly", "Yearly", "Never"]}
DELETE /v1/orgs/org_larkfield/custom-fields/owner
GET /v1/orgs/org_larkfield/saml?limit=10
POST /v1/orgs/org_larkfield/saml {"label": "Night shift", "entityID": "https://night.example/metadata",
    "ssoURL": "https://night.example/sso", "defaultTeam": "team_docs", "defaultRole": "comment"}
POST /v1/orgs/org_larkfield/saml {"label": "Later"}
GET /v1/orgs/org_larkfield/saml/saml_drivers
PATCH /v1/orgs/org_larkfield/saml/saml_staff {"label": "Staff", "defaultRole": null}
DELETE /v1/orgs/org_larkfield/saml/saml_staff
GET /v1/orgs/org_larkfield/sso
GET /v1/orgs/org_larkfield/openapi?limit=1000
POST /v1/orgs/org_larkfield/openapi {"slug": "lanes", "source": {"url": "https://lanes.example/openapi.json"}}
POST /v1/orgs/org_larkfield/openapi {"slug": "lanes", "source": {"text": "openapi: 3.1.0\ninfo: {title: Lanes,
    version: 1.0.0}\npaths: {}\n"}}
GET /v1/orgs/org_larkfield/openapi/shipments
PUT /v1/orgs/org_larkfield/openapi/shipments {"source": {"url": "https://lanes.example/openapi.yaml"}}
PUT /v1/orgs/org_larkfield/openapi/lanes {"source": {"url": "https://lanes.example/openapi.yaml"}}
DELETE /v1/orgs/org_larkfield/openapi/shipments
GET /v1/orgs/org_larkfield/openapi/shipments/versions?limit=2
GET /v1/orgs/org_larkfield/openapi/shipments/versions/latest
GET /v1/orgs/org_larkfield/openapi/shipments/versions/latest/content
GET /v1/orgs/org_larkfield/openapi/shipments/versions/version_shipments_1
GET /v1/orgs/org_larkfield/openapi/shipments/versions/version_shipments_1/content
GET /v1/orgs/org_larkfield/translations?limit=2
POST /v1/orgs/org_larkfield/translations {"title": "Lanes"}
GET /v1/orgs/org_larkfield/translations/translation_guide
PUT /v1/orgs/org_larkfield/translations/translation_guide {"title": "Shipping"}
DELETE /v1/orgs/org_larkfield/translations/translation_guide
GET /v1/orgs/org_larkfield/teams/team_docs/members?limit=1000
PUT /v1/orgs/org_larkfield/teams/team_docs/members {"add": ["user_charlie", "judith@larkfield.example"],
    "remove": ["user_kofi"], "memberships": {"user_charlie": {"role": "owner"}, "user_grace": {"role": "member"}}}
PUT /v1/orgs/org_larkfield/teams/team_docs/members {"add": ["user_charlie"], "remove": ["user_charlie"]}
PUT /v1/orgs/org_larkfield/teams/team_docs/members/user_charlie {"role": "owner"}
PUT /v1/orgs/org_larkfield/teams/team_docs/members/user_charlie {}
DELETE /v1/orgs/org_larkfield/teams/team_docs/members/user_kofi
GET /v1/collections/col_handbook/permissions/teams?limit=1
PATCH /v1/collections/col_handbook/permissions/teams/team_docs {"role": "admin"}
PATCH /v1/collections/col_handbook/permissions/teams/team_docs {"role": null}
DELETE /v1/collections/col_handbook/permissions/teams/team_docs
GET /v1/spaces/space_guide/permissions/teams
PATCH /v1/spaces/space_guide/permissions/teams/team_docs {"role": "review"}
PATCH /v1/spaces/space_guide/permissions/teams/team_docs {"role": null}
DELETE /v1/spaces/space_guide/permissions/teams/team_docs

GET /v1/orgs/org_larkfield/sites?limit=2
GET /v1/orgs/org_larkfield/sites?space=space_guide&title=docs&published=true
GET /v1/orgs/org_larkfield/sites?published=false
POST /v1/orgs/org_larkfield/sites {"type": "basic", "title": "Carriers", "visibility": "unlisted",
    "spaces": ["space_guide", "space_api"]}
POST /v1/orgs/org_larkfield/sites {"spaces": "empty"}
POST /v1/orgs/org_larkfield/sites {}
GET /v1/orgs/org_larkfield/sites/site_preview
DELETE /v1/orgs/org_larkfield/sites/site_preview
PATCH /v1/orgs/org_larkfield/sites/site_docs {"title": "Docs", "visibility": "public", "basename": "all-docs",
    "adaptiveContent": {"enabled": true}, "agentsContext": "excluded", "defaultSiteSpace": "sitespace_docs_start",
    "defaultSiteSection": "section_start", "proxy": "larkfield.example/docs/all"}
PATCH /v1/orgs/org_larkfield/sites/site_preview {"proxy": null}
GET /v1/orgs/org_larkfield/sites/site_docs/adaptive-schema
PUT /v1/orgs/org_larkfield/sites/site_docs/adaptive-schema
    {"jsonSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://larkfield.example/claims",
    "type": "object", "additionalProperties": false, "properties": {"isCarrier": {"type": "boolean",
    "description": "Drives for us"}, "unsigned": {"type": "object", "description": "Unsigned claims of the site
    visitor.", "additionalProperties": false, "properties": {"isEmployee": {"type": "boolean", "description": "Works
    here"}}}}}}
GET /v1/orgs/org_larkfield/sites/site_docs/published
GET /v1/orgs/org_larkfield/sites/site_help/published
GET /v1/orgs/org_larkfield/sites/site_partners/published?shareKey=carriers-7f3k9q2m
GET /v1/orgs/org_larkfield/sites/site_docs/section-groups?limit=1
POST /v1/orgs/org_larkfield/sites/site_docs/section-groups {"title": "More", "icon": "star",
    "sections": ["section_releases"]}
POST /v1/orgs/org_larkfield/sites/site_docs/section-groups {"title": "More", "icon": null, "sections": []}
PATCH /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product {"title": "Goods", "icon": null}
DELETE /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product
POST /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product/sections {"sectionId": "section_releases"}
DELETE /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product/sections/section_warehouse
POST /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product/move
    {"position": {"before": {"type": "site-section", "id": "section_releases"}}}
POST /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product/move
    {"position": {"before": {"type": "site-section", "id": "section_releases"},
    "after": {"type": "site-section-group", "id": "group_developers"}}}
POST /v1/orgs/org_larkfield/sites/site_docs/section-groups/group_product/move {}
GET /v1/orgs/org_larkfield/sites/site_docs/site-spaces?limit=1000&default=true
GET /v1/orgs/org_larkfield/sites/site_partners/site-spaces?shareKey=carriers-7f3k9q2m
GET /v1/orgs/org_larkfield/sites/site_docs/site-spaces?default=false
POST /v1/orgs/org_larkfield/sites/site_docs/site-spaces {"spaceId": "space_handbook",
    "sectionId": "section_warehouse"}
POST /v1/orgs/org_larkfield/sites/site_docs/site-spaces {"spaceId": "space_handbook"}
PATCH /v1/orgs/org_larkfield/sites/site_docs/site-spaces/sitespace_docs_api {"path": "calls",
    "condition": "visitor.claims.isCarrier"}
PATCH /v1/orgs/org_larkfield/sites/site_help/site-spaces/sitespace_help_releases {"condition": null}
DELETE /v1/orgs/org_larkfield/sites/site_docs/site-spaces/sitespace_docs_api
POST /v1/orgs/org_larkfield/sites/site_docs/site-spaces/sitespace_docs_api/move
    {"position": {"after": {"type": "site-space", "siteSpace": "sitespace_docs_guide"}}}
POST /v1/orgs/org_larkfield/sites/site_docs/site-spaces/sitespace_docs_api/move
    {"position": {"before": {"type": "site-space", "siteSpace": "sitespace_docs_partners"},
    "after": {"type": "site-space", "siteSpace": "sitespace_docs_guide"}}}
GET /v1/orgs/org_larkfield/sites/site_partners/share-links
POST /v1/orgs/org_larkfield/sites/site_partners/share-links {"name": "Auditors"}
PATCH /v1/orgs/org_larkfield/sites/site_partners/share-links/link_fair {"active": true, "name": "Fair"}
DELETE /v1/orgs/org_larkfield/sites/site_partners/share-links/link_fair

GET /v1/spaces/space_guide/comments?order=asc&status=open&format=markdown&authors=user_bob&authors=user_charlie
GET /v1/spaces/space_guide/comments
GET /v1/spaces/space_guide/comments?targetPage=page_guide_rates&order=desc
GET /v1/spaces/space_guide/comments?format=document
POST /v1/spaces/space_guide/comments {"page": "page_guide_rates", "node": "what-is-not", "body": {"markdown": "Which
    *lift*?"}}
POST /v1/spaces/space_guide/comments {"body": {"markdown": "Well said"}}
GET /v1/spaces/space_guide/comments/comment_guide_waiting
GET /v1/spaces/space_guide/comments/comment_guide_waiting?format=document
PUT /v1/spaces/space_guide/comments/comment_guide_waiting {"resolved": true, "addedReactions": ["1f44d"],
    "removedReactions": []}
DELETE /v1/spaces/space_guide/comments/comment_guide_waiting
GET /v1/spaces/space_guide/comments/comment_guide_waiting/replies?limit=1
POST /v1/spaces/space_guide/comments/comment_guide_waiting/replies {"body": {"markdown": "At the gate."}}
GET /v1/spaces/space_guide/comments/comment_guide_waiting/replies/reply_guide_waiting_2
GET /v1/spaces/space_guide/comments/comment_guide_waiting/replies/reply_guide_waiting_1?format=document
PUT /v1/spaces/space_guide/comments/comment_guide_waiting/replies/reply_guide_waiting_2 {"body": {"markdown": "Link
    it, please."}, "addedReactions": ["1f440"], "removedReactions": ["1f64f"]}
GET /v1/spaces/space_guide/change-requests?limit=1
GET /v1/spaces/space_guide/change-requests?status=merged
GET /v1/spaces/space_guide/change-requests?contributor=user_alice
POST /v1/spaces/space_guide/change-requests {"subject": "Say more", "agentTaskId": "task_1"}
POST /v1/spaces/space_guide/change-requests {}
GET /v1/spaces/space_guide/change-requests/change_guide_customs
GET /v1/spaces/space_guide/change-requests/2
PATCH /v1/spaces/space_guide/change-requests/change_guide_customs {"subject": "Customs", "status": "draft"}
POST /v1/spaces/space_guide/change-requests/change_guide_customs/merge
POST /v1/spaces/space_guide/change-requests/2/merge
POST /v1/spaces/space_guide/change-requests/change_guide_customs/update
GET /v1/spaces/space_guide/change-requests/change_guide_customs/pdf?only=true&page=page_guide_rates
GET /v1/spaces/space_guide/change-requests/change_guide_customs/pdf
GET /v1/spaces/space_guide/change-requests/change_guide_customs/requested-reviewers?limit=1
POST /v1/spaces/space_guide/change-requests/change_guide_customs/requested-reviewers {"users": ["user_frank",
    "user_erin"], "subject": "Customs, at last"}
GET /v1/spaces/space_guide/change-requests/change_guide_customs/contributors
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content?metadata=false&computed=false
GET /v1/spaces/space_guide/change-requests/2/content
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content/pages?metadata=true&computed=true
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content/files?limit=2
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content/files/file_guide_shipment-states
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content/files/file_guide_shipment-states/backlinks
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content/page/page_guide_rates
GET /v1/spaces/space_guide/change-requests/change_guide_customs/content/page/page_guide_rates/links?limit=1
GET /v1/spaces/space_guide/search?query=rates&limit=1
GET /v1/spaces/space_api/content
GET /v1/spaces/space_api/content?metadata=true
POST /v1/spaces/space_guide/content/import {"url": "http://127.0.0.1:9/docs", "source": "website"}
POST /v1/spaces/space_guide/change-requests/change_guide_customs/content/import {"url": "http://127.0.0.1:9/docs",
    "source": "website"}
GET /v1/spaces/space_start/content/pages
GET /v1/spaces/space_guide/content/files?metadata=false&limit=1
GET /v1/spaces/space_guide/content/files/file_guide_shipment-states?computed=false
GET /v1/spaces/space_guide/content/files/file_guide_shipment-states/backlinks?limit=1
GET /v1/spaces/space_guide/content/page/page_guide_rates?format=markdown
GET /v1/spaces/space_guide/content/page/page_guide_rates?format=document
GET /v1/spaces/space_guide/content/page/page_guide_rates/links?status=broken
GET /v1/spaces/space_start/content/page/page_start_what-larkfield-does/links
"""
"""Method, target and JSON; a line that begins with blanks goes on with the one before it."""


@dataclass(frozen=True)
class SampleRequest:
    """The ids of the path in its order, the query by name, the body as it is before it becomes JSON."""

    endpoint: Endpoint[Any]
    ids: tuple[str, ...]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None

    @property
    def path(self) -> str:
        path = self.endpoint.path
        for name, value in zip(self.endpoint.path_params, self.ids, strict=True):
            path = path.replace("{" + name + "}", value)
        return path

    @property
    def target(self) -> str:
        return f"{self.path}?{urlencode(self.query, doseq=True)}"

    def asked_by(self, person: ApiUser) -> ApiResult:
        return person.asks(self.endpoint, *self.ids, body=self.body, **self.query)

    def of(self, place: int, other: str) -> "SampleRequest":
        """The same with another id at this place of the path."""
        return replace(self, ids=(*self.ids[:place], other, *self.ids[place + 1 :]))

    def but(self, **query: object) -> "SampleRequest":
        """The same with another query besides what must be in it."""
        required = self.endpoint.query.model_json_schema().get("required", []) if self.endpoint.query else []
        return replace(self, query={name: self.query[name] for name in required} | query)


def _endpoint(method: str, path: str) -> tuple[Endpoint[Any], tuple[str, ...]]:
    """What a path leads to, with its ids: `versions/latest` before `versions/{versionId}`."""
    forms = {each: re.sub(r"{\w+}", "([^/]+)", each.path) for each in ENDPOINTS if each.method == method}
    fitting = {each: found.groups() for each, form in forms.items() if (found := re.fullmatch(form, path))}
    endpoint = min(fitting, key=lambda each: len(each.path_params))
    return endpoint, fitting[endpoint]


def _request(row: str) -> SampleRequest:
    method, target, *body = row.split(" ", 2)
    endpoint, ids = _endpoint(method, urlsplit(target).path)
    return SampleRequest(endpoint, ids, parse_qs(urlsplit(target).query), json.loads(body[0]) if body else None)


EVERY_REQUEST = [_request(row) for row in re.sub("\n +", " ", TABLE).split("\n") if row]

REQUESTS: Mapping[Endpoint[Any], SampleRequest] = {each.endpoint: each for each in reversed(EVERY_REQUEST)}
"""The first of each endpoint."""
