"""`python -m bench.metadata`: parsing metadata, and rejecting hostile files."""

import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from bench.measuring import least_seconds
from bench.tables import heading, say, table
from blueprints.sso.imported_metadata import ImportedMetadata, MetadataSource
from masthead.saml import MetadataError
from tests.saml.hostile_files import HOSTILE
from tests.saml.published import large_federation, many, okta, shibboleth
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
    say(table(["8,000 providers", "found"], list(of_federation())))
    say(table([f"Of {len(hostile)} hostile files those that cost most", "refused as", *columns], rows))


def of_federation() -> Iterator[list[str]]:
    """Yield what a federation of 90 MB costs to read, to search and to choose from, in time of the processor."""
    with TemporaryFile() as file:
        file.writelines(large_federation(8000, 90_000_000))
        before = _held("VmRSS")
        begun = time.process_time()
        found = ImportedMetadata(file)
    yield ["read", f"{time.process_time() - begun:.1f} s"]
    yield ["most memory", f"{(_held('VmHWM') - before) / KIB:.0f} MiB"]
    index = found.to_index("")
    yield ["its index; its providers", f"{len(index) / KIB:,.0f} KiB; {sum(map(len, found.parts)) / KIB:,.0f} KiB"]
    for words in ("ember7999", "ember"):
        seconds = least_seconds(partial(_search, index, words), time.process_time)
        yield [f"searched for “{words}”", f"{seconds * 1000:.0f} ms"]


def _search(index: bytes, words: str) -> None:
    MetadataSource.parse("", "", index).find_providers(words)


def _held(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


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
