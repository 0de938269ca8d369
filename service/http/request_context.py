"""One request on its way: who asks, with which role, on which connection, and when."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from service.permissions import Role, permissions_json
from service.rehearsal.switches import DEFAULT_SWITCHES, Switches
from service.storage.documents import render


@dataclass(frozen=True)
class RequestContext:
    """`role` is the person's in the organization that the path leads to; where it leads to none, a guest's.

    `organization` is its id: the one in the path, or that of the space or collection in the path. `base` is what our
    own addresses begin with, without a slash at its end. `switches` say what is done where the contract is silent.
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
        """UTC, to the millisecond, as the API writes it."""
        return format_time(self.moment)

    def render(self, document: str) -> str:
        """A stored text as this caller gets it."""
        return render(document, self.base, permissions_json(self.role))


def format_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
