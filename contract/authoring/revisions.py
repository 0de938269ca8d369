"""Revisions of a space's content and the files that they hold."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.authoring.pages import GitPointer, Page
from contract.schema.annotations import OpenEnum
from contract.schema.fields import AnyJson, ContractModel, Count, Moment, Number
from contract.schema.references import Embedded


class Dimensions(ContractModel):
    """The size of a picture in pixels."""

    width: Number
    height: Number


class File(ContractModel):
    """A file; `size` is in bytes."""

    id: str
    name: str
    contentType: str | MISSING = MISSING
    downloadURL: str | MISSING = MISSING
    size: Count | MISSING = MISSING
    dimensions: Dimensions | MISSING = MISSING
    git: GitPointer | MISSING = MISSING


class ReusableContent(ContractModel):
    """A text that several pages show."""

    id: str
    title: str | MISSING = MISSING
    document: AnyJson | MISSING = MISSING
    git: GitPointer | MISSING = MISSING


class RevisionGit(ContractModel):
    """The commit that a revision was taken from or written to."""

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
    type: Annotated[str, OpenEnum("edits", "merge", "rollback", "update", "computed")] | MISSING = MISSING
    mergedFrom: Embedded | str | MISSING = MISSING
