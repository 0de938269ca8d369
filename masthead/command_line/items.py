"""Commands that list items, show one, and open its page in the portal."""

import os
import re
from argparse import Namespace
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

from contract.schema.endpoint import LIMIT_MAX, Endpoint, ListQuery
from masthead.client import NotFound
from masthead.command_line.connection import Connection
from masthead.command_line.kinds import KINDS, find_endpoint
from masthead.command_line.terminal import SAME, CommandError, print_json, print_progress, print_table, print_text

PORTAL = "MASTHEAD_PUBLIC_URL"
MAX_PAGES = 10_000


def list_items(connection: Connection, arguments: Namespace) -> int:
    columns, found = KINDS[arguments.kind].columns.split(), [*_list(connection, arguments)]
    if arguments.json:
        print_json(found)
    else:
        headings = [_split_words(" ".join(column.split(".")[-2:])) for column in columns]
        print_table(headings, [[_get(item, column) for column in columns] for item in found])
    return SAME


def show_item(connection: Connection, arguments: Namespace) -> int:
    endpoint = find_endpoint(arguments.kind, "GET")
    if endpoint is None:
        name = KINDS[arguments.kind].columns.split()[0]
        item = next(
            (each for each in _list(connection, arguments, name) if _get(each, name) == arguments.ids[-1]), None
        )
        if item is None:
            raise NotFound
    else:
        item = _to_json(connection.api().read(endpoint, *_build_ids(connection, endpoint, arguments)))
    if arguments.json or not isinstance(item, dict):
        print_json(item)
    else:
        print_table(("FIELD", "VALUE"), _flatten(item))
    return SAME


def open_item(connection: Connection, arguments: Namespace) -> int:
    base, page = os.environ.get(PORTAL, "").rstrip("/"), f"/orgs/{{}}{KINDS[arguments.kind].page}"
    if not base:
        raise CommandError(f"Set {PORTAL} to the address of the portal, such as https://masthead.example.com.")
    ids = arguments.ids if arguments.kind == "organizations" else [connection.organization(), *arguments.ids]
    if len(ids) != page.count("{}"):
        raise CommandError(f"The page of {arguments.kind} needs other ids: {page}")
    url = base + page.format(*(quote(each, safe="") for each in ids))
    print_text(url)
    import webbrowser  # noqa: PLC0415 - for one command

    webbrowser.open(url)
    return SAME


def _list(connection: Connection, arguments: Namespace, *more: str) -> Iterator[Any]:
    """List a kind of item. `more` names ids that the command takes in addition to the listing's."""
    endpoint = find_endpoint(arguments.kind, "LIST")
    assert endpoint is not None  # noqa: S101 - as the table of kinds says
    api, ids = connection.api(), _build_ids(connection, endpoint, arguments, *more)[: len(endpoint.path_params)]
    for number, item in enumerate(api.walk(endpoint, *ids, query=ListQuery(limit=LIMIT_MAX), pages=MAX_PAGES), 1):
        if number % LIMIT_MAX == 0:
            print_progress(f"Read {number:,}")
        yield _to_json(item)
    if api.left_out:
        print_progress(f"Masthead couldn't read some values and left them out: {', '.join(sorted(api.left_out))}.")


def _build_ids(connection: Connection, endpoint: Endpoint[Any], arguments: Namespace, *more: str) -> list[str]:
    """Return the command's ids, after the organization's if needed. Raises CommandError for a wrong number."""
    names = (*endpoint.path_params, *more)
    is_within = arguments.kind != "organizations" and names[:1] == ("organizationId",)
    needed = names[1:] if is_within else names
    if len(needed) != len(arguments.ids):
        words = " and ".join(map(_split_words, needed)) or "no ids"
        raise CommandError(f"`masthead {arguments.command} {arguments.kind}` takes {words}.")
    return [*([connection.organization()] if is_within else []), *arguments.ids]


def _split_words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).upper()


def _to_json(value: Any) -> Any:  # noqa: ANN401 - any answer
    if isinstance(value, list):
        return [_to_json(each) for each in value]
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def _get(item: Any, column: str) -> Any:  # noqa: ANN401 - JSON
    for name in column.split("."):
        item = item.get(name) if isinstance(item, dict) else None
    return item


def _flatten(item: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in item.items():
        if isinstance(value, dict) and value:
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
