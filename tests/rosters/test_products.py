"""Lists as products export them, and as mail programs paste them."""

from masthead.rosters import read_roster
from masthead.rosters.reading import INACTIVE, RECIPIENTS
from tests.loops import for_each

A, B = "anna@larkfield.example", "ben@larkfield.example"
GOOGLE = (
    "First Name [Required],Last Name [Required],Email Address [Required],Status [READ ONLY],Recovery Email,"
    "Work Secondary Email\n"
    f"Anna,Lee,{A},Active,anna@home.example,a@old.example\nBen,Ray,{B},Suspended,,\n"
)
ENTRA = f"userPrincipalName,displayName,mail,accountEnabled\nanna@t.onmicrosoft.example,Anna,{A},True\n{B},Ben,,True\n"
ENTRA_GROUP = (
    "version:v1.0\nMember object ID or user principal name [memberObjectIdOrUpn] Required\n"
    f"{A}\n9832aad8-e4fe-496b-a604-95c6eF01ae75\n"
)
GITHUB = f"login,name,saml_name_id,role\nannalee,Anna,{A},owner\nben,Ben,{B},\n"


def people(text: str) -> list[str]:
    return [row.person for row in read_roster(text).rows if not row.skipped]


@for_each(
    "text,expected",
    [
        (GOOGLE, [A]),
        (ENTRA, [A, B]),
        (ENTRA_GROUP, [A, "9832aad8-e4fe-496b-a604-95c6eF01ae75"]),
        (GITHUB, [A, B]),
        (f"'{A}\n'{B}\n", [A, B]),
        (f"Email *,Role\n{A},owner\n", [A]),
        (f'"Lee, Anna" <{A}>', [A]),  # one recipient is an ordinary line
    ],
)
def test_exports_of_products(text: str, expected: list[str]) -> None:
    assert people(text) == expected


@for_each(
    "heading,status",
    [("status", "DEPROVISIONED"), ("Status", "Deactivated"), ("User status", "Suspended"), ("accountEnabled", "False")],
)
def test_who_is_not_active_is_left_out_and_said(heading: str, status: str) -> None:
    rows = read_roster(f"email,{heading}\n{A},{status}\n{B},Active\n").rows
    assert [(row.person, row.wrong, row.skipped) for row in rows] == [("", INACTIVE, True), (B, "", False)]


@for_each("between", ["; ", ", ", ";"])
def test_recipients_of_a_mail(between: str) -> None:
    found = read_roster(f'"Lee, Anna" <{A}>{between}"Ray, Ben" <{B}>')
    assert ([row.person for row in found.rows], found.notes[0]) == ([A, B], RECIPIENTS)
