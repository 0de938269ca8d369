"""Adds the demo spaces: pages, files, change requests and comments, in chronological order."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from contract.authoring.comments import CommentCreate
from service.change_requests import (
    StoredChangeRequest,
    add_change_request,
    find_change_request,
    merge_into_space,
    record_contribution,
    request_reviews,
    save_change_request,
)
from service.comments import (
    CommentText,
    NewComment,
    add_comment,
    add_reply,
    find_comment,
    resolve_comment,
    target_columns,
    update_reactions,
)
from service.content.files import Attachment, list_file_numbers
from service.content.pages import Leaf, arrange_drafts, build_leaf, list_leaves, read_folder, read_page
from service.content.revisions import add_revision, build_revision
from service.content.spaces import add_space, find_current_version, find_space
from service.demo import HERE, Moments
from service.http.request_context import RequestContext
from service.storage.documents import as_json

Event = tuple[str, Callable[[], None]]
"""A time, and a function that adds what happened then."""


def add_demo_space(connection: Connection, organization_id: str, space: dict[str, Any], moments: Moments) -> None:
    """Add a space from a data file."""
    name = space["id"].removeprefix("space_")
    given = {
        "organization": organization_id,
        "revision": f"revision_{name}_1",
        "updatedAt": space["createdAt"],
        **space,
    }
    folder = HERE / "content" / space["id"]
    more = moments.read("pages")["fields"]
    leaves = arrange_drafts(read_folder(folder, f"page_{name}"), space["createdAt"])
    pages = [leaf.with_fields(**more.get(leaf.id, {})) for leaf in leaves]
    files = [
        Attachment(file.name, file.read_bytes(), f"file_{name}_{file.stem}") for file in sorted(folder.glob("files/*"))
    ]
    commit = moments.read("pages")["commits"].get(space["id"])
    git = None
    if commit is not None:
        pages, git = [_with_git_pointer(page) for page in pages], _commit_json(commit)
        files = [replace(file, git=_git_pointer(file.content, f"docs/files/{file.name}")) for file in files]
    add_space(connection, given, pages, space["createdAt"], files, git)


def _with_git_pointer(page: Leaf) -> Leaf:
    written = f"# {page.title}\n\n_{page.description}_\n\n{page.markdown}\n"
    return replace(page, git=_git_pointer(written.encode(), f"docs/{page.path}.md"))


def _git_pointer(content: bytes, path: str) -> str:
    return as_json({"oid": _object_id("blob", content), "path": path})


def _commit_json(entry: dict[str, str]) -> str:
    oid = _object_id("commit", entry["message"].encode())
    return as_json({"oid": oid, "createdByService": False, **entry, "url": entry["url"] + oid})


def _object_id(kind: str, content: bytes) -> str:
    # The object id as Git computes it; not used for security.
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content, usedforsecurity=False).hexdigest()


def add_demo_change_request(connection: Connection, entry: dict[str, Any]) -> None:
    """Add a change request with the edits of its folder, before any merge."""
    now, by = entry["at"], entry["by"]
    space = find_space(connection, entry["space"])
    ids = {"id": entry["id"], "revision": f"revision_{entry['id']}_1"}
    made = add_change_request(connection, space, by, now, subject=entry["subject"], ids=ids)
    record_contribution(connection, made.id, by, now)
    made = _apply_edits(connection, made, now)
    record_contribution(connection, made.id, by, now)
    for edit in entry.get("edits", ()):
        record_contribution(connection, made.id, edit["by"], edit["at"])
        now = edit["at"]
    for reviewer in entry.get("reviewers", ()):
        request_reviews(connection, made, [reviewer["user"]], reviewer["by"], reviewer["at"])
    save_change_request(connection, made.with_fields(now, status=entry.get("status", "draft")))


def merge_demo_change_request(connection: Connection, entry: dict[str, Any]) -> None:
    found = find_change_request(connection, entry["space"], entry["id"])
    merge_into_space(connection, found, entry["merge"]["at"], entry["merge"]["revision"])


def _apply_edits(connection: Connection, made: StoredChangeRequest, now: str) -> StoredChangeRequest:
    own = f"revision_{made.id}_2"
    pages = list_leaves(connection, made.revision)
    folder = HERE / "changes" / made.id
    for file in sorted(folder.rglob("*.md")):
        pages = _apply_page(pages, file, _parent_id(made, file.relative_to(folder)), now)
    fields = build_revision(own, "edits", [made.revision], now)
    add_revision(connection, made.space, fields, pages, list_file_numbers(connection, made.revision))
    edited = replace(made, revision=own)
    save_change_request(connection, edited)
    return edited


def _apply_page(pages: list[Leaf], file: Path, above: str, now: str) -> list[Leaf]:
    draft = read_page(file, above)
    known = {page.id for page in pages}
    if draft.id not in known:
        return [*pages, build_leaf(draft, above if above in known else None, now)]
    changed = {"title": draft.title, "description": draft.description}
    return [page.with_changes(now, draft.markdown, **changed) if page.id == draft.id else page for page in pages]


def _parent_id(made: StoredChangeRequest, file: Path) -> str:
    names = [part.partition("-")[2] for part in file.parts[:-1]]
    return "_".join([str(made.space["id"]).replace("space_", "page_", 1), *names])


def add_demo_comment(connection: Connection, organization_id: str, entry: dict[str, Any]) -> None:
    """Add a comment with its replies, reactions and resolution."""
    request = entry.get("changeRequest")
    version = find_current_version(connection, entry["space"])
    if request is not None:
        version = find_change_request(connection, entry["space"], request).version
    about = CommentCreate.model_validate(
        {"body": {}} | {name: entry[name] for name in ("page", "node") if name in entry}
    )
    add_comment(connection, _build_comment(entry["space"], entry), target_columns(connection, version, about), request)
    _add_reactions(connection, entry)
    for reply in entry.get("replies", ()):
        add_reply(connection, _build_comment(entry["space"], reply), entry["id"])
        _add_reactions(connection, reply)
    if "resolved" in entry:
        by, moment = entry["resolved"]["by"], datetime.fromisoformat(entry["resolved"]["at"])
        row = find_comment(connection, entry["space"], entry["id"])
        resolve_comment(RequestContext(connection, by, "admin", organization_id, "", moment), row, resolved=True)


def _build_comment(space_id: str, entry: dict[str, Any]) -> NewComment:
    return NewComment(space_id, entry["by"], entry["at"], CommentText(entry["text"]), entry["id"])


def _add_reactions(connection: Connection, entry: dict[str, Any]) -> None:
    for given in entry.get("reactions", ()):
        update_reactions(connection, entry["id"], given["by"], [given["emoji"]], [], given["at"])


def add_demo_history(connection: Connection, organization_id: str, spaces: Sequence[str], moments: Moments) -> None:
    """Add change requests and comments chronologically, so that each comment refers to the page as it was then."""
    events: list[Event] = []
    for entry in (each for each in moments.read("change_requests") if each["space"] in spaces):
        events.append((entry["at"], partial(add_demo_change_request, connection, entry)))
        if "merge" in entry:
            events.append((entry["merge"]["at"], partial(merge_demo_change_request, connection, entry)))
    events += [
        (entry["at"], partial(add_demo_comment, connection, organization_id, entry))
        for entry in moments.read("comments")
        if entry["space"] in spaces
    ]
    for _, add in sorted(events, key=lambda event: event[0]):
        add()
