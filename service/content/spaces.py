"""Spaces as they are kept, each with its current revision and what a search finds in it."""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, insert, select

from service.content.drafts import Draft, Placed, place, read_folder
from service.content.index import index_pages
from service.documents import Fields, stored
from service.ids import new_id
from service.tables.content import page as page_table
from service.tables.content import revision, space

SAMPLE = Path(__file__).with_name("sample")


def create_space(connection: Connection, organization_id: str, title: str, now: str, *, sample: bool) -> str:
    """Make a space with some pages to begin with, or with none; gives its id."""
    space_id = new_id("space")
    drafts = read_folder(SAMPLE) if sample else ()
    add_space(connection, {"id": space_id, "title": title, "organization": organization_id}, drafts, now)
    return space_id


def titles_of(connection: Connection, organization_id: str) -> dict[str, str]:
    """The titles of all spaces of the organization by id."""
    rows = select(space.c.id, space.c.title).where(space.c.organization == organization_id)
    return {row.id: row.title for row in connection.execute(rows)}


def add_space(connection: Connection, given: Fields, drafts: Sequence[Draft], now: str) -> None:
    """Keep a new space with its first revision. `given` has at least `id`, `title` and `organization`."""
    fields: Fields = {
        "object": "space",
        "emoji": "",
        "visibility": "in-collection" if "parent" in given else "private",
        "createdAt": now,
        "updatedAt": now,
        "editMode": "live",
        "revision": new_id("revision"),
        "defaultLevel": "inherit",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        **given,
    }
    columns = {name: fields.get(name) for name in ("id", "organization", "parent", "title")}
    connection.execute(insert(space).values(**columns, document=space_document(fields)))
    pages = list(place(drafts))
    _add_revision(connection, fields, pages)
    index_pages(connection, fields, pages)


def space_document(fields: Fields) -> str:
    """The text that the space is answered as."""
    kept = {name: value for name, value in fields.items() if name != "urls"}
    urls = {"location": f"/v1/spaces/{fields['id']}", "app": app_address(fields["organization"], fields["id"])}
    return stored(kept, {"urls": urls}, permissions="space")


def app_address(organization_id: object, space_id: object) -> str:
    """Where a person opens the space."""
    return f"/o/{organization_id}/s/{space_id}"


def page_address(organization_id: object, space_id: object, path: str) -> str:
    """Where a person opens the page, or with #… behind its path a section of it."""
    return f"{app_address(organization_id, space_id)}/{path}"


def _add_revision(connection: Connection, of: Fields, pages: Sequence[Placed]) -> None:
    revision_id, now = of["revision"], of["createdAt"]
    fields: Fields = {"object": "revision", "id": revision_id, "parents": [], "createdAt": now, "type": "edits"}
    urls = {"app": page_address(of["organization"], of["id"], f"~/revisions/{revision_id}")}
    connection.execute(insert(revision).values(id=revision_id, space=of["id"], document=stored(fields, {"urls": urls})))
    rows = [_page_row(of, position, page) for position, page in enumerate(pages)]
    if rows:
        connection.execute(insert(page_table), rows)


def _page_row(of: Fields, position: int, page: Placed) -> dict[str, object]:
    fields: Fields = {
        "id": page.id,
        "title": page.draft.title,
        "createdAt": of["createdAt"],
        "updatedAt": of["createdAt"],
        "type": "document",
        "slug": page.slug,
        "path": page.path,
        "description": page.draft.description,
    }
    return {
        "revision": of["revision"],
        "id": page.id,
        "parent": page.parent,
        "position": position,
        "path": page.path,
        "document": stored(fields, {"urls": {"app": page_address(of["organization"], of["id"], page.path)}}),
        "markdown": page.draft.markdown,
    }
