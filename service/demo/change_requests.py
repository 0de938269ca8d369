"""Writes a change request of the demo world, as a person would have made it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from service.change_requests.contributions import record_contribution
from service.change_requests.merges import merge_into_space
from service.change_requests.repository import (
    StoredChangeRequest,
    add_change_request,
    find_change_request,
    save_change_request,
)
from service.change_requests.reviewers import request_reviews
from service.content.drafts import read_page, to_leaf
from service.content.files import file_numbers
from service.content.leaves import Leaf, leaves_of
from service.content.revisions import add_revision, new_fields
from service.content.spaces import space_fields

HERE = Path(__file__).parent


def add_demo_change_request(connection: Connection, said: dict[str, Any]) -> None:
    """In the state that it is in before a merge, with what its folder holds."""
    now, by = said["at"], said["by"]
    space = space_fields(connection, said["space"])
    ids = {"id": said["id"], "revision": f"revision_{said['id']}_1"}
    made = add_change_request(connection, space, by, now, subject=said["subject"], ids=ids)
    record_contribution(connection, made.id, by, now)
    made = _with_edits(connection, made, now)
    record_contribution(connection, made.id, by, now)
    for edit in said.get("edits", ()):
        record_contribution(connection, made.id, edit["by"], edit["at"])
        now = edit["at"]
    for asked in said.get("reviewers", ()):
        request_reviews(connection, made, [asked["user"]], asked["by"], asked["at"])
    save_change_request(connection, made.with_fields(now, status=said.get("status", "draft")))


def merge_demo_change_request(connection: Connection, said: dict[str, Any]) -> None:
    found = find_change_request(connection, said["space"], said["id"])
    merge_into_space(connection, found, said["merge"]["at"], said["merge"]["revision"])


def _with_edits(connection: Connection, made: StoredChangeRequest, now: str) -> StoredChangeRequest:
    own = f"revision_{made.id}_2"
    pages = leaves_of(connection, made.revision)
    folder = HERE / "changes" / made.id
    for file in sorted(folder.rglob("*.md")):
        pages = _with_page(pages, file, _parent_id(made, file.relative_to(folder)), now)
    fields = new_fields(own, "edits", [made.revision], now)
    add_revision(connection, made.space, fields, pages, file_numbers(connection, made.revision))
    edited = replace(made, revision=own)
    save_change_request(connection, edited)
    return edited


def _with_page(pages: list[Leaf], file: Path, above: str, now: str) -> list[Leaf]:
    draft = read_page(file, above)
    known = {page.id for page in pages}
    if draft.id not in known:
        return [*pages, to_leaf(draft, above if above in known else None, now)]
    changed = {"title": draft.title, "description": draft.description}
    return [page.changed(now, draft.markdown, **changed) if page.id == draft.id else page for page in pages]


def _parent_id(made: StoredChangeRequest, file: Path) -> str:
    names = [part.partition("-")[2] for part in file.parts[:-1]]
    return "_".join([str(made.space["id"]).replace("space_", "page_", 1), *names])
