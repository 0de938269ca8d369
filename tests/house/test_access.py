"""Each page says who may open it, the table here agrees, and the portal does what they say."""

import pytest
from flask import Flask

from masthead.web.person.access import PUBLIC, SIGNED_IN, access_of, init_app
from tests.asked import Log
from tests.house.routes import ACCESS, address_of
from tests.loops import for_each
from tests.pages.pages import Pages


def pages_with(access: str) -> list[str]:
    return [page for page, each in ACCESS.items() if each == access]


def test_each_page_is_decided_here_and_in_the_code(portal: Flask) -> None:
    assert {page: access_of(view) for page, view in portal.view_functions.items()} == ACCESS


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
