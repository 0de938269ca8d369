"""Each resource declares all that the portal makes use of, or says why it does not."""

import re
from collections.abc import Iterator

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint
from masthead.resources import RESOURCES, Endpoints, Resource, authoring, organization, publishing
from tests.loops import for_each

NAMES = Endpoints._fields
METHODS = {"GET": "read", "PATCH": "update", "PUT": "update", "DELETE": "delete"}
"""What is asked of one of them, by the method."""
each_resource = for_each("resource", RESOURCES)


def declared(resource: Resource) -> dict[str, Endpoint[object]]:
    """Its endpoints by name."""
    found = {name: getattr(resource.endpoints, name) for name in NAMES}
    return {name: each for name, each in found.items() if each is not None}


def of_the_contract(resource: Resource) -> Iterator[str]:
    """What the API has at the addresses of such things: of one, and of all."""
    paths = {name: each.path for name, each in declared(resource).items()}
    every = paths.get("listing") or paths.get("create") or ""
    one = next((paths[name] for name in ("read", "update", "delete") if name in paths), "")
    for each in ENDPOINTS:
        if each.path == one or (every and re.fullmatch(re.escape(every) + r"/{\w+}", each.path)):
            yield METHODS[each.method]
        elif each.path == (every or re.sub(r"/{\w+}$", "", one)):
            yield "listing" if each.is_read else "create"


def wanted(resource: Resource) -> set[str]:
    """What such a thing has to declare."""
    found = {"name", "lookup", *of_the_contract(resource)}
    found |= {f"undo_{name}" for name in ("create", "delete") if name in declared(resource)}
    return found | ({"extractors", "address_words", "verified_by", "page"} if resource.lookup else set())


def there(resource: Resource) -> set[str]:
    """What it declares."""
    parts = (resource, resource.lookup)
    fields = ("name", "lookup", "undo_create", "undo_delete", "verified_by", "extractors", "address_words", "page")
    return {*declared(resource), *(name for name in fields if any(getattr(part, name, None) for part in parts))}


@each_resource
def test_it_declares_all_or_says_why_not(resource: Resource) -> None:
    assert wanted(resource) - there(resource) == set(resource.without)
    assert [why for why in resource.without.values() if not why.endswith(".")] == []


def test_each_one_declared_is_listed_once() -> None:
    kinds = [each.kind for each in RESOURCES]
    declared_in = (authoring, organization, publishing)
    found = [each for module in declared_in for each in vars(module).values() if isinstance(each, Resource)]
    assert (len(set(kinds)), {each.kind for each in found}) == (len(kinds), set(kinds))
    assert len({each.one for each in RESOURCES}) == len(kinds)


@each_resource
def test_what_names_it_can_be_sent_and_read(resource: Resource) -> None:
    bodies = [each.body for name in ("create", "update") if (each := declared(resource).get(name)) and each.body]
    if resource.undo_create or resource.undo_delete:
        assert [body for body in bodies if resource.name not in body.model_fields] == []


def test_no_endpoint_belongs_to_two() -> None:
    found = [each.name for resource in RESOURCES for each in declared(resource).values()]
    assert len(set(found)) == len(found)
