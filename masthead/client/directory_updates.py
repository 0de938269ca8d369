"""Collects the objects that responses mention, so that the directory can store them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Protocol

from pydantic import BaseModel

from contract.authoring.comments import CommentTarget
from contract.organization.organizations import OrganizationsOfDomain
from contract.organization.search import OrganizationSearchItem
from contract.schema.endpoint import Endpoint
from contract.schema.fields import find_models
from contract.schema.references import EmbeddedResource, Reference
from masthead.client.problems import Forbidden, NotFound, Problem
from masthead.client.reads import Cached
from masthead.resources import KIND_OF_PARAMETER, RESOURCES
from masthead.resources.resource import Extractor, Mention, Observation, Place, get_organization, text_or_empty

GONE, FORBIDDEN = "gone", "forbidden"
ABOUT_ONE = {each.verified_by.path for each in RESOURCES if each.lookup and each.lookup.parameter and each.verified_by}
"""Paths whose 404 means that the object is gone: its own read, or one that works while it exists."""
MAX_OBJECTS_PER_ANSWER = 5000


class KnownObjects(Protocol):
    """Interface of the directory: the objects each owner has seen. `masthead.store` implements it. Never raises."""

    def record(
        self,
        owner: str,
        organization: str,
        observations: Sequence[Observation],
        *,
        within: Any = None,  # noqa: ANN401 - depends on the store
    ) -> None:
        """Store the objects. Those that don't name their organization are assumed to be in `organization`.

        `within` is an open transaction; without it the directory uses its own.
        """


class DirectoryUpdates:
    """Collects the updates of one page, to write them in one transaction."""

    def __init__(self, owner: str, directory: KnownObjects, organization: str) -> None:
        self._directory, self._owner, self._organization = directory, owner, organization
        self._waiting: list[Observation] = []

    def record(self, endpoint: Endpoint[Any], ids: tuple[str, ...], answer: object) -> None:
        """Collect from the result of a call: a value, a Problem or a `Cached`. Cached fallbacks are ignored."""
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
            self._waiting.append(Observation(endpoint.name, ids, [*seen]))

    def flush(self, within: Any = None) -> None:  # noqa: ANN401 - as the directory takes it
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._directory.record(self._owner, self._organization, waiting, within=within)

    def _record_refusal(self, endpoint: Endpoint[Any], ids: tuple[str, ...], problem: Problem) -> None:
        if isinstance(problem, NotFound):
            self._record_state(endpoint, ids, GONE)
        # A refused write doesn't show whether the person can see the object.
        elif isinstance(problem, Forbidden) and endpoint.is_read and endpoint.path.endswith("}"):
            self._record_state(endpoint, ids, FORBIDDEN)

    def _record_state(self, endpoint: Endpoint[Any], ids: tuple[str, ...], state: str) -> None:
        kind = _kind_of_object(endpoint)
        if kind is not None:
            self._waiting.append(Observation(endpoint.name, ids, states={(kind, ids[-1]): state}))


def _kind_of_object(endpoint: Endpoint[Any]) -> str | None:
    """Return the kind of the last object in the path if a 404 means that it was deleted, else None.

    A 404 can also mean that a site is unpublished, or that a team has no role in a space.
    """
    its_own = endpoint.path.endswith("}") or endpoint.is_read
    return KIND_OF_PARAMETER[endpoint.path_params[-1]] if its_own and endpoint.path in ABOUT_ONE else None


def _parents(endpoint: Endpoint[Any], ids: tuple[str, ...]) -> dict[str, str]:
    kinds = (KIND_OF_PARAMETER.get(name) for name in endpoint.path_params)
    return {kind: identifier for kind, identifier in zip(kinds, ids, strict=True) if kind is not None}


def find_mentions(answer: object, place: Place) -> Iterator[Mention]:
    """Yield all objects that a response mentions, including those in the request's path."""
    for kind, identifier in place.items():
        yield Mention(kind, identifier, organization=get_organization(place))
    # Not recursive: a response can be nested deeper than the stack.
    waiting = [answer]
    while waiting:
        held = waiting.pop()
        if isinstance(held, list):
            waiting.extend(held)
        elif isinstance(held, BaseModel):
            extract, fields = _inspect_model(type(held))
            if extract is not None:
                yield from extract(held, place)
            waiting.extend(getattr(held, field) for field in fields)


@cache
def _inspect_model(model: type[BaseModel]) -> tuple[Extractor | None, tuple[str, ...]]:
    """Return a model's extractor and the fields that may contain mentions, so that others are skipped. Cached."""
    if model is OrganizationsOfDomain:  # the person needn't be a member of these
        return None, ()
    fields = [
        name for name, field in model.model_fields.items() if any(map(_has_mentions, find_models(field.annotation)))
    ]
    return EXTRACTORS.get(model), tuple(fields)


def _has_mentions(model: type[BaseModel]) -> bool:
    found, waiting = set[type[BaseModel]](), [model]
    while waiting:
        each = waiting.pop()
        if each in EXTRACTORS:
            return True
        if each not in found:
            found.add(each)
            waiting.extend(inner for field in each.model_fields.values() for inner in find_models(field.annotation))
    return False


def _mentions_in_comment_target(answer: CommentTarget, place: Place) -> Iterable[Mention]:
    if space := text_or_empty(answer.space):
        yield Mention("space", space, organization=get_organization(place))


def _mentions_in_search_results(answer: OrganizationSearchItem, place: Place) -> Iterable[Mention]:
    # Search results are grouped by space.
    yield Mention("space", answer.id, answer.title, organization=get_organization(place))


def _mentions_in_reference(answer: Reference, place: Place) -> Iterable[Mention]:
    if isinstance(answer.organization, EmbeddedResource):
        organization = text_or_empty(answer.organization.id)
    else:
        organization = text_or_empty(answer.organization) or get_organization(place)
    for kind, end in (("space", answer.space), ("collection", answer.collection), ("user", answer.user)):
        if isinstance(end, EmbeddedResource) and text_or_empty(end.id):
            title = text_or_empty(end.title) or text_or_empty(end.displayName) or text_or_empty(end.name)
            yield Mention(kind, text_or_empty(end.id), title, organization=organization)
        elif text_or_empty(end):
            yield Mention(kind, text_or_empty(end), organization=organization)


EXTRACTORS: Mapping[type[BaseModel], Extractor] = {
    **{model: extract for each in RESOURCES if each.lookup for model, extract in each.lookup.extractors.items()},
    # These models aren't resources, but mention some.
    CommentTarget: _mentions_in_comment_target,
    OrganizationSearchItem: _mentions_in_search_results,
    Reference: _mentions_in_reference,
}
