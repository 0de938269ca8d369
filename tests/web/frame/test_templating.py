"""Templates see what the API left out as undefined, escape all else, and show texts, dates and ages in words."""

from datetime import UTC, datetime, timedelta, timezone

from flask import Flask, render_template_string
from flask.ctx import RequestContext
from pydantic import MISSING, BaseModel

from masthead.i18n import ENGLISH, language
from masthead.web.frame.alerts import expiry_level, relative_day_label
from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.templating import age_label, clock, date, day, web_address
from tests.loops import for_each
from tests.portals import PortalFor
from tests.wire import Wire


class Thing(BaseModel):
    """Something of which not all is told."""

    title: str = "Docs"
    hostname: str | MISSING = MISSING
    role: str | MISSING | None = None
    count: int = 0


def rendered(app: Flask, template: str, **values: object) -> str:
    with app.test_request_context():
        return render_template_string(template, **values)


def in_zone(app: Flask, zone: str) -> RequestContext:
    return app.test_request_context(headers={"Cookie": f"browser_time_zone={zone}"})


@for_each(
    "template, text",
    [
        ("[{{ it.hostname }}]", "[]"),
        ("{{ 'yes' if it.hostname else 'no' }}", "no"),
        ("{{ 'yes' if it.hostname is defined else 'no' }}", "no"),
        ("{{ it.hostname | default('none') }}", "none"),
        ("{{ it.hostname.deeper.still or 'none' }}", "none"),
        ("{% for each in it.hostname or [] %}x{% endfor %}", ""),
        ("{{ 'null' if it.role is none else 'told' }}", "null"),
    ],
)
def test_what_was_left_out_is_undefined(portal: Flask, template: str, text: str) -> None:
    assert rendered(portal, template, it=Thing()) == text


def test_all_is_escaped(portal: Flask) -> None:
    assert rendered(portal, "{{ it }}", it="<b>&'\"") == "&lt;b&gt;&amp;&#39;&#34;"


def test_what_html_has_no_place_for_is_replaced(portal: Flask) -> None:
    for sign in "\x00\x0b\x1f\x7f\x9f\ud800\udfff\ufdd0\uffff":
        assert rendered(portal, "{{ it }}b", it=f"a{sign}") == "a\ufffdb", repr(sign)
    assert rendered(portal, "{{ it }}", it="a\t\n\r\x0c…\U0001f600") == "a\t\n\r\x0c…\U0001f600"


@for_each(
    "seconds, words",
    [
        (0, "just now"),
        (2, "2 seconds ago"),
        (90, "2 minutes ago"),
        (3 * 3600, "3 hours ago"),
        (480 * 24 * 3600, "16 months ago"),
        (600 * 24 * 3600, "2 years ago"),
    ],
)
def test_an_age_is_told_in_words(seconds: float, words: str) -> None:
    assert age_label(seconds) == words


EAST = datetime(2024, 5, 6, 1, 30, tzinfo=timezone(timedelta(hours=2)))


def test_dates_are_told_in_the_time_zone_of_the_reader(portal: Flask) -> None:
    with in_zone(portal, "Asia/Kolkata"):
        utc = "5 May 2024, 23:30 UTC"
        assert day(EAST) == f'<time datetime="2024-05-05T23:30:00+00:00" title="{utc}">6 May 2024, 05:00</time>'
        assert [part in date(EAST) for part in (utc, ">6 May 2024<")] == [True, True]
        assert ">05:00:00<" in clock(EAST.timestamp())
        assert date(EAST.date()) == "6 May 2024"


@for_each("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_odd_dates_are_told_too(portal: Flask, zone: str) -> None:
    with in_zone(portal, zone):
        assert "1 Jan 1" in date(datetime(1, 1, 1, tzinfo=UTC))
        assert "31 Dec 9999" in date(datetime(9999, 12, 31, 23, tzinfo=UTC))


@for_each("address", ["https://a.example", "http://a.example:8080/x?y#z", "HTTPS://a.example/"])
def test_an_address_of_the_web_may_be_linked(address: str) -> None:
    assert web_address(address) == address


@for_each(
    "text",
    [
        "",
        None,
        7,
        "a.example",
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        "ftp://a.example",
        "http:///x",
        "http://[",
    ],
)
def test_nothing_else_may(text: object) -> None:
    assert web_address(text) is None


TEXTS = [
    ("{{ _('a < b') }}", "a &lt; b"),
    ("{{ _(name) }}", "&lt;i&gt;"),
    ("{{ _('Edit %(name)s', name=name) }}", "Edit &lt;i&gt;"),
    ("{{ _('50 %% of %(name)s', name=part) }}", "50 % of <b>1</b>"),
    ("{% trans %}100 % <b>bold</b>\n  text{% endtrans %}", "100 % <b>bold</b> text"),
    ("{% trans %}<b>{{ name }}</b> at 50 %{% endtrans %}", "<b>&lt;i&gt;</b> at 50 %"),
    ("{% trans n=1 %}{{ n }} {{ name }}{% pluralize %}{{ n }} {{ name }}s{% endtrans %}", "1 &lt;i&gt;"),
    ("{% trans n=1234 %}{{ n }} site{% pluralize %}{{ n }} sites{% endtrans %}", "1,234 sites"),
]


@for_each("template, written", TEXTS)
def test_a_template_writes_texts(portal: Flask, template: str, written: str) -> None:
    with portal.test_request_context():
        assert render_template_string(template, name="<i>", part=Html("<b>1</b>")) == written


def test_a_request_is_answered_in_the_language_of_the_settings(portal_for: PortalFor, wire: Wire) -> None:
    foreign = portal_for(API_BASE_URL=wire.url, LANGUAGE="en-XA")
    page = foreign.test_client().get("/sign-in").text
    assert '<html lang="en-XA"' in page
    assert 'content="light dark"' in page  # a value of CSS, the same in every language
    assert language() == ENGLISH


@for_each(
    "days, level",
    [(400, ""), (60, ""), (59, "quiet"), (30, "quiet"), (29, "warn"), (7, "warn"), (6, "bad"), (-1, "bad")],
)
def test_it_becomes_louder_as_the_day_comes(days: int, level: str) -> None:
    assert expiry_level(days) == level


@for_each("days, words", [(2, "in 2 days"), (1, "tomorrow"), (0, "today"), (-1, "yesterday"), (-2, "2 days ago")])
def test_days_in_words(days: int, words: str) -> None:
    assert relative_day_label(days) == words
