"""Which objects an answer tells of: those that it is made of, those inside them, and those named by id alone."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from pydantic import BaseModel

from contract.authoring.comment import CommentTarget
from contract.organization.organizations import OrganizationsOfDomain
from contract.organization.search import OrganizationSearchItem
from contract.schema.models import models_in
from contract.schema.references import Embedded, Reference
from masthead.resources import RESOURCES
from masthead.resources.seen import Place, Seen, Tell, organization_in, text_of

KIND_OF_PARAMETER = {each.lookup.parameter: each.kind for each in RESOURCES if each.lookup and each.lookup.parameter}
"""What the parts of a path are ids of. A change request is named in a path by its id or by its number."""


def seen_in(answer: object, place: Place) -> Iterator[Seen]:
    """All objects that an answer tells of, those of the path that was read among them."""
    for kind, identifier in place.items():
        yield Seen(kind, identifier, organization=organization_in(place))
    waiting = [answer]
    while waiting:
        held = waiting.pop()
        if isinstance(held, list):
            waiting.extend(held)
        elif isinstance(held, BaseModel):
            tell, fields = _plan_of_model(type(held))
            if tell is not None:
                yield from tell(held, place)
            waiting.extend(getattr(held, field) for field in fields)


@cache
def _plan_of_model(model: type[BaseModel]) -> tuple[Tell | None, tuple[str, ...]]:
    """What a model tells itself, and its fields that may hold more: found once, so that the rest is never looked at."""
    if model is OrganizationsOfDomain:  # other people's, as far as the caller is concerned
        return None, ()
    fields = [name for name, field in model.model_fields.items() if any(map(_has_seen, models_in(field.annotation)))]
    return TELLS.get(model), tuple(fields)


def _has_seen(model: type[BaseModel]) -> bool:
    found, waiting = set[type[BaseModel]](), [model]
    while waiting:
        each = waiting.pop()
        if each in TELLS:
            return True
        if each not in found:
            found.add(each)
            waiting.extend(inner for field in each.model_fields.values() for inner in models_in(field.annotation))
    return False


def _seen_comment_target(told: CommentTarget, place: Place) -> Iterable[Seen]:
    if space := text_of(told.space):
        yield Seen("space", space, organization=organization_in(place))


def _seen_search_results(told: OrganizationSearchItem, place: Place) -> Iterable[Seen]:
    """A search of an organization groups what it finds by space."""
    yield Seen("space", told.id, told.title, organization=organization_in(place))


def _seen_reference(told: Reference, place: Place) -> Iterable[Seen]:
    if isinstance(told.organization, Embedded):
        organization = text_of(told.organization.id)
    else:
        organization = text_of(told.organization) or organization_in(place)
    for kind, end in (("space", told.space), ("collection", told.collection), ("user", told.user)):
        if isinstance(end, Embedded) and text_of(end.id):
            title = text_of(end.title) or text_of(end.displayName) or text_of(end.name)
            yield Seen(kind, text_of(end.id), title, organization=organization)
        elif text_of(end):
            yield Seen(kind, text_of(end), organization=organization)


TELLS: Mapping[type[BaseModel], Tell] = {
    **{model: tell for each in RESOURCES if each.lookup for model, tell in each.lookup.tells.items()},
    # What is no resource, and names some.
    CommentTarget: _seen_comment_target,
    OrganizationSearchItem: _seen_search_results,
    Reference: _seen_reference,
}
