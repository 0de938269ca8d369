"""Each page says who may open it, the table here agrees, and the portal does what they say."""

import pytest
from flask import Flask

from masthead.web.person.guards import PUBLIC, SIGNED_IN, get_access, init_app
from tests.asked import Log
from tests.faults.form import nothing
from tests.faults.forms import DOCS, FORMS, SETTINGS
from tests.house.routes import ACCESS, address_of
from tests.loops import for_each
from tests.pages.pages import Pages

OF_EVERYBODY = {"enforcement.countdown", "roster.sample"}
"""Pages below an organization that say nothing of it."""
OFFERED_TO_READERS = {
    *("comment_forms.update", "comment_forms.update_reply", "comment_forms.delete"),  # to whoever wrote the comment
    *("team_members.add", "roster.read", "access_ends.save"),  # to owners of the team
    *("directory.add", "inbox_bulk.change", "organization_files.read"),  # for themselves
}


def pages_with(access: str) -> list[str]:
    return [page for page, each in ACCESS.items() if each == access]


def test_each_page_is_decided_here_and_in_the_code(portal: Flask) -> None:
    assert {page: get_access(view) for page, view in portal.view_functions.items()} == ACCESS


def test_each_page_has_one_address(portal: Flask) -> None:
    assert sorted(rule.endpoint for rule in portal.url_map.iter_rules()) == sorted(ACCESS)


def test_an_app_with_an_undecided_page_does_not_start() -> None:
    app = Flask("undecided")
    app.add_url_rule("/new", "pages.new", lambda: "")
    with pytest.raises(RuntimeError, match=r"Say who may open these pages, public or signed_in: pages\.new"):
        init_app(app)


@for_each("place", lambda: pages_with(SIGNED_IN))
def test_a_visitor_is_asked_to_sign_in_before_the_api_is_asked(
    portal: Flask, visitor: Pages, asked: Log, place: str
) -> None:
    asked.clear()
    method, path = address_of(portal, place)
    opened = visitor.get(path) if method == "GET" else visitor.post(path, {})
    assert opened.path == "/sign-in"
    assert opened.h1 == "Sign in"
    assert asked.lines == []


@for_each("place", lambda: pages_with(PUBLIC))
def test_a_visitor_may_open_a_public_page(portal: Flask, place: str) -> None:
    visitor, (method, path) = Pages(portal), address_of(portal, place)
    opened = visitor.get(path, follow=False) if method == "GET" else visitor.post(path, {}, follow=False)
    assert opened.status in {200, 303, 401, 422}  # a monitor has a token of its own
    assert "/sign-in?next=" not in opened.headers.get("Location", "")


@pytest.mark.quick
@for_each("place", lambda: sorted(set(pages_with(SIGNED_IN)) - OF_EVERYBODY))
def test_a_stranger_finds_no_page_of_an_organization(portal: Flask, dana: Pages, asked: Log, place: str) -> None:
    method, path = address_of(portal, place)
    if "/org_larkfield" not in path:
        return
    asked.clear()
    opened = dana.get(path) if method == "GET" else dana.post(path, {"do": "undo"})
    assert (opened.status, asked.writes) == (404, [])


@pytest.mark.quick
@for_each("name", lambda: [name for name, form in FORMS.items() if form.page in (form.action, SETTINGS)])
def test_a_reader_is_told_why_and_has_no_button(charlie: Pages, name: str) -> None:
    form = FORMS[name]
    if form.before is not nothing or name in OFFERED_TO_READERS:
        return
    charlie.get(DOCS)  # whose spaces Charlie has come across then
    shown = form.open(charlie)
    told = shown.status == 403 or any("doesn't let you" in each or "ou can't" in each for each in shown.notes)
    assert (told, [each for each in shown.buttons if form.press in each]) == (True, [])
