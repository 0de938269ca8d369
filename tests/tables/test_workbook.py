"""Excel workbooks: what a table of people says, and ten hostile ones that are refused before they cost anything."""

import io
import time
from collections.abc import Mapping
from datetime import date, datetime
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from masthead.rosters.people import Choices
from masthead.rosters.roster import choose_sheet, read_roster
from masthead.tables.rows import TableError
from masthead.tables.text import read_table
from tests.loops import for_each

KIM, PAT, SAM = "kim.lee@larkfield.example", "pat.fox@larkfield.example", "sam.ray@larkfield.example"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET, CELL = "xl/worksheets/sheet1.xml", '<c r="{}" t="inlineStr"><is><t>{}</t></is></c>'
MOST_SECONDS = 0.1


def relations(kind: str, target: str) -> str:
    one = f'<Relationship Id="rId1" Type="{OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{PACKAGE}/relationships">{one}</Relationships>'


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def book(rows: str, doctype: str = "", **more: str | bytes) -> dict[str, str | bytes]:
    """The parts of a workbook with one sheet; `more` are other parts by name."""
    spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = "".join(
        f'<Override PartName="/{part}" ContentType="{spreadsheet}.{kind}+xml"/>'
        for part, kind in (("xl/workbook.xml", "sheet.main"), (SHEET, "worksheet"))
    )
    return {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{types}</Types>',
        "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
        SHEET: f'{doctype}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>',
        **more,
    }


def row(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


GOOD = row(1, CELL.format("A1", "Email")) + row(2, CELL.format("A2", KIM))
LAUGHS = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
FORMULA = '<c r="A2"><f>[1]Sheet1!$A$1</f></c>'
LINK = f'<externalLink xmlns="{MAIN}"><externalBook r:id="rId1" xmlns:r="{OFFICE}"/></externalLink>'
BOMB = book(GOOD + " " * 9_000_000)
ZIPPED = packed(book(GOOD))
WITHOUT_SHEET = {name: text for name, text in book(GOOD).items() if name != SHEET}
HOSTILE = {
    "a bomb": (packed(BOMB), "This workbook is too large."),
    "a bomb that lies about its size": (
        packed(BOMB).replace(len(BOMB[SHEET]).to_bytes(4, "little"), b"\x10\0\0\0"),
        "This workbook can't be read",
    ),
    "very many parts": (
        packed({**book(GOOD), **{f"xl/{at}": "" for at in range(9000)}}),
        "This workbook is too large.",
    ),
    "entities": (
        packed(book(row(1, CELL.format("A1", "&l9;")), f'<!DOCTYPE x [<!ENTITY l0 "{KIM}">{LAUGHS}]>')),
        "This workbook can't be read",
    ),
    "an external entity, in UTF-16": (
        packed(
            {**book(GOOD), SHEET: '<!DOCTYPE x [<!ENTITY l SYSTEM "file:///etc/passwd">]><x>&l;</x>'.encode("utf-16")}
        ),
        "This workbook can't be read",
    ),
    "huge dimensions": (
        packed(book(GOOD + row(1_048_576, CELL.format("XFD1048576", PAT)))),
        "This workbook is too large.",
    ),
    "a million columns": (packed(book(f"<row>{'<c/>' * 1_000_000}</row>")), "This workbook is too large."),
    "nested": (packed({"people.xlsx": ZIPPED}), "This is a ZIP file. Unpack it"),
    "encrypted": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "This workbook is encrypted.",
    ),
    "a document of another program": (
        packed({"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"}),
        "This is an Office file.",
    ),
    "cut off": (ZIPPED[:-40], "This workbook can't be read"),
    "without its sheet": (packed(WITHOUT_SHEET), "This workbook has no table"),
    "formulas of another workbook": (
        packed(book(row(2, FORMULA), **{"xl/externalLinks/externalLink1.xml": LINK})),
        "This workbook has no table",
    ),
}


def test_a_plain_workbook_is_read() -> None:
    table = read_table(ZIPPED)
    assert (table.text, table.sheets, table.sheet) == (f"Email\n{KIM}", {}, "People")


@for_each("name", HOSTILE)
def test_a_hostile_workbook_is_refused_before_it_costs_anything(name: str) -> None:
    data, said = HOSTILE[name]
    begun = time.process_time()
    with pytest.raises(TableError) as refused:
        read_table(data)
    assert time.process_time() - begun < MOST_SECONDS
    assert str(refused.value).startswith(said)


def test_a_sheet_says_what_a_table_says() -> None:
    made = Workbook()
    made.active.title = "Notes"
    made.active.append(["Made on", date(2026, 11, 1)])
    people, left = made.create_sheet("People"), made.create_sheet("Left")
    people.append(["Email", "Suspended", "End date", "Number", "Role"])
    people.append([KIM, False, None, 7.0, "owner"])
    people.append([])
    people.append([PAT, False, datetime(2020, 1, 31), 8.5, "member"])  # noqa: DTZ001 - as Excel has it
    people.append([SAM, True, None, None, "member"])
    left.append([SAM])
    hidden = made.create_sheet("Hidden")
    hidden.append([PAT])
    hidden.sheet_state = "hidden"
    file = io.BytesIO()
    made.save(file)

    table = read_table(file.getvalue())
    assert (table.sheet, [*table.sheets]) == ("Notes", ["Notes", "People", "Left"])
    text = choose_sheet(table)
    assert (text.choices.sheet, [*text.table.sheets]) == ("People", ["People", "Left"])
    assert text.table.text.splitlines() == [
        "Email,Suspended,End date,Number,Role",
        f"{KIM},FALSE,,7,owner",
        "",
        f"{PAT},FALSE,2020-01-31,8.5,member",
        f"{SAM},TRUE,,,member",
    ]
    rows = read_roster(text.table.text).rows
    assert [(each.line, each.person, each.role, each.skipped) for each in rows] == [
        (2, KIM, "owner", False),
        (4, PAT, "", True),
        (5, SAM, "", True),
    ]
    assert text.choose(Choices(sheet="Left")).table.text == SAM
    assert text.choose(Choices(sheet="Gone")).choices.sheet == "People"
