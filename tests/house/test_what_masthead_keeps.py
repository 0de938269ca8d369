"""docs/guide/what-masthead-keeps.md names each table, each module that encrypts or signs, and limits as they are."""

import re
from importlib import import_module

from masthead.store.tables import metadata
from masthead.store.tables.records import key_ring
from tests.house.sources import ROOT, modules, named, read
from tests.house.test_dangerous_calls import imports, programs
from tests.loops import for_each

PAGE = read(ROOT / "docs" / "guide" / "what-masthead-keeps.md")
ENCRYPTS = ("hmac", "itsdangerous", "signxml.verifier", "joserfc.jwk", "cryptography.hazmat")
"""What is imported where something is encrypted, signed or verified."""
UNITS = {"MiB": 1024 * 1024, "KiB": 1024}
LIMITS = re.findall(r"^\| [^|]+ \| ([\d,]+)(?: (\w+))? \| `([\w.]+)` \|$", PAGE, re.MULTILINE)


def section(heading: str) -> str:
    """The text below a heading."""
    return re.split(r"^## ", PAGE.partition(f"\n## {heading}\n")[2], flags=re.MULTILINE)[0]


def test_each_table_is_listed() -> None:
    listed = re.findall(r"`([a-z_]+)`", section("Data"))
    assert key_ring.name in metadata.tables
    assert sorted({each for each in listed if each in metadata.tables}) == sorted(metadata.tables)


def test_each_module_that_encrypts_or_signs_is_listed() -> None:
    found = {named(file) for file in programs() if any(name.startswith(ENCRYPTS) for name, _ in imports(file))}
    listed = set(re.findall(r"`([\w/]+\.py)`", section("Keys and algorithms")))
    assert found <= listed
    assert listed <= {named(file) for file in modules()}


@for_each("figure, unit, constant", LIMITS)
def test_each_limit_is_the_one_of_the_code(figure: str, unit: str, constant: str) -> None:
    module, _, name = constant.rpartition(".")
    assert int(figure.replace(",", "")) * UNITS.get(unit, 1) == getattr(import_module(module), name)


def test_there_are_limits() -> None:
    assert len(LIMITS) == section("Limits").count("| `")
