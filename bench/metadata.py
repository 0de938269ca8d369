"""`python -m bench.metadata`: parsing metadata, and rejecting hostile files."""

import time
import tracemalloc
from collections.abc import Callable
from functools import partial

from bench.measuring import least_seconds
from bench.tables import heading, say, table
from masthead.saml import MetadataError
from tests.saml.hostile_files import HOSTILE
from tests.saml.published import many, okta, shibboleth
from tests.saml.reading import parse_metadata

KIB = 1024
SHOWN = 12
"""Of the hostile files, those that cost most."""
GOOD: dict[str, Callable[[], bytes]] = {
    "one provider (Okta)": okta,
    "a federation with three, signed": shibboleth,
    "a federation with 100": partial(many, 100),
    "a federation with 400": partial(many, 400),
}


def main() -> None:
    say(heading("python -m bench.metadata"))
    columns = ["size", "time", "most memory"]
    say(table(["A file that is read", *columns], [[name, *cost(made())] for name, made in GOOD.items()]))
    hostile = sorted(
        ((cost(file()), name, kind) for name, file, kind in HOSTILE), key=lambda row: -float(row[0][1][:-3])
    )
    rows = [[name, kind, *cells] for cells, name, kind in hostile[:SHOWN]]
    say(table([f"Of {len(hostile)} hostile files those that cost most", "refused as", *columns], rows))


def cost(given: bytes | str) -> list[str]:
    """Return size, best time of several rounds, and peak memory besides the file."""
    seconds = least_seconds(partial(_read, given), time.perf_counter)
    tracemalloc.start()
    _read(given)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return [f"{len(given) / KIB:,.0f} KiB", f"{seconds * 1000:.1f} ms", f"{peak / KIB:,.0f} KiB"]


def _read(given: bytes | str) -> None:
    try:
        parse_metadata(given)
    except MetadataError:
        return


if __name__ == "__main__":
    main()
