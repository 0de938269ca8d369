"""Revisions of a space's content and the files that they hold."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.annotations import Known
from contract.fields import AnyJson, Count, Moment, Number, Shape
from contract.pages import GitPointer, Page
from contract.references import Embedded


class Dimensions(Shape):
    """The size of a picture in pixels."""

    width: Number
    height: Number


class File(Shape):
    """A file; `size` is in bytes."""

    id: str
    name: str
    contentType: str | MISSING = MISSING
    downloadURL: str | MISSING = MISSING
    size: Count | MISSING = MISSING
    dimensions: Dimensions | MISSING = MISSING
    git: GitPointer | MISSING = MISSING


class ReusableContent(Shape):
    """A text that several pages show."""

    id: str
    title: str | MISSING = MISSING
    document: AnyJson | MISSING = MISSING
    git: GitPointer | MISSING = MISSING


class RevisionGit(Shape):
    """The commit that a revision was taken from or written to."""

    oid: str | MISSING = MISSING
    message: str | MISSING = MISSING
    createdByService: bool | MISSING = MISSING
    url: str | MISSING = MISSING
    ref: str | MISSING = MISSING


class RevisionUrls(Shape):
    """Where a revision is found."""

    app: str | MISSING = MISSING
    published: str | MISSING = MISSING
    public: str | MISSING = MISSING


class Revision(Shape):
    """The content of a space at one moment; `parents` are ids. Only a merge tells the change request it came from."""

    object: Literal["revision"] = "revision"
    id: str
    parents: list[str] | MISSING = MISSING
    pages: list[Page] | MISSING = MISSING
    files: list[File] | MISSING = MISSING
    reusableContents: list[ReusableContent] | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    git: RevisionGit | MISSING = MISSING
    urls: RevisionUrls | MISSING = MISSING
    type: Annotated[str, Known("edits", "merge", "rollback", "update", "computed")] | MISSING = MISSING
    mergedFrom: Embedded | str | MISSING = MISSING
