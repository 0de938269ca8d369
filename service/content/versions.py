"""The two versions of content: the space's own, and a change request's."""

from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection, select

from service.content.links import change_request_address, page_address
from service.content.spaces import space_fields
from service.storage.documents import Fields, find_row
from service.tables.content import page


@dataclass(frozen=True)
class Version:
    """A revision and where it belongs, by id; `change_request` and `number` are empty for a space's own content."""

    organization: str
    space: str
    revision: str
    change_request: str = ""
    number: int = 0

    @property
    def name(self) -> dict[str, str]:
        """A stable identifier: the content's revisions change, this stays."""
        return {"space": self.space, "change_request": self.change_request}

    @cached_property
    def context(self) -> Fields:
        """The version, as references name it."""
        if self.change_request:
            return {"type": "changeRequest", "changeRequest": self.change_request}
        return {"type": "revision", "revision": self.revision}

    def page_address(self, path: str) -> str:
        if not self.change_request:
            return page_address(self.organization, self.space, path)
        return f"{change_request_address(self.organization, self.space, self.number)}/{path}"


def current_version(connection: Connection, space_id: str) -> Version:
    """Raises NotFound."""
    fields = space_fields(connection, space_id)
    return Version(str(fields["organization"]), space_id, str(fields["revision"]))


def check_page(connection: Connection, version: Version, page_id: str, *, field: str = "") -> None:
    """Raises NotFound, which names the request's field that the id came from, if any."""
    rows = select(page.c.id).where(page.c.revision == version.revision, page.c.id == page_id)
    find_row(connection, rows, f"{field}{': ' if field else ''}This content has no page with this id.")
