"""Pages of a space, as its content holds them."""

from typing import Annotated

from pydantic import MISSING

from contract.organization.search import AppUrls
from contract.schema.annotations import OpenEnum
from contract.schema.fields import AnyJson, ContractModel, JsonObject, Moment, Number
from contract.schema.references import Reference


class GitPointer(ContractModel):
    """The object and the path in the repository."""

    oid: str | MISSING = MISSING
    path: str | MISSING = MISSING


class PageLayout(ContractModel):
    """Visible parts of a page, and its width."""

    cover: bool | MISSING = MISSING
    coverSize: Annotated[str, OpenEnum("hero", "full", "background")] | MISSING = MISSING
    title: bool | MISSING = MISSING
    description: bool | MISSING = MISSING
    tableOfContents: bool | MISSING = MISSING
    outline: bool | MISSING = MISSING
    pagination: bool | MISSING = MISSING
    width: Annotated[str, OpenEnum("default", "wide")] | MISSING = MISSING


class CoverReference(ContractModel):
    """The picture of a cover: a file's id, or an address."""

    kind: Annotated[str, OpenEnum("file", "url")]
    file: str | MISSING = MISSING
    url: str | MISSING = MISSING


class PageCover(ContractModel):
    """The picture at the head of a page; `yPos` is how far it is moved."""

    ref: CoverReference | MISSING = MISSING
    refDark: CoverReference | MISSING = MISSING
    yPos: Number | MISSING = MISSING


class ComputedContent(ContractModel):
    """Source of generated content; the type `integration:<name>:<source>` comes from an integration."""

    type: Annotated[str, OpenEnum("builtin:openapi", "builtin:translation")]
    dependencies: AnyJson | MISSING = MISSING
    props: AnyJson | MISSING = MISSING


class Page(ContractModel):
    """A page; `pages` are those below it. `markdown` and `document` are there when that format was asked for."""

    id: str
    title: str
    emoji: str | MISSING = MISSING
    icon: str | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    markdown: str | MISSING = MISSING
    document: JsonObject | MISSING = MISSING
    type: Annotated[str, OpenEnum("document", "group", "link", "computed")]
    urls: AppUrls | MISSING = MISSING
    slug: str | MISSING = MISSING
    path: str | MISSING = MISSING
    description: str | MISSING = MISSING
    documentId: str | MISSING = MISSING
    pages: list["Page"] | MISSING = MISSING
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


class Pages(ContractModel):
    """The pages at the top of the tree."""

    pages: list[Page]
