"""Finds the objects that a response mentions, at all depths and also by id alone."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from pydantic import BaseModel

from contract.authoring.comments import CommentTarget
from contract.organization.organizations import OrganizationsOfDomain
from contract.organization.search import OrganizationSearchItem
from contract.schema.fields import find_models
from contract.schema.references import EmbeddedResource, Reference
from masthead.resources import RESOURCES
from masthead.resources.resource import Extractor, Mention, Place, get_organization, text_or_empty

KIND_OF_PARAMETER = {each.lookup.parameter: each.kind for each in RESOURCES if each.lookup and each.lookup.parameter}
"""Kinds of objects by the name of their id in paths. Change requests are missing: paths can have their number."""


def find_mentions(answer: object, place: Place) -> Iterator[Mention]:
    """Yield all objects that a response mentions, including those of its path."""
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
    """Return a model's extractor and its fields that may contain mentions. Cached: other fields cost nothing."""
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
    # These are no resources, but mention some.
    CommentTarget: _mentions_in_comment_target,
    OrganizationSearchItem: _mentions_in_search_results,
    Reference: _mentions_in_reference,
}
