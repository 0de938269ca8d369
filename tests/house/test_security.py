"""docs/security.md has each requirement of the standard once, and what it names to show them is there."""

import re

from tests.house.sources import ROOT, read
from tests.loops import for_each

PAGE = read(ROOT / "docs" / "security.md")
VERDICTS = ("Met", "Met by deployment", "Not applicable", "Not met")
ROWS = re.findall(rf"^\| (V[\d.]+) \| (\d) \| [^|]+ \| ({'|'.join(VERDICTS)}): (.+) \|$", PAGE, re.MULTILINE)
# The levels of the requirements of OWASP ASVS 5.0.0: of each chapter its sections, and in them each requirement.
LEVELS = {
    "V1": "22 1111122223 112222222223 222 123",
    "V2": "122 112 12223 23",
    "V3": "3 113 12223 11222233 11122333 3 22333",
    "V4": "12233 23333 22 1222",
    "V5": "2 112333 113 222",
    "V6": "122 111111112222 11223333 112233 22222333 2223 33 2222",
    "V7": "222 1111 22 11222 223 22",
    "V8": "1233 1123 133 23",
    "V9": "111 1222",
    "V10": "22 223 22223 1111122222233333 22222 22 222",
    "V11": "2233 22233 11233 1222 23 23 33",
    "V12": "12233 11 22223",
    "V13": "2333 222223 2233 1222233",
    "V14": "22 12223333 122",
    "V15": "12233 12233 1222222 3333",
    "V16": "2 22222 2222 222 2223",
    "V17": "23 22223333 22",
}


def required() -> list[tuple[str, str]]:
    """The numbers of the requirements of levels 1 and 2, each with its level."""
    numbered = [
        (f"{chapter}.{section}.{number}", level)
        for chapter, sections in LEVELS.items()
        for section, levels in enumerate(sections.split(), start=1)
        for number, level in enumerate(levels, start=1)
    ]
    return [each for each in numbered if each[1] in "12"]


def test_each_requirement_stands_there_once_with_its_level() -> None:
    assert len(required()) == 253
    assert [row[:2] for row in ROWS] == required()
    assert len(re.findall(r"^\| V\d", PAGE, re.MULTILINE)) == len(ROWS)


@for_each("verdict", VERDICTS)
def test_the_head_counts_right(verdict: str) -> None:
    assert f"\n| {verdict} | {[row[2] for row in ROWS].count(verdict)} |\n" in PAGE


def test_the_head_names_what_is_not_met() -> None:
    named = PAGE.partition("\nNot met: ")[2].partition(".\n")[0].split(", ")
    assert named == [row[0] for row in ROWS if row[2] == "Not met"]


def test_each_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", "\n".join(row[3] for row in ROWS))
    texts = {file: read(ROOT / file) for file in {each[0] for each in named}}
    assert len(texts) > 30
    assert [each for each in named if not re.search(rf"^def {each[1]}\(", texts[each[0]], re.MULTILINE)] == []


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
