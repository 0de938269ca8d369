"""Reminders go into a calendar and JSON, and by webhook and mail to whom they concern, each once."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import Result
from icalendar import Calendar

from blueprints.reminders.delivery import DeliveryError, Mail, ReminderMessage, reminder_key
from contract.organization.saml import SAML_PROVIDERS
from masthead.store.access_reviews import AccessReview
from masthead.store.notes import LinkPlace
from masthead.web.person.portal import get_portal
from masthead.web.reminders import Reminder
from tests.blueprints.overview import listing
from tests.faults import faults
from tests.faults.hostile import Hostile, Talk
from tests.loops import for_each
from tests.mail_server import MailServer
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE
from tests.world import BOB as BOB_TOKEN

Run = Callable[..., Result]
SECRET, BOB, ADA = "a secret of the operator", "bob@larkfield.example", "ada@larkfield.example"
PUBLIC = "https://portal.larkfield.example/masthead"
LINK = LinkPlace("org_larkfield", "site_partners", "link_carriers")
TODAY = datetime.now(UTC).date()
REVIEW = AccessReview("org_larkfield", "x", "team", "team_docs", "Documentation", (), TODAY, {}, "Lena")


@pytest.fixture
def run(portal_for: PortalFor, tmp_path: Path) -> Run:
    """Runs the command at a portal where one share link is to be reviewed in a day."""
    first = portal_for(INSTANCE_PATH=tmp_path)
    get_portal(first).store.link_notes.save(LINK, "x", note="", due=TODAY + timedelta(days=1))

    def run(**settings: object) -> Result:
        app = portal_for(INSTANCE_PATH=tmp_path, PUBLIC_URL=PUBLIC, **settings)
        with app.app_context():
            return app.test_cli_runner().invoke(args=["send-reminders"], env={"MASTHEAD_OPERATOR_TOKEN": ALICE})

    return run


def test_people_are_reminded_thirty_and_seven_days_before() -> None:
    organization: Any = None
    reminder = Reminder("certificate", "1", TODAY + timedelta(days=30), "", "", organization, "/", (30, 7))
    stages = {31: None, 30: 30, 8: 30, 7: 7, 0: 7, -3: 7}
    assert {left: reminder.stage(reminder.day - timedelta(days=left)) for left in stages} == stages
    first, same, anew, last = (reminder_key(reminder, TODAY + timedelta(days=later)) for later in (0, 22, 23, 30))
    assert (first == same, same == anew, anew == last) == (True, False, True)


def test_the_days_go_into_a_calendar_and_json(alice: Pages) -> None:
    store = get_portal(alice.app).store
    for link in (LINK, LINK._replace(link="link_fair")):  # which is off
        store.link_notes.save(link, "x", note="", due=TODAY)
    for team in ("team_docs", "team_support"):
        store.access_reviews.add(replace(REVIEW, target=team))
    for place in ("access/reviews", "links"):
        assert alice.get(f"/orgs/org_larkfield/{place}").links["Download calendar"] == "/reminders.ics"
    shown = alice.get("/reminders.ics")
    assert shown.headers["Content-Type"].startswith("text/calendar")
    events = Calendar.from_ical(shown.html).walk("VEVENT")
    ends = (datetime.now(UTC) + timedelta(days=21, hours=1)).date()
    drivers = next(each for each in events if "Drivers" in str(each["summary"]))
    assert drivers.decoded("dtstart") == ends
    assert str(drivers["summary"]) == "The certificate of Drivers expires (Larkfield Freight)"
    assert "sign-in with it may fail" in str(drivers["description"])
    assert [each.decoded("trigger").days for each in drivers.walk("VALARM")] == [-7]
    for each in events:
        assert all(each.decoded("dtstart") + alarm.decoded("trigger") >= TODAY for alarm in each.walk("VALARM"))
    assert len({str(each["uid"]) for each in events}) == len(events) == 6
    found = json.loads(alice.get("/reminders.json").html)
    for kind in ("share-link", "access-review"):
        due = next(each for each in found["reminders"] if each["kind"] == kind)
        assert (due["day"], due["daysLeft"]) == (TODAY.isoformat(), 0)
        assert alice.get(due["url"].removeprefix("http://localhost")).status == 200
    assert (len(found["reminders"]), found["unread"], found["next"]) == (6, [], None)
    store.access_reviews.complete_without_changes(store.access_reviews.find("org_larkfield")[0])
    found = json.loads(alice.get("/reminders.json").html)["reminders"]
    (due,) = (each for each in found if each["title"].startswith("Start the next access review of Documentation"))
    assert alice.get(due["url"].removeprefix("http://localhost")).value("team") == ["team_support"]


def test_reviews_are_told_to_those_who_surely_administer(distant: Pages, wire: Wire) -> None:
    def untold(talk: Talk) -> bool:
        items = [{**each, "permissions": {}} for each in wire.answered(talk)["items"]]
        return listing(*items)(talk)

    get_portal(distant.app).store.access_reviews.add(REVIEW)
    assert "access-review" not in Pages(distant.app).sign_in(BOB_TOKEN).get("/reminders.json").html
    assert "access-review" in distant.get("/reminders.json").html
    wire.faults["GET"] = faults.at("/v1/orgs", untold)
    assert "access-review" not in distant.get("/reminders.json?refresh=1").html


@for_each("status, unread", {503: ["org_larkfield"], 403: []}.items())
def test_an_organization_that_is_not_read_completely_is_named(
    distant: Pages, wire: Wire, status: int, unread: list[str]
) -> None:
    wire.faults["GET"] = faults.at(SAML_PROVIDERS.format(organizationId="*"), faults.refusal(status))
    found = json.loads(distant.get("/reminders.json?refresh=1").html)
    assert [each["id"] for each in found["unread"]] == unread


def test_each_is_sent_once_signed_and_by_mail(run: Run) -> None:
    redirect, thanks = faults.answer(302, b"", "Location: /elsewhere"), faults.answer(204, b"")
    with Hostile(redirect, thanks) as receiver, MailServer() as mail:
        hook = {"REMINDERS_URL": f"{receiver.url}/hooks", "REMINDERS_SECRET": SECRET}
        failed = run(**hook)
        server = mail.url.replace("//", "//masthead:pass%20word@")
        mails = {"REMINDERS_SMTP_URL": server, "REMINDERS_FROM": BOB, "REMINDERS_TO": f"{ADA}, {BOB}"}
        sent = run(**hook, **mails)
        again = run(**hook, **mails)
    assert (failed.exit_code, failed.stdout) == (1, "")
    assert failed.stderr == "3 not sent by the webhook at 127.0.0.1: it answered with status 302.\n"
    assert sent.stdout.splitlines() == [
        *("3 sent by the webhook at 127.0.0.1.", f"3 sent by mail to {ADA}.", f"3 sent by mail to {BOB}.")
    ]
    assert (sent.exit_code, again.exit_code, again.output) == (0, 0, "")
    refused, taken = receiver.asked
    assert refused.body == taken.body, "the receiver can tell by the id that it is the same"
    at, signature = (part.partition("=")[2] for part in taken.headers["masthead-signature"].split(","))
    assert abs(int(at) - time.time()) < 600
    assert hmac.new(SECRET.encode(), f"{at}.".encode() + taken.body, hashlib.sha256).hexdigest() == signature
    titles = [each["title"] for each in json.loads(taken.body)["reminders"]]
    assert "Review the share link" in " ".join(titles)
    assert [each["To"] for each in mail.mails] == [ADA, BOB]
    text = mail.mails[0].get_content()
    assert mail.mails[0]["Subject"] == "3 reminders from Masthead"
    assert f"\n{PUBLIC}/orgs/org_larkfield/sites/site_partners/links/link_carriers" in text
    assert all(title in text for title in titles)
    assert len(mail.logins) == 2


def test_what_fails_is_told_and_makes_the_command_fail(run: Run, wire: Wire) -> None:
    assert "Set MASTHEAD_REMINDERS_URL" in run().stderr
    to_ada = {"REMINDERS_FROM": BOB, "REMINDERS_TO": ADA}
    wire.faults["GET"] = faults.at(SAML_PROVIDERS.format(organizationId="*"), faults.refusal(503))
    with MailServer() as mail:
        failed = run(REMINDERS_SMTP_URL=mail.url, API_BASE_URL=wire.url, **to_ada)
    assert (failed.exit_code, failed.stderr) == (1, "Larkfield Freight (org_larkfield) can't be read completely.\n")
    with MailServer(refuses=b"550 nobody here: pass word") as mail:
        failed = run(REMINDERS_SMTP_URL=mail.url, **to_ada)
    assert failed.exit_code == 1
    assert failed.stderr.startswith(f"3 not sent by mail to {ADA}: the server gave no usable answer")
    assert "pass" not in failed.output


class _Drip(StreamRequestHandler):
    """Says a digit now and then, and never ends its line."""

    def handle(self) -> None:
        with suppress(OSError):
            while not Event().wait(0.05):
                self.wfile.write(b"2")


def test_a_mail_server_that_never_ends_its_line_or_cannot_encrypt_is_left() -> None:
    with ThreadingTCPServer(("127.0.0.1", 0), _Drip) as slow:
        Thread(target=slow.serve_forever, args=(0.05,), daemon=True).start()
        mail = Mail(f"smtp://127.0.0.1:{slow.server_address[1]}", BOB, ADA, 0.5)
        with pytest.raises(DeliveryError, match="the server"):
            mail.send(ReminderMessage([], TODAY, PUBLIC), 0)
        slow.shutdown()
    # 127.1 leads to this machine and isn't known to, so the mail has to be encrypted.
    with MailServer() as plain, pytest.raises(DeliveryError, match="SMTPNotSupportedError"):
        Mail(plain.url.replace("127.0.0.1", "127.1"), BOB, ADA).send(ReminderMessage([], TODAY, PUBLIC), 0)
    assert plain.mails == []
