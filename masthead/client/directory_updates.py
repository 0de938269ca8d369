"""Collects the objects that responses mention, for the directory."""

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from contract.schema.endpoint import Endpoint
from masthead.client.problems import Forbidden, NotFound, Problem
from masthead.client.reads import Cached
from masthead.resources import RESOURCES
from masthead.resources.mentions import KIND_OF_PARAMETER, find_mentions
from masthead.resources.resource import Mention

GONE, FORBIDDEN = "gone", "forbidden"
ABOUT_ONE = {each.verified_by.path for each in RESOURCES if each.lookup and each.lookup.parameter and each.verified_by}
"""Paths whose 404 means that the object is gone: its own read, or one that works while it exists."""
MAX_OBJECTS_PER_ANSWER = 5000


class KnownObjects(Protocol):
    """Interface of the directory: the objects that each owner has seen; see `masthead.store`. Never raises."""

    def record(
        self,
        owner: str,
        organization: str,
        observations: Sequence["DirectoryUpdate"],
        *,
        within: Any = None,  # noqa: ANN401 - of whatever it is kept in
    ) -> None:
        """Store the objects. `organization` is assumed for an object that doesn't name its own.

        `within` is an open transaction; without it the directory uses its own.
        """


class DirectoryUpdate(NamedTuple):
    """Objects that a response mentions, and the states `gone` or `forbidden` by kind and id.

    `endpoint` is the name of the endpoint, `ids` are in path order.
    """

    endpoint: str
    ids: tuple[str, ...]
    mentions: Sequence[Mention] = ()
    states: Mapping[tuple[str, str], str] = MappingProxyType({})


class DirectoryUpdates:
    """Collects the updates of one page, to write them in one transaction."""

    def __init__(self, owner: str, directory: KnownObjects | None = None, organization: str = "") -> None:
        self._directory, self._owner, self._organization = directory, owner, organization
        self._waiting: list[DirectoryUpdate] = []

    def record(self, endpoint: Endpoint[Any], ids: tuple[str, ...], answer: object) -> None:
        """Collect from a value, a Problem, or a `Cached` that was just read."""
        if self._directory is None:
            return
        if isinstance(answer, Cached):
            if answer.problem is not None:
                return
            answer = answer.value
        if isinstance(answer, Problem):
            self._record_refusal(endpoint, ids, answer)
        elif endpoint.method == "DELETE":
            self._record_state(endpoint, ids, GONE)
        else:
            seen = islice(find_mentions(answer, _parents(endpoint, ids)), MAX_OBJECTS_PER_ANSWER)
            self._waiting.append(DirectoryUpdate(endpoint.name, ids, [*seen]))

    def flush(self, within: Any = None) -> None:  # noqa: ANN401 - as the directory takes it
        if self._directory is not None and self._waiting:
            waiting, self._waiting = self._waiting, []
            self._directory.record(self._owner, self._organization, waiting, within=within)

    def _record_refusal(self, endpoint: Endpoint[Any], ids: tuple[str, ...], problem: Problem) -> None:
        if isinstance(problem, NotFound):
            self._record_state(endpoint, ids, GONE)
        # A refused write doesn't show whether the person can see the object.
        elif isinstance(problem, Forbidden) and endpoint.reads and endpoint.path.endswith("}"):
            self._record_state(endpoint, ids, FORBIDDEN)

    def _record_state(self, endpoint: Endpoint[Any], ids: tuple[str, ...], state: str) -> None:
        kind = _kind_of_object(endpoint)
        if kind is not None:
            self._waiting.append(DirectoryUpdate(endpoint.name, ids, states={(kind, ids[-1]): state}))


def _kind_of_object(endpoint: Endpoint[Any]) -> str | None:
    """The kind of the path's last object, if a 404 means that it is gone.

    An unpublished site isn't gone, nor is a team without a role in a space.
    """
    its_own = endpoint.path.endswith("}") or endpoint.reads
    return KIND_OF_PARAMETER[endpoint.path_params[-1]] if its_own and endpoint.path in ABOUT_ONE else None


def _parents(endpoint: Endpoint[Any], ids: tuple[str, ...]) -> dict[str, str]:
    kinds = (KIND_OF_PARAMETER.get(name) for name in endpoint.path_params)
    return {kind: identifier for kind, identifier in zip(kinds, ids, strict=True) if kind is not None}
