"""Each form of the portal is in the table of forms, where every fault of the service happens to it."""

from flask import Flask

from blueprints.drafts.words import WHAT
from tests.faults.forms import FORMS, OTHERS
from tests.pages.pages import Pages
from tests.portals import forget_changes


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
    assert kept == WHAT.keys()
