"""Edits of content as people make them in the app, for which the API has no call: in a change request or a space."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from uuid import uuid4

from sqlalchemy import Connection

from service.change_requests import find_change_request, save_change_request
from service.content.files import list_file_numbers
from service.content.pages import Leaf, list_leaves
from service.content.revisions import add_revision, build_revision
from service.content.spaces import find_space, set_current_revision
from service.storage.database import ServiceDatabase
from tests.world import RunningService

Edit = Callable[[list[Leaf]], Sequence[Leaf]]
NOW = "2025-12-01T10:00:00.000Z"


def edit_request(service: RunningService, space: str, number: str, edit: Edit, files: int | None = None) -> None:
    """A revision of a change request with other pages, and with the first `files` alone."""
    with _writing(service) as connection:
        found = find_change_request(connection, space, number)
        own = f"revision_{uuid4().hex}"
        kept = list(list_file_numbers(connection, found.revision))
        fields = build_revision(own, "edits", [found.revision], NOW)
        pages = edit(list_leaves(connection, found.revision))
        add_revision(connection, found.space, fields, pages, kept if files is None else kept[:files])
        save_change_request(connection, replace(found.with_fields(NOW), revision=own))


def edit_space(service: RunningService, space: str, edit: Edit) -> None:
    """A revision of a space with other pages, which it shows at once."""
    with _writing(service) as connection:
        fields = find_space(connection, space)
        before, own = list_leaves(connection, str(fields["revision"])), f"revision_{uuid4().hex}"
        new = build_revision(own, "edits", [str(fields["revision"])], NOW)
        pages = add_revision(
            connection, fields, new, edit(before), list_file_numbers(connection, str(fields["revision"]))
        )
        set_current_revision(connection, fields, own, before, pages, NOW)


def with_text(page_id: str, markdown: str) -> Edit:
    """Another text of a page."""
    return lambda pages: [each.with_changes(NOW, markdown) if each.id == page_id else each for each in pages]


def with_title(page_id: str, title: str) -> Edit:
    """Another title of a page."""
    return lambda pages: [each.with_changes(NOW, title=title) if each.id == page_id else each for each in pages]


def without(page_id: str) -> Edit:
    """One page less."""
    return lambda pages: [each for each in pages if each.id != page_id]


def below(page_id: str, parent: str | None) -> Edit:
    """A page in another place."""
    return lambda pages: [replace(each, parent=parent) if each.id == page_id else each for each in pages]


def _writing(service: RunningService) -> AbstractContextManager[Connection]:
    database: ServiceDatabase = service.app.extensions["runtime"].database
    return database.writing()
