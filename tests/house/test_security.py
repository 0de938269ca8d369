"""docs/security.md has each requirement of the standard once, and what it names to show them is there."""

import re

import pytest

from tests.house.sources import ROOT, read

PAGE = read(ROOT / "docs" / "security.md")
VERDICTS = ("Met", "Met by deployment", "Not applicable", "Not met")
ROWS = re.findall(rf"^\| (V[\d.]+) \| (\d) \| [^|]+ \| ({'|'.join(VERDICTS)}): (.+) \|$", PAGE, re.MULTILINE)
# The levels of the requirements of each section of OWASP ASVS 5.0.0, in their order.
LEVELS = {
    "V1.1": "22",
    "V1.2": "1111122223",
    "V1.3": "112222222223",
    "V1.4": "222",
    "V1.5": "123",
    "V2.1": "122",
    "V2.2": "112",
    "V2.3": "12223",
    "V2.4": "23",
    "V3.1": "3",
    "V3.2": "113",
    "V3.3": "12223",
    "V3.4": "11222233",
    "V3.5": "11122333",
    "V3.6": "3",
    "V3.7": "22333",
    "V4.1": "12233",
    "V4.2": "23333",
    "V4.3": "22",
    "V4.4": "1222",
    "V5.1": "2",
    "V5.2": "112333",
    "V5.3": "113",
    "V5.4": "222",
    "V6.1": "122",
    "V6.2": "111111112222",
    "V6.3": "11223333",
    "V6.4": "112233",
    "V6.5": "22222333",
    "V6.6": "2223",
    "V6.7": "33",
    "V6.8": "2222",
    "V7.1": "222",
    "V7.2": "1111",
    "V7.3": "22",
    "V7.4": "11222",
    "V7.5": "223",
    "V7.6": "22",
    "V8.1": "1233",
    "V8.2": "1123",
    "V8.3": "133",
    "V8.4": "23",
    "V9.1": "111",
    "V9.2": "1222",
    "V10.1": "22",
    "V10.2": "223",
    "V10.3": "22223",
    "V10.4": "1111122222233333",
    "V10.5": "22222",
    "V10.6": "22",
    "V10.7": "222",
    "V11.1": "2233",
    "V11.2": "22233",
    "V11.3": "11233",
    "V11.4": "1222",
    "V11.5": "23",
    "V11.6": "23",
    "V11.7": "33",
    "V12.1": "12233",
    "V12.2": "11",
    "V12.3": "22223",
    "V13.1": "2333",
    "V13.2": "222223",
    "V13.3": "2233",
    "V13.4": "1222233",
    "V14.1": "22",
    "V14.2": "12223333",
    "V14.3": "122",
    "V15.1": "12233",
    "V15.2": "12233",
    "V15.3": "1222222",
    "V15.4": "3333",
    "V16.1": "2",
    "V16.2": "22222",
    "V16.3": "2222",
    "V16.4": "222",
    "V16.5": "2223",
    "V17.1": "23",
    "V17.2": "22223333",
    "V17.3": "22",
}


def required() -> list[tuple[str, str]]:
    """The numbers of the requirements of levels 1 and 2, each with its level."""
    numbered = [(f"{name}.{n}", level) for name, levels in LEVELS.items() for n, level in enumerate(levels, start=1)]
    return [each for each in numbered if each[1] in "12"]


def test_each_requirement_stands_there_once_with_its_level() -> None:
    assert len(required()) == 253
    assert [row[:2] for row in ROWS] == required()
    assert len(re.findall(r"^\| V\d", PAGE, re.MULTILINE)) == len(ROWS)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_the_head_counts_right(verdict: str) -> None:
    assert f"\n| {verdict} | {[row[2] for row in ROWS].count(verdict)} |\n" in PAGE


def test_the_head_names_what_is_not_met() -> None:
    named = PAGE.partition("\nNot met: ")[2].partition(".\n")[0].split(", ")
    assert named == [row[0] for row in ROWS if row[2] == "Not met"]


@pytest.mark.parametrize("chapter", sorted({row[0].partition(".")[0] for row in ROWS}))
def test_each_test_that_is_named_is_there(chapter: str) -> None:
    named = re.findall(
        r"`(tests/[\w/]+\.py)::(\w+)`", "\n".join(row[3] for row in ROWS if row[0].startswith(f"{chapter}."))
    )
    assert [each for each in named if not re.search(rf"^def {each[1]}\(", read(ROOT / each[0]), re.MULTILINE)] == []


def test_what_is_met_names_a_test_or_a_page() -> None:
    assert [
        row[0] for row in ROWS if row[2].startswith("Met") and not re.search(r"`tests/|\]\(|As V[\d.]+$|as V", row[3])
    ] == []


def test_each_page_that_is_linked_is_there() -> None:
    for target in re.findall(r"\]\((?!https://)([^)]+)\)", PAGE):
        file, _, heading = target.partition("#")
        text = read(ROOT / "docs" / file)
        anchors = {
            re.sub(r"[^\w -]", "", each).lower().replace(" ", "-")
            for each in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        }
        assert not heading or heading in anchors, target
