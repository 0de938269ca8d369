"""Ids in the paths of pages: whatever signs they hold, the page that a link leads to gets the same id."""

import pytest
from flask import Flask, Response, render_template_string, url_for

from masthead.web.http import paths
from masthead.web.http.paths import quote_path_part, request_url
from tests.loops import for_each
from tests.pages.browsing import opened

ODD = ["a/b", "a%2Fb", "a~1b", "a~01", "~", "~0/~1", "a?b", "a#b", "a b", "a%b", "é/ü", '"<b>', "a\\b", "a;b:c,d", "//"]
ODD += ["", ".", "..", "...", "~.", "~..", "~~", "%2e%2E", "%2f..", "./..", "..\\..", "\t.", ".\n.", "\x00", "x" * 300]


@pytest.fixture
def app() -> Flask:
    return made()


def made() -> Flask:
    app = Flask("odd")
    paths.init_app(app)
    app.add_url_rule("/o/<one>/s/<two>", "show", lambda one, two: {"ids": [one, two], "asked": request_url()})
    return app


@for_each("identifier", ODD)
def test_what_is_in_a_link_is_what_the_page_is_asked_for(app: Flask, identifier: str) -> None:
    with app.test_request_context():
        link = url_for("show", one="plain", two=identifier)
    assert link == f"/o/plain/s/{quote_path_part(identifier)}"
    assert opened("/", link) == link
    answer = app.test_client().get(f"{link}?q=%2F+x").get_json()
    assert answer == {"ids": ["plain", identifier], "asked": f"{link}?q=%2F+x"}


def test_an_id_in_a_query_leads_nowhere_else(app: Flask) -> None:
    link = '{{ "../../orgs?a&b c" | urlencode }}?{{ {"item": "../../orgs"} | urlencode }}'
    with app.app_context():
        assert render_template_string(link) == "..%2F..%2Forgs%3Fa%26b%20c?item=..%2F..%2Forgs"


def test_usual_ids_and_addresses_stand_as_they_are(app: Flask) -> None:
    assert quote_path_part("space_a.B-9") == "space_a.B-9"
    assert app.test_client().get("/o/a~b/s/~2").get_json()["ids"] == ["a~b", "~2"]


def test_a_query_that_is_no_text_breaks_nothing(app: Flask) -> None:
    assert app.test_client().get("/o/a/s/b?q=\xff").status_code == 200


@for_each("identifier", ["", ".", "..", "a\nb", "x" * 201])
def test_a_link_to_what_nothing_can_be_read_by_is_a_text_that_says_so(identifier: str) -> None:
    app = made()
    page = '<a class="x" href="{{ at }}?q=1&amp;r">one</a> <a href="{{ at }}" title="own">two</a> <a href="/o/..">3</a>'
    app.add_url_rule("/list", "list", lambda: render_template_string(page, at=url_for("show", one="a", two=identifier)))
    reason = ' role="link" aria-disabled="true" title='
    shown = app.test_client().get("/list").get_data(as_text=True)
    assert shown == (
        f'<a class="x"{reason}"Masthead cannot open this">one</a> '
        f'<a role="link" aria-disabled="true" title="own">two</a> <a href="/o/..">3</a>'
    )


def test_a_link_out_of_the_portal_stays(app: Flask) -> None:
    page = f'<a href="https://app.example/~/changes/2" target="_blank">{quote_path_part("")}</a>'
    app.add_url_rule("/list", "list", lambda: page + url_for("show", one="a", two=""))
    assert app.test_client().get("/list").get_data(as_text=True) == page + "/o/a/s/~"


def test_other_answers_stay_as_they_are(app: Flask) -> None:
    page = '<a href="{}">'
    app.add_url_rule("/text", "text", lambda: Response(page.format(quote_path_part("..")), content_type="text/plain"))
    assert app.test_client().get("/text").get_data(as_text=True) == '<a href="~..">'
