"""Tables of people: which rows ask for what, in whichever shape somebody keeps them."""

import pytest

from masthead.resources.email_addresses import canonical_address
from masthead.rosters.roster import MAX_ROWS, Row, read_roster
from masthead.tables.rows import MAX_CELLS, TableError
from tests.loops import for_each
from tests.rosters.bad_rows import BAD_ROWS

FIRST, LAST, ANNA = "first@larkfield.example", "last@larkfield.example", "anna@larkfield.example"
EMPTY = "," * 16_000
READ = {
    "an address counts before an id": (f"id,email\n0815,{ANNA}\nB01,\n", [(ANNA, "")]),
    "the quote of our own files is taken off": ("email\n'+anna@larkfield.example", [("+anna@larkfield.example", "")]),
    "quotes of a spreadsheet": (f"'{ANNA}\n", [(ANNA, "")]),
    "no separator, an address": (f"{ANNA} owner", [(ANNA, "owner")]),
    "no separator, a name": (f"Anna Lee <{ANNA}> owner", [(ANNA, "owner")]),
    "no separator, an id": ("user_anna owner", [("user_anna", "owner")]),
    "an address alone": (ANNA, [(ANNA, "")]),
    "an id alone": ("user_anna", [("user_anna", "")]),
    "a role at some lines alone": (
        "user_a\nuser_b\nuser_c,owner\n",
        [("user_a", ""), ("user_b", ""), ("user_c", "owner")],
    ),
    "the separator is said": (f"sep=;\n{ANNA};owner\n", [(ANNA, "owner")]),
    "empty cells behind the others": (
        f'email,role{EMPTY}\n{FIRST},owner{EMPTY}\n"{LAST}",{EMPTY}\n',
        [(FIRST, "owner"), (LAST, "")],
    ),
}


def people(text: str) -> list[tuple[str, str]]:
    return [(row.person, row.role) for row in read_roster(text).rows if not row.wrong]


def only(text: str) -> Row:
    (row,) = read_roster(text).rows
    return row


@for_each("kind", READ)
def test_a_table_is_read_as_it_is_meant(kind: str) -> None:
    text, expected = READ[kind]
    assert people(text) == expected


def test_of_a_wrong_line_nothing_is_used_but_who_is_meant() -> None:
    assert only(f"email\n{ANNA} ben@larkfield.example").wrong.startswith("It contains several addresses")
    known = read_roster(f"id,email\nuser_ben,\nB01,\n,{ANNA}\n", known=["user_ben"]).rows
    assert [(row.person, row.wrong) for row in known[:2]] == [("user_ben", ""), ("", "The address is missing.")]
    row = only(f"{ANNA},boss")
    assert (row.person, bool(row.wrong)) == (ANNA, True)


@for_each("kind", BAD_ROWS)
def test_a_bad_row_is_named_by_its_line_and_the_others_count(kind: str) -> None:
    text, said = BAD_ROWS[kind]
    found = read_roster(f"email,role\n{FIRST},owner\n\n{text}\n{LAST},member\n")
    wrong = [row for row in found.rows if row.wrong]
    assert [(row.line, row.wrong[: len(said)]) for row in wrong] == [(4, said)]
    assert [(row.person, row.role) for row in found.rows if not row.wrong] == [(FIRST, "owner"), (LAST, "member")]


@for_each("end", ["\n", "\r", "\r\n"])
def test_the_line_is_the_one_that_an_editor_shows(end: str) -> None:
    text = end.join(["email,name,role", f'{FIRST},"Lee,', "Anna", '",owner', "", "user_anna,x,member", "ben@,x,member"])
    found = read_roster(text)
    assert [(row.line, bool(row.wrong)) for row in found.rows] == [(2, False), (6, False), (7, True)]


@for_each("between", [",", ";", "\t"])
@for_each("heading", ["email{}role", "E-Mail{}Rolle", "Login{} ROLE ", "USER_ID{}Team role", ""])
def test_what_stands_between_cells_and_headings_are_found_out(between: str, heading: str) -> None:
    rows = [heading.format(between)] if heading else []
    rows += [f"Anna@Larkfield.Example{between}Owner", f"user_ben{between}", "user_carl"]
    expected = [("anna@larkfield.example", "owner"), ("user_ben", ""), ("user_carl", "")]
    assert people("\n".join(rows)) == expected


def test_without_headings_the_content_tells_the_columns() -> None:
    found = read_roster("Lee,anna@larkfield.example,owner\nRay,ben@larkfield.example,member\n")
    assert [(row.person, row.role) for row in found.rows] == [
        ("anna@larkfield.example", "owner"),
        ("ben@larkfield.example", "member"),
    ]
    assert found.notes == (
        "There are no headings. Masthead read the people from column 2, and the roles from column 3.",
    )


@for_each(
    "written",
    [
        "anna@larkfield.example",
        "ANNA@LARKFIELD.EXAMPLE",
        " anna@larkfield.example\u00a0",
        "\ufeffanna@lark\u200bfield.example",
        "mailto:anna@larkfield.example?subject=x",
        "Anna Lee <anna@larkfield.example>",
        '"Lee, Anna" <anna@larkfield.example>',
        '"""Lee, Anna"" <anna@larkfield.example>"',
        "<anna@larkfield.example>",
        "[anna](mailto:anna@larkfield.example)",
        "'anna@larkfield.example'",
    ],
)
def test_an_address_is_found_in_what_programs_put_around_it(written: str) -> None:
    assert people(f"email,role\n{written},owner") == [("anna@larkfield.example", "owner")]


@for_each(
    "written,known",
    [
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@BÜCHER.example", "anna@xn--bcher-kva.example"),
        ("anna@bu\u0308cher.example", "anna@xn--bcher-kva.example"),
        ("anna@straße.example", "anna@xn--strae-oqa.example"),
        ("anna@strasse.example", "anna@strasse.example"),
    ],
)
def test_a_domain_is_written_as_it_goes_over_the_wire(written: str, known: str) -> None:
    assert people(written) == [(known, "")]
    assert canonical_address(written) == canonical_address(known) == known


@for_each("domain", ["straße.example", "ﬁne", "a_ü", "-ü", "ü..x", "ü" * 60, "x\udc80", "i❤", "\u0301"])
def test_any_address_can_be_compared(domain: str) -> None:
    found = canonical_address(f"Anna@{domain}")
    assert found.startswith("anna@")
    assert canonical_address(found) == found


def test_a_forgotten_quote_costs_one_line() -> None:
    found = read_roster("email,role\n" + '"a@larkfield.example,member\n' + "b@larkfield.example,member\n" * 30)
    assert [row.line for row in found.rows if row.wrong] == [2]
    assert len(found.rows) == 31


@for_each(
    "text,said",
    [
        ("\n \n,,\n", "The list contains no people."),
        ("email,role\n", "The list has headings, but no people below them."),
        ("email,role\nemail,role\n# x\n", "The list has headings, but no people below them."),
        ("role,department\nowner,Docs\n", "No heading names the column with the people."),
    ],
)
def test_a_table_of_nobody_is_refused(text: str, said: str) -> None:
    with pytest.raises(TableError) as refused:
        read_roster(text)
    assert str(refused.value).startswith(said)


def test_rows_and_cells_have_limits() -> None:
    rows = "".join(f"person-{number}@larkfield.example\n" for number in range(MAX_ROWS))
    assert len(read_roster(f"email\n{rows}").rows) == MAX_ROWS
    with pytest.raises(TableError, match=r"more than 5,000 people"):
        read_roster(f"{rows}one-more@larkfield.example\n")

    wide = '"a",' * MAX_CELLS
    found = read_roster(f"email,role\n{FIRST},owner\n{wide}b\n{wide.replace(chr(34), '')}b\n{LAST},member\n")
    assert [(row.line, row.wrong[:40]) for row in found.rows if row.wrong] == [
        (3, "The row has more than 200 cells. Keep on"),
        (4, "The row has more than 200 cells. Keep on"),
    ]


@for_each("id_", ["user_anna", "user.name-1", "auth0|123", "user:1", "urn:people:anna.lee", "~0815"])
def test_an_id_is_known_by_its_form(id_: str) -> None:
    assert people(f"id,role\n{id_},owner\n") == [(id_, "owner")]


def test_a_few_columns_that_are_left_out_are_named() -> None:
    others = ["Name", "x" * 5000, "two  spaces", "a\x07", "Unit", "Town", "State"]
    assert read_roster(f"email;{';'.join(others)}\n{FIRST}\n").notes == (
        f"Masthead left out columns that it doesn't need: Name, {'x' * 40}…, two spaces, a\ufffd, Unit, and 2 more.",
    )
