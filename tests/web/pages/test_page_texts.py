"""Templates write texts in the language of the request, and escape what they are not sure of."""

import pytest
from flask import Flask, render_template_string

from i18n import ENGLISH, language
from tests.portals import PortalFor
from tests.wire import Wire
from web.pages.written_parts import Html

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


@pytest.mark.parametrize(("template", "written"), TEXTS)
def test_a_template_writes_texts(portal: Flask, template: str, written: str) -> None:
    with portal.test_request_context():
        assert render_template_string(template, name="<i>", part=Html("<b>1</b>")) == written


def test_a_request_is_answered_in_the_language_of_the_settings(portal_for: PortalFor, wire: Wire) -> None:
    foreign = portal_for(API_BASE_URL=wire.url, LANGUAGE="en-XA")
    page = foreign.test_client().get("/sign-in").text
    assert '<html lang="en-XA"' in page
    assert 'content="light dark"' in page  # a value of CSS, the same in every language
    assert language() == ENGLISH
