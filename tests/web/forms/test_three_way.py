"""Two people change the same thing: what only one of them changed stays, and where both did the second one decides."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from pydantic import MISSING
from werkzeug.datastructures import MultiDict

from contract.organization.organizations import OrganizationUpdate
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import NOTHING_TO_SAVE, ContractForm
from masthead.web.forms.none_or_text import NoneOrText
from masthead.web.forms.pickers import Picker, SiteContent
from masthead.web.forms.snapshot import Snapshot, open_snapshot, seal_snapshot
from masthead.web.forms.three_way import CHANGED_TOO, DIFFERS, TYPED_BESIDE
from masthead.web.forms.word_list import WordList
from tests.loops import for_each

WAS: dict[str, Any] = {"title": "Docs", "hostname": "docs", "logo": None, "emailDomains": ["a.example"]}
CONFLICT = 409


class SettingsForm(ContractForm):
    """A part of an organization's settings."""

    body = OrganizationUpdate
    title = TextInput("Name")
    hostname = TextInput("Hostname")
    logo = NoneOrText("Logo", keep="Keep", none="None", some="This")
    emailDomains = WordList("Domains")
    defaultContent = SiteContent("Landing content")
    defaultRole = Picker("Role", of="site")


@pytest.fixture(autouse=True)
def _no_csrf(portal: Flask) -> Iterator[None]:
    """These forms are built by hand, without a page that carried a token."""
    with portal.test_request_context("/", method="POST"):
        yield


def sent(*typed: tuple[str, str], now: dict[str, Any], was: str | None = None) -> SettingsForm:
    """The form as it was sent, validated; its page showed WAS, or what is sealed in `was`."""
    usual = {"title": "Docs", "hostname": "docs", "logo-is": "none", "logo": "", "emailDomains": "a.example"}
    data = MultiDict(
        usual | dict(typed) | {"was": seal_snapshot(Snapshot(WAS)) if was is None else was, "form_key": "k"}
    )
    form = SettingsForm.from_values(now, formdata=data, meta={"csrf": False})
    form.validate()
    return form


def asked_about_the_title(**now: object) -> SettingsForm:
    """Typed `Mine`, while somebody saved `Theirs`."""
    return sent(("title", "Mine"), now={**WAS, "title": "Theirs", **now})


def test_what_only_they_changed_is_taken_over_and_not_sent() -> None:
    form = sent(("title", "Mine"), now={**WAS, "hostname": "theirs"})
    assert (form.status, form.changes()) == (200, {"title": "Mine"})
    assert ([each.name for each in form.taken_over], form.hostname.data) == (["hostname"], "theirs")
    form = sent(("title", "Same"), now={**WAS, "title": "Same"})
    assert (form.status, form.changes(), form.taken_over) == (200, {}, [])
    form = sent(("title", "Mine"), now={**WAS, "defaultRole": "read"})
    assert (form.status, form.taken_over) == (200, [])


def test_what_only_they_changed_is_no_change_of_this_person() -> None:
    form = sent(now={**WAS, "hostname": "theirs"})
    assert (form.unchanged, form.why_nothing_is_sent) == (True, NOTHING_TO_SAVE)
    form.meet({**WAS, "hostname": "newer"})
    assert (form.status, form.hostname.data, form.changes()) == (200, "newer", {})
    form.meet({**WAS, "hostname": "newer"})
    assert [each.name for each in form.taken_over] == ["hostname"]


def test_what_both_changed_is_asked_about_until_it_is_answered() -> None:
    form = asked_about_the_title(hostname="theirs")
    assert (form.status, list(form.title.errors), form.title.whose) == (CONFLICT, [CHANGED_TOO], "")
    clash = form.title.clash
    assert clash is not None
    assert (clash.opened, clash.theirs, clash.mine, clash.out_of_date) == ("Docs", "Theirs", "Mine", False)
    assert (form.title.data, form.hostname.data, list(form.hostname.errors)) == ("Mine", "theirs", [])
    first = asked_about_the_title()
    second = sent(("title", "Mine"), now=first.now, was=first.sealed)
    assert (second.status, list(second.title.errors)) == (CONFLICT, [CHANGED_TOO])
    assert second.title.clash is not None
    assert second.title.clash.opened == "Docs"


def test_what_was_chosen_is_sent_or_stays() -> None:
    first = asked_about_the_title()
    form = sent(("title", "Mine"), ("title-whose", "mine"), now=first.now, was=first.sealed)
    assert (form.status, form.changes()) == (200, {"title": "Mine"})
    form = sent(("title", "Mine"), ("title-whose", "theirs"), now=first.now, was=first.sealed)
    assert (form.status, form.changes(), form.title.data) == (200, {}, "Theirs")
    form = sent(("title", "Theirs"), now=first.now, was=first.sealed)
    assert (form.status, form.changes()) == (200, {})


def test_another_text_beside_theirs_is_asked_about() -> None:
    first = asked_about_the_title()
    form = sent(("title", "Third"), ("title-whose", "theirs"), now=first.now, was=first.sealed)
    assert (form.status, list(form.title.errors), form.title.data) == (CONFLICT, [TYPED_BESIDE], "Third")
    again = sent(("title", "Third"), ("title-whose", "mine"), now=form.now, was=form.sealed)
    assert (again.status, again.changes()) == (200, {"title": "Third"})


def test_whoever_changes_their_mind_gets_back_what_they_typed() -> None:
    first = asked_about_the_title()
    second = sent(("title", "Mine"), ("title-whose", "theirs"), ("hostname", "-"), now=first.now, was=first.sealed)
    assert (second.status, second.title.data) == (422, "Theirs")
    third = sent(("title", "Theirs"), ("title-whose", "mine"), ("hostname", "mine"), now=first.now, was=second.sealed)
    assert (third.status, third.changes()) == (200, {"title": "Mine", "hostname": "mine"})


def test_what_moves_once_more_is_asked_about_once_more_or_told() -> None:
    first = asked_about_the_title()
    form = sent(("title", "Mine"), ("title-whose", "mine"), now={**WAS, "title": "Newer"}, was=first.sealed)
    assert (form.status, form.title.whose) == (CONFLICT, "")
    assert form.title.clash is not None
    assert (form.title.clash.opened, form.title.clash.theirs) == ("Docs", "Newer")
    now = {**WAS, "title": "Newer"}
    form = sent(("title", "Mine"), ("title-whose", "theirs"), now=now, was=first.sealed)
    assert (form.status, form.changes(), form.title.data) == (200, {}, "Newer")
    assert [(each.name, each.was) for each in form.taken_over] == [("title", ("Theirs",))]


def test_wrong_input_and_a_clash_are_told_together() -> None:
    form = sent(("title", "Mine"), ("hostname", "x"), now={**WAS, "title": "Theirs"})
    assert (form.status, len(form.title.errors), len(form.hostname.errors)) == (422, 1, 1)


def test_a_field_that_they_emptied_or_filled_is_asked_about_too() -> None:
    form = sent(("title", "Mine"), now={**WAS, "title": ""})
    assert (form.status, form.title.clash is not None) == (CONFLICT, True)
    logo = sent(("logo-is", "text"), ("logo", "https://a.example/x.png"), now={**WAS, "logo": MISSING})
    assert (logo.status, logo.logo.clash is not None) == (CONFLICT, True)
    assert logo.logo.display_value(MISSING) == "a value that the API doesn't report"


def test_what_both_changed_of_a_list_is_merged_unless_both_arranged_it() -> None:
    form = sent(("emailDomains", "b.example"), now={**WAS, "emailDomains": []})
    assert (form.status, form.changes()) == (200, {"emailDomains": ["b.example"]})
    form = sent(("emailDomains", "a.example b.example"), now={**WAS, "emailDomains": ["a.example", "b.example"]})
    assert (form.unchanged, bool(form.three_way.edited_fields())) == (True, True)
    was = seal_snapshot(Snapshot({**WAS, "emailDomains": ["a.example", "b.example", "c.example"]}))
    theirs = {**WAS, "emailDomains": ["c.example", "a.example", "b.example"]}
    form = sent(("emailDomains", "b.example a.example c.example"), now=theirs, was=was)
    assert (form.status, form.emailDomains.clash is not None) == (CONFLICT, True)


def test_landing_content_typed_by_id_gives_way_to_theirs() -> None:
    theirs = {**WAS, "defaultContent": {"type": "site", "site": "theirs"}}
    first = sent(("defaultContent-other", "mine"), now=theirs)
    assert first.status == CONFLICT
    typed = ("defaultContent-other", "mine"), ("defaultContent-whose", "theirs")
    form = sent(*typed, now=theirs, was=first.sealed)
    assert (form.status, form.changes()) == (200, {})


@for_each("was", ["nonsense", "eyJ0aXRsZSI6IkRvY3MifQ"])
def test_on_a_page_that_nobody_knows_all_that_differs_is_asked_about(was: str) -> None:
    form = sent(("title", "Mine"), now={**WAS, "hostname": "theirs"}, was=was)
    assert form.status == CONFLICT
    assert [list(form[name].errors) for name in ("title", "hostname", "emailDomains")] == [[DIFFERS], [DIFFERS], []]
    typed = ("title", "Mine"), ("title-whose", "mine"), ("hostname-whose", "theirs")
    again = sent(*typed, now=form.now, was=form.sealed)
    assert (again.status, again.changes()) == (200, {"title": "Mine"})


def test_nothing_differs_from_what_is_saved_on_a_page_that_nobody_knows() -> None:
    form = sent(now=WAS, was="nonsense")
    assert (form.status, form.problems, form.changes()) == (200, [], {})


def test_the_page_that_is_shown_next_is_drawn_from_what_is_saved() -> None:
    form = asked_about_the_title(hostname="theirs")
    snapshot = open_snapshot(form.sealed)
    assert snapshot is not None
    assert snapshot.values == {**WAS, "title": "Theirs", "hostname": "theirs"}
    assert snapshot.asked == {"title": {"mine": "Mine", "opened": "Docs", "out_of_date": False}}
