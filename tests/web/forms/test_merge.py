"""Two people change the same thing: what only one of them changed stays, and where both did the second one decides."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from pydantic import MISSING
from werkzeug.datastructures import MultiDict

from contract.organization.organizations import OrganizationUpdate
from masthead.web.forms.field_types import NullableText, WordList
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.merge import CHANGED_TOO, TYPED_BESIDE, Snapshot, seal_snapshot
from masthead.web.forms.pickers import Picker, SiteContent

WAS: dict[str, Any] = {"title": "Docs", "hostname": "docs", "logo": None, "emailDomains": ["a.example"]}
CONFLICT = 409


class SettingsForm(ContractForm):
    """A part of an organization's settings."""

    body = OrganizationUpdate
    title = TextInput("Name")
    hostname = TextInput("Hostname")
    logo = NullableText("Logo", keep="Keep", none="None", some="This")
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


def test_only_what_was_changed_is_sent() -> None:
    form = sent(("title", "Guide"), ("sso", "on"), now=WAS)
    assert (form.status, form.request_body()) == (200, OrganizationUpdate(title="Guide"))


def test_a_text_beside_another_choice_is_asked_about() -> None:
    form = sent(("logo-is", "none"), ("logo", "https://a.example/x.png"), now=WAS)
    said = "You typed “https://a.example/x.png”, but selected “None”. Select “This”, or clear the text."
    assert (form.status, form.logo.errors) == (422, [said])


def test_what_is_wrong_already_and_was_not_touched_is_not_judged() -> None:
    short = {**WAS, "title": "x"}
    form = sent(("title", "x"), ("hostname", "guide"), now=short, was=seal_snapshot(Snapshot(short)))
    assert (form.status, form.request_body()) == (200, OrganizationUpdate(hostname="guide"))


def test_what_both_changed_is_asked_about_until_it_is_answered() -> None:
    form = asked_about_the_title(hostname="theirs")
    assert (form.status, list(form.title.errors), form.title.whose) == (CONFLICT, [CHANGED_TOO], "")
    clash = form.title.conflict
    assert clash is not None
    assert (clash.opened, clash.theirs, clash.mine, clash.out_of_date) == ("Docs", "Theirs", "Mine", False)
    assert (form.title.data, form.hostname.data, list(form.hostname.errors)) == ("Mine", "theirs", [])
    first = asked_about_the_title()
    second = sent(("title", "Mine"), now=first.now, was=first.sealed)
    assert (second.status, list(second.title.errors)) == (CONFLICT, [CHANGED_TOO])
    assert second.title.conflict is not None
    assert second.title.conflict.opened == "Docs"


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
    assert form.title.conflict is not None
    assert (form.title.conflict.opened, form.title.conflict.theirs) == ("Docs", "Newer")
    now = {**WAS, "title": "Newer"}
    form = sent(("title", "Mine"), ("title-whose", "theirs"), now=now, was=first.sealed)
    assert (form.status, form.changes(), form.title.data) == (200, {}, "Newer")
    assert [(each.name, each.was) for each in form.changed_by_others] == [("title", ("Theirs",))]


def test_wrong_input_and_a_clash_are_told_together() -> None:
    form = sent(("title", "Mine"), ("hostname", "x"), now={**WAS, "title": "Theirs"})
    assert (form.status, len(form.title.errors), len(form.hostname.errors)) == (422, 1, 1)


def test_a_field_that_they_emptied_or_filled_is_asked_about_too() -> None:
    form = sent(("title", "Mine"), now={**WAS, "title": ""})
    assert (form.status, form.title.conflict is not None) == (CONFLICT, True)
    logo = sent(("logo-is", "text"), ("logo", "https://a.example/x.png"), now={**WAS, "logo": MISSING})
    assert (logo.status, logo.logo.conflict is not None) == (CONFLICT, True)
    assert logo.logo.display_value(MISSING) == "a hidden value"


def test_landing_content_typed_by_id_gives_way_to_theirs() -> None:
    theirs = {**WAS, "defaultContent": {"type": "site", "site": "theirs"}}
    first = sent(("defaultContent-other", "mine"), now=theirs)
    assert first.status == CONFLICT
    typed = ("defaultContent-other", "mine"), ("defaultContent-whose", "theirs")
    form = sent(*typed, now=theirs, was=first.sealed)
    assert (form.status, form.changes()) == (200, {})
