"""Rows are written once for the same items shown in the same way, and are no less safe for it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from jinja2 import DictLoader

from masthead.web.frame.fragment_cache import FragmentCache, render_part
from masthead.web.http import paths

TEMPLATES = {
    "rows.html": "{% for it in items %}<tr><td><a href='{{ at }}'>{{ it }}</a></td></tr>{% endfor %}",
    "part.html": "<p>{{ name }}</p><b>{{ at }}</b>",
    "links.html": '{% for it in items %}<a href="/o/{{ it | in_path }}">{{ it }}</a>{% endfor %}',
}


class Counted(list[str]):
    """Notes how often somebody went through it."""

    times = 0

    def __iter__(self) -> Iterator[str]:
        self.times += 1
        return super().__iter__()


@pytest.fixture
def app() -> Iterator[Flask]:
    app = Flask("rows")
    app.jinja_loader = DictLoader(TEMPLATES)
    paths.init_app(app)
    with app.test_request_context():
        yield app


@pytest.mark.usefixtures("app")
def test_the_same_items_are_written_once() -> None:
    kept, items = FragmentCache(), Counted(["a", "<b>"])
    for _ in range(3):
        written = kept.get_or_render("rows.html", items, at="/x")
        assert written.html == b"<tr><td><a href='/x'>a</a></td></tr><tr><td><a href='/x'>&lt;b&gt;</a></td></tr>"
    assert items.times == 1


@pytest.mark.usefixtures("app")
def test_other_items_never_get_the_rows_of_those_that_are_gone() -> None:
    kept = FragmentCache()
    for number in range(500):
        assert f">{number}<" in kept.get_or_render("rows.html", [str(number)], at="/x").html.decode()


@pytest.mark.usefixtures("app")
def test_those_used_last_are_kept() -> None:
    kept, many = FragmentCache(max_bytes=120), [Counted([str(number)]) for number in range(4)]
    for items in (many[0], many[1], many[0], many[2], many[3], many[0], many[1]):
        kept.get_or_render("rows.html", items, at="/x")
    assert [items.times for items in many] == [1, 2, 1, 1]
    large = Counted(["x" * 200])
    for _ in range(2):
        kept.get_or_render("rows.html", large, at="/x")
    assert large.times == 2
    kept.get_or_render("rows.html", many[0], at="/x")
    assert many[0].times == 1


def test_a_link_to_what_nothing_can_be_read_by_stays_a_text(app: Flask) -> None:
    kept, items = FragmentCache(), ["a", ".."]
    first = kept.get_or_render("links.html", items)
    with app.test_request_context():  # which has not written that id itself
        assert kept.get_or_render("links.html", items) == first
    assert first.html.count(b'<a href="/o/') == 1
    assert b'aria-disabled="true"' in first.html


@pytest.mark.usefixtures("app")
def test_a_part_is_written_once_for_a_key_with_its_own_texts_each_time() -> None:
    written: list[str] = []

    def values() -> dict[str, str]:
        written.append("once")
        return {"name": "<Alice>"}

    parts = [render_part("part.html", ("Alice",), values, at=at) for at in ("/a?b&c", "/d")]
    assert parts == [f"<p>&lt;Alice&gt;</p><b>{at}</b>" for at in ("/a?b&amp;c", "/d")]
    assert written == ["once"]
    assert render_part("part.html", ("Bob",), lambda: {"name": "Bob"}, at="/") == "<p>Bob</p><b>/</b>"


def test_a_portal_at_another_address_has_parts_of_its_own(app: Flask) -> None:
    shown = []
    for root in ("", "/docs", ""):
        with app.test_request_context(base_url=f"http://localhost{root}"):
            shown.append(render_part("part.html", ("Root",), lambda at=root: {"name": at}, at="/"))  # type: ignore[misc]
    assert [each.partition("</p>")[0] for each in shown] == ["<p>", "<p>/docs", "<p>"]
