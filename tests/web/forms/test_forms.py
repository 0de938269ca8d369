"""A form of the contract: what changed is sent, what a colleague changed stays, and pydantic has the last word."""

from typing import Any

import pytest
from flask import Flask
from pydantic import MISSING
from werkzeug.datastructures import MultiDict

from contract.publishing.sites import SiteUpdate
from masthead.web.forms.field_types import NullableText
from masthead.web.forms.fields import Switch, TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.merge import Snapshot, seal_snapshot
from tests.loops import for_each

WAS = {"title": "Docs", "basename": MISSING, "proxy": None, "adaptiveContent": {"enabled": True}}


class SmallForm(ContractForm):
    """A part of a site."""

    body = SiteUpdate
    title = TextInput("Title")
    basename = TextInput("Base name")
    proxy = NullableText("Path", none="None", some="This")
    adaptiveContent = Switch("Adaptive", key="enabled")
    note = TextInput("Only for this page")


@pytest.fixture(autouse=True)
def _no_csrf(portal: Flask) -> Any:  # noqa: ANN401
    """These forms are built by hand, without a page that carried a token."""
    with portal.test_request_context("/", method="POST"):
        yield


def sent(
    typed: dict[str, str] | None = None, *, now: dict[str, Any] | None = None, was: dict[str, Any] | None = None
) -> SmallForm:
    """The form as it was sent by someone whose page showed `was`, while `now` is saved."""
    seen = {name: value for name, value in (was or WAS).items() if value is not MISSING}
    fields = {
        "title": "Docs",
        "basename": "",
        "proxy-is": "none",
        "proxy": "",
        "adaptiveContent": "on",
        **(typed or {}),
    }
    data = MultiDict([("was", seal_snapshot(Snapshot(seen))), ("form_key", "k"), *fields.items()])
    return SmallForm.from_values(now or WAS, formdata=data, meta={"csrf": False})


@for_each(
    "typed, changes",
    [
        ({"title": "Guide"}, {"title": "Guide"}),
        ({"basename": "guide"}, {"basename": "guide"}),
        ({"proxy-is": "text", "proxy": "a.example/x"}, {"proxy": "a.example/x"}),
        ({"adaptiveContent": "off"}, {"adaptiveContent": {"enabled": False}}),
        ({"note": "not a part of the body"}, {}),
    ],
)
def test_only_what_was_changed_is_sent(typed: dict[str, str], changes: dict[str, Any]) -> None:
    form = sent(typed)
    assert form.validate()
    assert form.changes() == changes
    assert form.request_body() == SiteUpdate.model_validate(changes)


def test_a_text_beside_another_choice_is_asked_about() -> None:
    form = sent({"proxy-is": "none", "proxy": "a.example/x"})
    assert (form.validate(), form.status) == (False, 422)
    assert form.proxy.errors == ["You typed “a.example/x”, but selected “None”. Select “This”, or clear the text."]


def test_what_is_wrong_already_and_was_not_touched_is_not_judged() -> None:
    was = {**WAS, "title": "x"}
    form = sent({"title": "x", "basename": "guide"}, now=was, was=was)
    assert (form.validate(), form.changes()) == (True, {"basename": "guide"})
