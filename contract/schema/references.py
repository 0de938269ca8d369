"""References in content: links, backlinks and their targets."""

from typing import Annotated

from pydantic import MISSING, ConfigDict

from contract.schema.endpoint import Listing
from contract.schema.fields import ContractModel, Count, OpenEnum

# The contract shows `file` only; a backlink is a place that shows the file, mostly a page.
REFERENCE_KINDS = ("file", "url", "page", "user", "collection", "space", "reusable-content", "openapi")


class EmbeddedUrls(ContractModel):
    """URLs of an embedded resource."""

    location: str | MISSING = MISSING
    app: str | MISSING = MISSING
    published: str | MISSING = MISSING


class EmbeddedResource(ContractModel):
    """A resource inside a reference, with the fields that name it and link to it. Other fields are kept, too."""

    model_config = ConfigDict(extra="allow")

    id: str | MISSING = MISSING
    title: str | MISSING = MISSING
    name: str | MISSING = MISSING
    displayName: str | MISSING = MISSING
    slug: str | MISSING = MISSING
    path: str | MISSING = MISSING
    urls: EmbeddedUrls | MISSING = MISSING


class VersionContext(ContractModel):
    """The version of a space that a reference points to, by id."""

    type: Annotated[str, OpenEnum("revision", "changeRequest")]
    revision: str | MISSING = MISSING
    changeRequest: str | MISSING = MISSING


class InternalLocation(ContractModel):
    """A place within a page."""

    type: Annotated[str, OpenEnum("anchor", "node")]
    anchor: str | MISSING = MISSING
    node: str | MISSING = MISSING


class Reference(ContractModel):
    """One end of a link. `kind` determines which fields are present; each is the resource itself or its id."""

    kind: Annotated[str, OpenEnum(*REFERENCE_KINDS)]
    organization: EmbeddedResource | str | MISSING = MISSING
    space: EmbeddedResource | str | MISSING = MISSING
    versionContext: VersionContext | MISSING = MISSING
    file: EmbeddedResource | str | MISSING = MISSING
    page: EmbeddedResource | str | MISSING = MISSING
    internalLocation: InternalLocation | MISSING = MISSING
    collection: EmbeddedResource | str | MISSING = MISSING
    reusableContent: EmbeddedResource | str | MISSING = MISSING
    openAPISpec: EmbeddedResource | str | MISSING = MISSING
    user: EmbeddedResource | str | MISSING = MISSING
    url: str | MISSING = MISSING


LinkStatus = Annotated[str, OpenEnum("ok", "broken", "in-app")]


class PageLink(ContractModel):
    """A link on a page, with its target and the places where it occurs."""

    status: LinkStatus
    relation: Annotated[str, OpenEnum("reference", "dependsOn")] | MISSING = MISSING
    targetReference: Reference | MISSING = MISSING
    locationReferences: list[Reference] | MISSING = MISSING


class BrokenStats(ContractModel):
    """The number of broken links, and of those that the change request breaks."""

    total: Count
    changeRequest: Count | MISSING = MISSING


class LinkStats(ContractModel):
    """The number of links on a page, and of broken ones."""

    total: Count
    broken: BrokenStats | MISSING = MISSING


class PageLinks(Listing[PageLink]):
    """One page of a page's links, with statistics on all of them."""

    stats: LinkStats | MISSING = MISSING
