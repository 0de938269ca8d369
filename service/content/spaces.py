"""Stores spaces and the versions of their content, including those of change requests."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sqlalchemy import Connection, insert, select, update

from service.content.files import Attachment, add_file
from service.content.index import index_pages
from service.content.links import change_request_url, page_url, space_url
from service.content.pages import Leaf, arrange_drafts, read_folder
from service.content.revisions import add_revision, build_revision
from service.storage.documents import Fields, create_id, find_fields, find_row, serialize_document, split_batches
from service.tables.content import page, space

SAMPLE = Path(__file__).with_name("sample")


def create_space(connection: Connection, organization_id: str, title: str, now: str, *, sample: bool) -> str:
    """Create a space, empty or with sample pages, and return its id."""
    space_id = create_id("space")
    pages = arrange_drafts(read_folder(SAMPLE), now) if sample else []
    add_space(connection, {"id": space_id, "title": title, "organization": organization_id}, pages, now)
    return space_id


def find_titles(connection: Connection, organization_id: str, spaces: Sequence[str]) -> dict[str, str]:
    """Find titles by space id; spaces outside the organization are left out."""
    rows = select(space.c.id, space.c.title).where(space.c.organization == organization_id)
    found = (connection.execute(rows.where(space.c.id.in_(some))) for some in split_batches(spaces))
    return {row.id: row.title for part in found for row in part}


def find_space(connection: Connection, space_id: str) -> Fields:
    """Return the fields of a space. Raises NotFound."""
    return find_fields(connection, space, "There is no space with this id.", id=space_id)


def save_space(connection: Connection, fields: Fields) -> None:
    own = update(space).where(space.c.id == fields["id"])
    connection.execute(own.values(title=fields["title"], document=space_json(fields)))


def set_current_revision(
    connection: Connection, fields: Fields, revision_id: str, before: Sequence[Leaf], pages: Sequence[Leaf], now: str
) -> None:
    """Make a revision the space's content and index its `pages`; `before` are the pages indexed so far."""
    fields |= {"revision": revision_id, "updatedAt": now}
    save_space(connection, fields)
    index_pages(connection, fields, pages, before)


def add_space(
    connection: Connection,
    given: Fields,
    pages: Sequence[Leaf],
    now: str,
    files: Sequence[Attachment] = (),
    git: str | None = None,
) -> None:
    """Store a space with its first revision; `git` is that revision's commit as JSON.

    `given` has at least `id`, `title` and `organization`.
    """
    fields: Fields = {
        "object": "space",
        "emoji": "",
        "visibility": "in-collection" if "parent" in given else "private",
        "createdAt": now,
        "updatedAt": now,
        "editMode": "live",
        "revision": create_id("revision"),
        "defaultLevel": "inherit",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        **given,
    }
    columns = {name: fields.get(name) for name in ("id", "organization", "parent", "title")}
    connection.execute(insert(space).values(**columns, document=space_json(fields)))
    own = build_revision(str(fields["revision"]), "edits", [], now)
    numbers = [add_file(connection, str(fields["id"]), file) for file in files]
    index_pages(connection, fields, add_revision(connection, fields, own, pages, numbers, git=git))


def space_json(fields: Fields) -> str:
    urls = {"location": f"/v1/spaces/{fields['id']}", "app": space_url(fields["organization"], fields["id"])}
    return serialize_document(fields, {"urls": urls}, permissions="space")


@dataclass(frozen=True)
class Version:
    """A revision with its space, by id; `change_request` and `number` are empty for a space's own content."""

    organization: str
    space: str
    revision: str
    change_request: str = ""
    number: int = 0

    @property
    def name(self) -> dict[str, str]:
        """Ids that stay the same when the content gets a new revision."""
        return {"space": self.space, "change_request": self.change_request}

    @cached_property
    def context(self) -> Fields:
        """The version, as the contract's references express it."""
        if self.change_request:
            return {"type": "changeRequest", "changeRequest": self.change_request}
        return {"type": "revision", "revision": self.revision}

    def page_url(self, path: str) -> str:
        if not self.change_request:
            return page_url(self.organization, self.space, path)
        return f"{change_request_url(self.organization, self.space, self.number)}/{path}"


def find_current_version(connection: Connection, space_id: str) -> Version:
    """Return the version that a space shows, not one of a change request. Raises NotFound."""
    fields = find_space(connection, space_id)
    return Version(str(fields["organization"]), space_id, str(fields["revision"]))


def ensure_page(connection: Connection, version: Version, page_id: str, *, field: str = "") -> None:
    """Raise NotFound unless the version has this page; `field` is the request field that names it, if any."""
    rows = select(page.c.id).where(page.c.revision == version.revision, page.c.id == page_id)
    find_row(connection, rows, f"{field}{': ' if field else ''}This content has no page with this id.")
