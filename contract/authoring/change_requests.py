"""A space's change requests: proposals, reviewers, contributors, merging and updating."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.organization.people import Team, User
from contract.schema.endpoint import EndpointGroup, Flag, Listing, ListQuery, Query
from contract.schema.fields import ContractModel, Count, DefaultValue, DocumentedLimit, Moment, OpenEnum

_GROUP = EndpointGroup("Change requests")
SUBJECT_MAX = 100


class ChangeRequestUrls(ContractModel):
    """URLs of a change request."""

    app: str | MISSING = MISSING
    location: str | MISSING = MISSING


class ChangeRequest(ContractModel):
    """A proposed change. `number` is unique within the space, revisions are ids, `comments` counts open comments."""

    object: Literal["change-request"] = "change-request"
    id: str
    number: Count
    # Known values from the public API description 0.130.0; the contract names none.
    status: Annotated[str, OpenEnum("draft", "open", "archived", "merged")]
    subject: Annotated[str, DocumentedLimit(max_length=SUBJECT_MAX)]
    # Optional in the contract, required in the public description.
    createdBy: User | MISSING = MISSING
    createdAt: Moment
    updatedAt: Moment
    revision: str
    revisionInitial: str
    revisionMergedAncestor: str | MISSING = MISSING
    revisionMerged: str | MISSING = MISSING
    comments: Count
    outdated: bool
    urls: ChangeRequestUrls | MISSING = MISSING


class ChangeRequestsQuery(ListQuery):
    """Filters for change requests; `contributor` is a user id."""

    status: Annotated[str, OpenEnum("draft", "open", "archived", "merged"), DefaultValue("open")] | MISSING = MISSING
    contributor: str | MISSING = MISSING


class ChangeRequestCreate(ContractModel):
    """A new change request; `agentTaskId` identifies an agent task to carry out."""

    subject: Annotated[str, Field(max_length=SUBJECT_MAX)] | MISSING = MISSING
    agentTaskId: str | MISSING = MISSING


class ChangeRequestUpdate(ContractModel):
    """A new subject or status. Merging has an operation of its own."""

    subject: Annotated[str, Field(max_length=SUBJECT_MAX)] | MISSING = MISSING
    # Without `merged`, which only the merge operation sets.
    status: Annotated[str, OpenEnum("draft", "open", "archived")] | MISSING = MISSING


class MergeResult(ContractModel):
    """The result of a merge, and the revision it created."""

    revision: str
    # The contract names `merge` only; the public description also has `conflicts`.
    result: Annotated[str, OpenEnum("merge", "conflicts")]


class UpdateResult(ContractModel):
    """The result of updating from the primary content, and the revision it created."""

    revision: str
    result: Annotated[str, OpenEnum("update", "conflicts")]


class PdfQuery(Query):
    """A query for a PDF: `page` is a page id; `only` leaves out the pages below it."""

    only: Flag | MISSING = MISSING
    page: str | MISSING = MISSING


class PdfResult(ContractModel):
    """The URL of a PDF."""

    url: str


class RequestedReviewer(ContractModel):
    """A person or a team that was asked for a review."""

    object: Literal["change-request-requested-reviewer"] = "change-request-requested-reviewer"
    revision: str | MISSING = MISSING
    requestedBy: User | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    kind: Annotated[str, OpenEnum("user", "team")] | MISSING = MISSING
    user: User | MISSING = MISSING
    team: Team | MISSING = MISSING


class ReviewersRequest(ContractModel):
    """People to ask for a review, by user id; a `subject` renames the change request."""

    users: list[str]
    subject: Annotated[str, Field(max_length=SUBJECT_MAX)] | MISSING = MISSING


class RequestedReviewers(ContractModel):
    """All requested reviews."""

    users: list[RequestedReviewer]


class Contributor(ContractModel):
    """A person who edited a change request `count` times."""

    updatedAt: Moment
    count: Count
    user: User


CHANGE_REQUESTS = "/v1/spaces/{spaceId}/change-requests"
CHANGE_REQUEST = CHANGE_REQUESTS + "/{changeRequestId}"
REVIEWERS = CHANGE_REQUEST + "/requested-reviewers"

LIST_CHANGE_REQUESTS = _GROUP.list("listChangeRequests", CHANGE_REQUESTS, ChangeRequest, ChangeRequestsQuery)
CREATE_CHANGE_REQUEST = _GROUP.post("createChangeRequest", CHANGE_REQUESTS, ChangeRequestCreate, ChangeRequest, 201)
GET_CHANGE_REQUEST = _GROUP.get("getChangeRequest", CHANGE_REQUEST, ChangeRequest)
UPDATE_CHANGE_REQUEST = _GROUP.patch("updateChangeRequest", CHANGE_REQUEST, ChangeRequestUpdate, ChangeRequest)
MERGE_CHANGE_REQUEST = _GROUP.post("mergeChangeRequest", CHANGE_REQUEST + "/merge", None, MergeResult)
PULL_INTO_CHANGE_REQUEST = _GROUP.post("pullIntoChangeRequest", CHANGE_REQUEST + "/update", None, UpdateResult)
GET_CHANGE_REQUEST_PDF = _GROUP.get("getChangeRequestPdf", CHANGE_REQUEST + "/pdf", PdfResult, PdfQuery)
LIST_REQUESTED_REVIEWERS = _GROUP.list("listRequestedReviewers", REVIEWERS, RequestedReviewer)
REQUEST_REVIEWERS = _GROUP.post("requestReviewers", REVIEWERS, ReviewersRequest, RequestedReviewers)
# The contract has the list envelope here, without `page` and `limit`.
LIST_CONTRIBUTORS = _GROUP.get("listContributors", CHANGE_REQUEST + "/contributors", Listing[Contributor])
