"""Each form of the portal is in the table of forms, where every fault of the service happens to it."""

from collections import Counter

from flask import Flask
from sqlalchemy import select

from blueprints.places import PLACES
from store.tables import drafts, known_objects, metadata, sessions
from tests.asked import Log
from tests.faults.forms import FORMS, OTHERS
from tests.pages.filling import filled
from tests.pages.pages import Pages
from tests.portals import forget_changes
from web.person.portal import portal_of

DRAFTS = {endpoint for place in PLACES for endpoint in place.drafts}


def test_each_form_is_in_the_table(portal: Flask) -> None:
    sent = {rule.endpoint for rule in portal.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert sent == {name.split()[0] for name in FORMS} | OTHERS.keys()


def test_each_form_that_edits_something_has_words_among_the_drafts(portal: Flask, alice: Pages) -> None:
    kept = set()
    for name, form in FORMS.items():
        forget_changes(portal)
        form.before(portal, alice)
        form.open(alice)
        (drawn, *_) = alice.shown.forms_to(form.action)
        if any(each.get("name") == "was" for each in drawn.iter("input")):
            kept.add(name.split()[0])
    assert kept == DRAFTS


def rows_of(app: Flask) -> Counter[str]:
    """All that the portal keeps, but for what it saw and what was typed."""
    with portal_of(app).store.database.reading() as connection:
        return Counter(
            f"{table.name} {row}"
            for table in metadata.sorted_tables
            if table not in {drafts, known_objects, sessions}
            for row in connection.execute(select(table))
        )


def test_opening_a_draft_only_shows_it(portal: Flask, alice: Pages, asked: Log) -> None:
    acted = []
    for name, form in FORMS.items():
        if name.split()[0] not in DRAFTS:
            continue
        forget_changes(portal)
        form.before(portal, alice)
        form.open(alice)
        drawn = alice.form(form.action, dict(form.typed), form.press)
        pairs = filled(alice.shown.document, drawn, dict(form.typed), form.press)
        asked.clear()
        before = rows_of(portal)
        alice.post(form.action, [*(pair for pair in pairs if pair[0] != "step"), ("step", "edit")], csrf=False)
        if asked.writes or rows_of(portal) != before:
            acted.append(name)
    assert acted == []
