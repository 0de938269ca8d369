"""An organization's OpenAPI specifications and their versions."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.organization.people import EditPermissions, LocationUrls
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import URI_MAX_LENGTH, ContractModel, DocumentedLimit, HttpUri, JsonObject, Moment, OpenEnum

_GROUP = EndpointGroup("OpenAPI specs")
SLUG_MIN, SLUG_MAX = 1, 100
SLUG = "^[a-z0-9]+(?:-[a-z0-9]+)*$"

Slug = Annotated[str, Field(min_length=SLUG_MIN, max_length=SLUG_MAX, pattern=SLUG)]


class OpenAPISpecUrls(ContractModel):
    """URLs of a specification."""

    location: str | MISSING = MISSING
    app: str | MISSING = MISSING


class OpenAPISpec(ContractModel):
    """A specification; `lastVersion` is the id of its newest version."""

    object: Literal["openapi-spec"] = "openapi-spec"
    id: str
    createdAt: Moment
    updatedAt: Moment
    slug: Annotated[str, DocumentedLimit(min_length=SLUG_MIN, max_length=SLUG_MAX, pattern=SLUG)]
    sourceURL: Annotated[str, DocumentedLimit(max_length=URI_MAX_LENGTH)] | MISSING = MISSING
    # A failed read is `complete` too, with `lastProcessErrorCode`.
    processingState: Annotated[str, OpenEnum("pending", "progress", "complete")]
    lastVersion: str | MISSING = MISSING
    lastProcessedAt: Moment | MISSING = MISSING
    lastProcessErrorCode: Annotated[str, OpenEnum("FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR")] | MISSING = MISSING
    permissions: EditPermissions | MISSING = MISSING
    urls: OpenAPISpecUrls | MISSING = MISSING


class SourceUrl(ContractModel):
    """A source that the API fetches from a URL."""

    url: HttpUri


class SourceText(ContractModel):
    """A source given as the text of the specification."""

    text: Annotated[str, Field(min_length=1)]


class OpenAPISpecReplace(ContractModel):
    """The new source of a specification."""

    source: SourceUrl | SourceText


class OpenAPISpecCreate(OpenAPISpecReplace):
    """A new specification; `slug` is part of its URL."""

    slug: Slug


class OpenAPISpecVersion(ContractModel):
    """A version of a specification."""

    object: Literal["openapi-spec-version"] = "openapi-spec-version"
    id: str
    createdAt: Moment | MISSING = MISSING
    url: Annotated[str, DocumentedLimit(max_length=URI_MAX_LENGTH)]
    urls: LocationUrls | MISSING = MISSING


class OpenAPISpecVersionContent(ContractModel):
    """The content of a version: its files, and the URL it was read from."""

    filesystem: JsonObject
    url: str


SPECS = "/v1/orgs/{organizationId}/openapi"
SPEC = SPECS + "/{specSlug}"
VERSIONS = SPEC + "/versions"
LATEST = VERSIONS + "/latest"
VERSION = VERSIONS + "/{versionId}"

LIST_SPECS = _GROUP.list("listOpenAPISpecs", SPECS, OpenAPISpec)
CREATE_SPEC = _GROUP.post("createOpenAPISpec", SPECS, OpenAPISpecCreate, OpenAPISpec, 201)
GET_SPEC = _GROUP.get("getOpenAPISpec", SPEC, OpenAPISpec)
# 200 also when it creates the specification, where the public description says 201.
REPLACE_SPEC = _GROUP.put("replaceOpenAPISpec", SPEC, OpenAPISpecReplace, OpenAPISpec)
DELETE_SPEC = _GROUP.delete("deleteOpenAPISpec", SPEC, 205)
LIST_SPEC_VERSIONS = _GROUP.list("listOpenAPISpecVersions", VERSIONS, OpenAPISpecVersion)
GET_LATEST_VERSION = _GROUP.get("getLatestOpenAPISpecVersion", LATEST, OpenAPISpecVersion)
GET_LATEST_VERSION_CONTENT = _GROUP.get(
    "getLatestOpenAPISpecVersionContent", LATEST + "/content", OpenAPISpecVersionContent
)
GET_VERSION = _GROUP.get("getOpenAPISpecVersion", VERSION, OpenAPISpecVersion)
GET_VERSION_CONTENT = _GROUP.get("getOpenAPISpecVersionContent", VERSION + "/content", OpenAPISpecVersionContent)
