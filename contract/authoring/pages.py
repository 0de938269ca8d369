"""A space's pages, and the revisions and files of its content."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.organization.search import AppUrls
from contract.schema.fields import AnyJson, ContractModel, Count, JsonObject, Moment, Number, OpenEnum
from contract.schema.references import EmbeddedResource, Reference


class GitPointer(ContractModel):
    """A file in a Git repository."""

    oid: str | MISSING = MISSING
    path: str | MISSING = MISSING


class PageLayout(ContractModel):
    """The visible parts of a page, and its width."""

    cover: bool | MISSING = MISSING
    coverSize: Annotated[str, OpenEnum("hero", "full", "background")] | MISSING = MISSING
    title: bool | MISSING = MISSING
    description: bool | MISSING = MISSING
    tableOfContents: bool | MISSING = MISSING
    outline: bool | MISSING = MISSING
    pagination: bool | MISSING = MISSING
    width: Annotated[str, OpenEnum("default", "wide")] | MISSING = MISSING


class CoverReference(ContractModel):
    """A cover picture: a file id or a URL."""

    kind: Annotated[str, OpenEnum("file", "url")]
    file: str | MISSING = MISSING
    url: str | MISSING = MISSING


class PageCover(ContractModel):
    """The picture at the top of a page; `yPos` is its vertical offset."""

    ref: CoverReference | MISSING = MISSING
    refDark: CoverReference | MISSING = MISSING
    yPos: Number | MISSING = MISSING


class ComputedContent(ContractModel):
    """The source of generated content; the type `integration:<name>:<source>` comes from an integration."""

    type: Annotated[str, OpenEnum("builtin:openapi", "builtin:translation")]
    dependencies: AnyJson | MISSING = MISSING
    props: AnyJson | MISSING = MISSING


class SpacePage(ContractModel):
    """A page; `pages` are the pages below it. `markdown` or `document` is present if that format was requested."""

    id: str
    title: str
    emoji: str | MISSING = MISSING
    icon: str | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    markdown: str | MISSING = MISSING
    document: JsonObject | MISSING = MISSING
    # A document has `documentId`, or `computed` and `computedSeed`; a link has `target`.
    type: Annotated[str, OpenEnum("document", "group", "link", "computed")]
    urls: AppUrls | MISSING = MISSING
    slug: str | MISSING = MISSING
    path: str | MISSING = MISSING
    description: str | MISSING = MISSING
    documentId: str | MISSING = MISSING
    pages: list["SpacePage"] | MISSING = MISSING
    git: GitPointer | MISSING = MISSING
    layout: PageLayout | MISSING = MISSING
    cover: PageCover | MISSING = MISSING
    hidden: bool | MISSING = MISSING
    noIndex: bool | MISSING = MISSING
    noRobotsIndex: bool | MISSING = MISSING
    computed: ComputedContent | MISSING = MISSING
    computedSeed: str | MISSING = MISSING
    target: Reference | MISSING = MISSING
    href: str | MISSING = MISSING


class SpacePages(ContractModel):
    """The pages at the top of the tree."""

    pages: list[SpacePage]


class Dimensions(ContractModel):
    """The size of a picture in pixels."""

    width: Number
    height: Number


class SpaceFile(ContractModel):
    """A file; `size` is in bytes."""

    id: str
    name: str
    contentType: str | MISSING = MISSING
    downloadURL: str | MISSING = MISSING
    size: Count | MISSING = MISSING
    dimensions: Dimensions | MISSING = MISSING
    git: GitPointer | MISSING = MISSING


class ReusableContent(ContractModel):
    """Content that several pages include."""

    id: str
    title: str | MISSING = MISSING
    document: AnyJson | MISSING = MISSING
    git: GitPointer | MISSING = MISSING


# `createdByService` has another name in the public description.
class RevisionGit(ContractModel):
    """The Git commit that a revision was read from or written to."""

    oid: str | MISSING = MISSING
    message: str | MISSING = MISSING
    createdByService: bool | MISSING = MISSING
    url: str | MISSING = MISSING
    ref: str | MISSING = MISSING


class RevisionUrls(ContractModel):
    """URLs of a revision."""

    app: str | MISSING = MISSING
    published: str | MISSING = MISSING
    public: str | MISSING = MISSING


class Revision(ContractModel):
    """A space's content at one point in time; `parents` are ids. Only merges have `mergedFrom`, the change request."""

    object: Literal["revision"] = "revision"
    id: str
    parents: list[str] | MISSING = MISSING
    pages: list[SpacePage] | MISSING = MISSING
    files: list[SpaceFile] | MISSING = MISSING
    reusableContents: list[ReusableContent] | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    git: RevisionGit | MISSING = MISSING
    urls: RevisionUrls | MISSING = MISSING
    type: Annotated[str, OpenEnum("edits", "merge", "rollback", "update", "computed")] | MISSING = MISSING
    mergedFrom: EmbeddedResource | str | MISSING = MISSING
