"""Each form of the portal is in the table of forms, where every fault of the service happens to it."""

from collections import Counter, defaultdict

import pytest
from flask import Flask
from sqlalchemy import select

from blueprints.places import PLACES
from masthead.store.tables import metadata
from masthead.store.tables.records import drafts, known_objects, sessions
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.faults.forms import FORMS
from tests.faults.other_forms import OTHERS
from tests.pages.document import text_of
from tests.pages.filling import filled
from tests.pages.pages import Pages
from tests.portals import forget_changes
from tests.world import ALICE

KEPT_BY = {"was", "keeps"}
"""The hidden inputs that have the portal keep what is typed."""
REASONS = {"structure.apply": {"reason": "Typed by Alice"}}
"""What is typed into a review: a draft until it is sent, and then the plan's."""
DRAFTS = {endpoint for place in PLACES for endpoint in place.drafts}


def test_each_form_is_in_the_table(portal: Flask) -> None:
    sent = {rule.endpoint for rule in portal.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert sent == {name.split()[0] for name in FORMS} | OTHERS.keys()


@pytest.mark.exhaustive
def test_each_form_that_edits_something_has_words_among_the_drafts(portal: Flask, alice: Pages) -> None:
    kept = set()
    for name, form in FORMS.items():
        forget_changes(portal)
        form.before(portal, alice)
        form.open(alice)
        drawn = alice.shown.forms_to(form.action)  # a list may have its filters there too
        if any(each.get("name") in KEPT_BY for part in drawn for each in part.iter("input")):
            kept.add(name.split()[0])
    assert kept == DRAFTS


def rows_of(app: Flask) -> Counter[str]:
    """All that the portal keeps, but for what it saw and what was typed."""
    with get_portal(app).store.database.reading() as connection:
        return Counter(
            f"{table.name} {row}"
            for table in metadata.sorted_tables
            if table not in {drafts, known_objects, sessions}
            for row in connection.execute(select(table))
        )


def facts_shown(app: Flask, pages: Pages) -> dict[str, str]:
    """What the page of the only draft says was typed, by its labels; the draft is discarded then."""
    drafts, owner = get_portal(app).store.drafts, get_portal(app).store.keys.owner_of(ALICE)
    (draft,) = drafts.of_owner(owner)
    shown = pages.get(f"/drafts/draft?draft={draft.id}")
    drafts.discard(owner, draft.id, draft.version)
    if not shown.document.with_attribute("name", "typed"):
        return {term: fact for term, fact in shown.facts.items() if term not in {"Where", "Typed", "Change"}}
    return dict(
        line.split(": ", 1) for line in str(shown.value("typed")).splitlines() if ": " in line and line[:1].isupper()
    )


@pytest.mark.exhaustive
def test_opening_a_draft_only_shows_what_was_typed_by_the_labels_of_its_form(
    portal: Flask, alice: Pages, asked: Log
) -> None:
    labels: dict[str, set[str]] = defaultdict(set)
    acted, unlabelled, lost = [], [], []
    for name, form in FORMS.items():
        if name.split()[0] not in DRAFTS:
            continue
        forget_changes(portal)
        form.before(portal, alice)
        seen = labels[name.split()[0]]
        seen |= {text_of(each) for each in form.open(alice).document.all("label", "legend", "h2")}
        typed = {**form.typed, **REASONS.get(name, {})}
        drawn = alice.form(form.action, typed, form.press)
        pairs = filled(alice.shown.document, drawn, typed, form.press)
        asked.clear()
        before = rows_of(portal)
        alice.post(form.action, [*(pair for pair in pairs if pair[0] != "step"), ("step", "edit")], csrf=False)
        acted += [name] if asked.writes or rows_of(portal) != before else []
        if not isinstance(form.page, str):  # a review shows no fields
            continue
        said = facts_shown(portal, alice)
        unlabelled += [f"{name}: {label}" for label in said.keys() - seen]
        lost += [name] if len(said) < bool(form.words) else []
    assert (acted, unlabelled, lost) == ([], [], [])
