"""`python -m bench.custom_fields`: the table of 40 custom fields by 500 spaces, as pages and as a file."""

import gzip
from collections.abc import Sequence
from contextlib import ExitStack, closing
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

from pydantic import JsonValue
from sqlalchemy import Connection, delete, insert

from bench.asking import get, once
from bench.known_spaces import MADE, create_spaces, record_spaces
from bench.portal import cookie, portal
from bench.running import RunningServer
from bench.service import service
from bench.sites import ORGANIZATION, SITES_BEFORE, database_of
from bench.tables import heading, say, table
from service.custom_fields import custom_field_json
from service.storage.database import ServiceDatabase, database_url
from service.storage.documents import as_json
from service.tables.content import custom_field, custom_value

FIELDS, SPACES = 40, 500
TIMES, ANSWERS = 3, 5
AIM_MS = 150
PAGE = f"/orgs/{ORGANIZATION}/field-values"
OPTIONS: list[JsonValue] = ["Monthly", "Quarterly", "Yearly"]
VALUES: dict[str, JsonValue] = {
    "text": "Depots of the north, second shift",
    "number": 4.5,
    "boolean": True,
    "tags": ["duties", "rates", "customs"],
    "select:single": "Yearly",
    "select:multi": ["Monthly", "Yearly"],
}
ODD = "Weekly"
"""No option of a field. One space in fifty has it."""
PAGES = {
    "a page of 25 by 8, read anew": f"{PAGE}?refresh=1",
    "a page of 25 by 8, remembered": PAGE,
    "its last page of 500": f"{PAGE}?down=20&across=5",
    "spaces without a value, out of 500": f"{PAGE}?only=empty&from={SPACES}",
    "values that don't fit, out of 500": f"{PAGE}?only=odd&from={SPACES}",
    "all as CSV": f"{PAGE}/export.csv",
}


def main() -> None:
    say(heading("python -m bench.custom_fields"))
    with TemporaryDirectory() as folder:
        say(measure_table(Path(folder)))


def measure_table(scratch: Path) -> str:
    """Measure the pages one after the other, each in a fresh process."""
    file = database_of(scratch, SITES_BEFORE)
    with closing(ServiceDatabase(database_url(str(file)))) as database, database.writing() as connection:
        spaces = create_spaces(connection, SPACES)
        _give_values(connection, spaces)
    with ExitStack() as stack:
        server = stack.enter_context(portal(stack.enter_context(service(file)), scratch / "portal"))
        alice = cookie(scratch / "portal")
        record_spaces(scratch / "portal", spaces)
        once(server, get(f"/orgs/{ORGANIZATION}/teams", Cookie=alice))  # one-time work of the process is done by now
        part, parts = _read_all(server, alice)
        rows = [
            ["a part of those that read all 500 spaces", f"{part:.1f} ms"],
            ["parts until all are read", f"{parts}"],
        ]
        rows += [[name, f"{_cost(server, alice, address):.1f} ms"] for name, address in PAGES.items()]
        body = once(server, get(PAGE, Cookie=alice))[1]
    packed = len(gzip.compress(body, compresslevel=1))
    rows.append(["HTML of the page; gzip", f"{len(body) / 1000:.0f} kB; {packed / 1000:.1f} kB"])
    return table([f"{FIELDS} fields by {SPACES} spaces, in ms of processor; the aim is {AIM_MS}", "found"], rows)


def _read_all(server: RunningServer, alice: str) -> tuple[float, int]:
    """Read all rows in parts, as the page's script does. Return the cost of a part and the number of parts."""
    parts, address, began = 0, f"{PAGE}?read=all", server.processor()
    while address:
        request = get(address, Cookie=alice, HX_Request="true", HX_Target="field_values-reading")
        before, found, _ = once(server, request)[1].decode().partition(" Read more</a>")
        link = before.rpartition('<a href="')[2].partition('"')[0]
        parts, address = parts + 1, unescape(link) if found else ""
    return (server.processor() - began) / parts * 1000, parts


def _cost(server: RunningServer, alice: str, address: str) -> float:
    """Return the cost of an answer in ms. The number of requests is fixed, since a streamed file has no length."""
    url, headers = f"http://{server.host}:{server.port}{address}", {"Cookie": alice}
    costs = []
    for _ in range(TIMES):
        began = server.processor()
        for _ in range(ANSWERS):
            with urlopen(Request(url, headers=headers)) as answer:
                answer.read()
        costs.append((server.processor() - began) / ANSWERS * 1000)
    return min(costs)


def _give_values(connection: Connection, spaces: Sequence[str]) -> None:
    """Set a value for each field in each space; every fiftieth space lacks the first and has an invalid one."""
    connection.execute(delete(custom_field).where(custom_field.c.organization == ORGANIZATION))
    fields = [_field(number) for number in range(FIELDS)]
    named = ("id", "name")
    rows = [
        {name: str(each[name]) for name in named}
        | {"organization": ORGANIZATION, "document": custom_field_json(ORGANIZATION, each)}
        for each in fields
    ]
    connection.execute(insert(custom_field), rows)
    given = [
        {"space": space, "custom_field": each["id"], "value": as_json(_value(str(each["type"]), number))}
        for number, space in enumerate(spaces)
        for at, each in enumerate(fields)
        if at or number % 50
    ]
    connection.execute(insert(custom_value), given)


def _value(type_: str, number: int) -> JsonValue:
    """Build a value that differs between spaces, so that no two spaces have the same response."""
    if type_ == "select:single" and number % 50 == 0:
        return ODD
    return f"{VALUES[type_]} {number}" if type_ == "text" else VALUES[type_]


def _field(number: int) -> dict[str, JsonValue]:
    type_ = list(VALUES)[number % len(VALUES)]
    made: dict[str, JsonValue] = {
        "object": "custom-field",
        "id": f"field_{number:02}",
        "name": f"field-{number:02}",
        "title": f"Field {number:02}",
        "type": type_,
        "description": "Says what everybody needs to know of a space, in a few words",
        "placeholder": "Nothing yet",
        "createdAt": MADE,
        "updatedAt": MADE,
    }
    return made | ({"options": OPTIONS} if type_.startswith("select:") else {})


if __name__ == "__main__":
    main()
