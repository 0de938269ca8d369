"""A space that a test writes itself."""

from collections.abc import Mapping, Sequence

from service.content.files import Attachment
from service.content.pages import PageDraft, arrange_drafts
from service.content.spaces import add_space
from service.storage.database import ServiceDatabase
from tests.service.conftest import LARKFIELD, NOW_WRITTEN

WRITTEN = "space_written"


def write_space(database: ServiceDatabase, pages: Mapping[str, str], files: Sequence[Attachment] = ()) -> None:
    """Keep a space with these pages, texts by title; the id of a page is its title."""
    drafts = [PageDraft(title, "", markdown, id=title) for title, markdown in pages.items()]
    given = {"id": WRITTEN, "title": "Written", "organization": LARKFIELD, "revision": "revision_written"}
    with database.writing() as connection:
        add_space(connection, dict(given), arrange_drafts(drafts, NOW_WRITTEN), NOW_WRITTEN, files)
