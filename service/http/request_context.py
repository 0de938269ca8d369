"""The context of a request: caller, role, connection and time."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from service.permissions import Role, permissions_json
from service.rehearsal.switches import DEFAULT_SWITCHES, Switches
from service.storage.documents import render_document


@dataclass(frozen=True)
class RequestContext:
    """The caller, connection and time of a request.

    `organization` is the id in the path, or that of the organization that the path's space or collection belongs to;
    `role` is the caller's role there, None for a guest. `base` is the prefix of our own URLs, without a trailing slash.
    `switches` decide what the contract leaves open.
    """

    connection: Connection
    person: str
    role: Role
    organization: str
    base: str
    moment: datetime
    switches: Switches = DEFAULT_SWITCHES

    @property
    def now(self) -> str:
        """The time of the request in UTC, to the millisecond."""
        return format_time(self.moment)

    def render(self, document: str) -> str:
        """Fill in the URLs and permissions in a stored document for this caller."""
        return render_document(document, self.base, permissions_json(self.role))


def format_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
