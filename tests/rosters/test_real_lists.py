"""Lists of other programs: nobody who is switched off is added, no heading is a person, no address is lost."""

from datetime import UTC, datetime, timedelta

from masthead.rosters.people import Choices
from masthead.rosters.roster import NOT_ACTIVE, read_roster
from masthead.rosters.roster import RECIPIENTS as RECIPIENTS_NOTE
from tests.loops import for_each

KIM, PAT = "kim.lee@larkfield.example", "pat.fox@larkfield.example"
LISTS = {
    "a heading with a star": f"Email *,Role\n{KIM},owner\n",
    "one recipient": f'"Lee, Kim" <{KIM}>',
    "an answer first": f"Active,Given Name,Surname,Work Email\nYes,Kim,Lee,{KIM}\nNo,Pat,Fox,{PAT}\n",
    "two states": f"E-Mail,Status,Austrittsdatum\n{KIM},Aktiv,\n{PAT},Aktiv,31.12.2020\n",
}
HEADINGS = (
    *("Work Email", "Primary Email", "E-mail 1 - Value", "E-Mail (geschäftlich)", "Business e-mail", "Email (work)"),
    *("Email Address [Required]", "Company mail", "user.email", "Contact e-mail", "emails.0.value", "login_email"),
    *("Geschäftliche E-Mail-Adresse", "Mailadresse", "Dienstliche Adresse", "E-Mail-Konto", "Teilnehmer", "Kontakt"),
    *("Adresse électronique", "Courriel professionnel", "Adresse e-mail pro", "Destinataire", "Correo del trabajo"),
    *("Dirección de correo", "Correo corporativo", "Indirizzo e-mail", "Posta elettronica", "Indirizzo di posta"),
    *("Work E-Mail Address*", "User Principal Name", "ALIAS EMAIL", "Mail (Primary)", "Zustelladresse", "Identifiant"),
    *("Correo electrónico (empresa)", "Recapito e-mail", "Mitarbeiter-Mail"),
)
SWITCHED_OFF = (
    (
        "Status",
        "Active",
        "Terminated|Left|Inaktiv|blocked|STAGED|Deprovisioned|Suspended|Former employee|On hold?|Parti",
    ),
    ("Account Status", "Active", "locked out|Désactivé|De baja|Licenziato|Gekündigt|REVOKED|nobody knows"),
    ("State", "Aktiv", "Suspended|gelöscht"),
    ("Suspended", "no", "TRUE|yes|1|Ja|oui|sí|vero|Suspended|perhaps"),
    ("Locked", "false", "Yes"),
    ("Gesperrt", "nein", "Ja"),
    ("Actif", "oui", "Non|inactif|?"),
    ("Activo", "sí", "No|"),
    ("End date", "", "2020-12-31|31.12.2020|12/31/2020|soon"),
)


def used(text: str) -> list[str]:
    return [row.person for row in read_roster(text).rows if not row.wrong]


@for_each("name", LISTS)
def test_a_list_of_a_product_gives_who_is_active(name: str) -> None:
    assert used(LISTS[name]) == [KIM]


def test_who_is_not_active_is_left_out_and_said() -> None:
    rows = read_roster(f"email,Status\n{KIM},DEPROVISIONED\n{PAT},Active\n").rows
    assert [(row.person, row.wrong, row.skipped) for row in rows] == [(KIM, NOT_ACTIVE, True), (PAT, "", False)]


@for_each("heading", HEADINGS)
def test_the_cells_tell_which_column_has_the_addresses(heading: str) -> None:
    for text in (f"Name,{heading},Team\nLee,{KIM},Docs\nFox,{PAT},\n", f"{heading}\n{KIM}\n{PAT}\n"):
        rows = read_roster(text).rows
        assert [row.person for row in rows if not row.wrong] == [KIM, PAT]
        assert heading not in [row.person for row in rows]


@for_each("heading, active, cells", SWITCHED_OFF)
def test_nobody_is_added_who_is_switched_off_or_may_be(heading: str, active: str, cells: str) -> None:
    off = "".join(f"off-{at}@larkfield.example,{cell}\n" for at, cell in enumerate(cells.split("|")))
    assert used(f"email,{heading}\n{KIM},{active}\n{off}") == [KIM]


@for_each("heading, cell", [("Status", "Active"), ("Suspended", "false"), ("Actif", "oui"), ("State", "California")])
def test_who_is_active_is_added(heading: str, cell: str) -> None:
    assert used(f"email,{heading}\n{KIM},{cell}\n") == [KIM]


def test_an_account_ends_on_its_last_day() -> None:
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    assert used(f"email,End date\n{KIM},{tomorrow.isoformat()}\n{PAT},{tomorrow - timedelta(days=2)}\n") == [KIM]


def test_what_is_not_understood_is_asked() -> None:
    (row,) = read_roster(f"email,Status\n{KIM},nobody knows\n").rows
    assert row.person == KIM
    assert row.wrong.startswith("Masthead can't tell from “nobody knows” in column “status” whether")
    two = f"Home mail,Work mail,Docs mail\nkim@home.example,{KIM},{PAT}\n"
    assert read_roster(two).notes[0] == "Several columns contain addresses. Masthead read the people from “Work mail”."
    assert read_roster(two).columns == ("Home mail", "Work mail", "Docs mail")
    assert [row.person for row in read_roster(two, choices=Choices(column="Docs mail")).rows] == [PAT]
    first, second = read_roster(f"someone\n{KIM}\n").rows
    assert (first.person, first.wrong[:36], second.person) == ("", "Masthead read this line as headings,", KIM)

    rows = read_roster(f"Kim <{KIM}>; the whole team; {PAT}").rows
    assert [(row.given, bool(row.wrong)) for row in rows] == [(KIM, False), ("the whole team", True), (PAT, False)]


RECIPIENTS = {
    f'"Okafor, Bob" <bob@l.example>; Frank Adeyemi <frank@l.example>; {KIM}; {PAT}': [
        "bob@l.example",
        "frank@l.example",
    ],
    f"Lee, Kim <{KIM}>; Fox, Pat <{PAT}>; \nÖz, Jörg <joerg.oez@l.example>": [],
    f"Lee, Kim <{KIM}>, Pat <{PAT}>": [],
    f"{KIM}, {PAT}": [],
}


@for_each("text", RECIPIENTS)
def test_a_line_of_recipients_loses_nobody(text: str) -> None:
    assert set(used(text)) >= {KIM, PAT, *RECIPIENTS[text]}
    assert len(used(text)) == text.count("@")
    assert read_roster(text).notes[0] == RECIPIENTS_NOTE
