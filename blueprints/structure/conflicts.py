"""Handles a person's choices where others and a draft changed the same things."""

import time
from hashlib import sha256
from typing import cast

from flask import request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.board import board
from blueprints.structure.draft import Answers, StructureDraft, desk_at
from masthead.i18n import N_, gettext
from masthead.store.submissions import SubmissionState
from masthead.structure.edits import Side
from masthead.web.forms.forms import CONFLICT, INVALID
from masthead.web.frame.pages import redirect_info
from masthead.web.frame.problems import BAD_GATEWAY
from masthead.web.person.portal import portal
from masthead.web.person.session import person

SITE_CHANGED = N_("The structure changed again. Check your choices before you go on.")
DRAFT_CHANGED = N_("Your draft changed since you opened this page. Check your choices before you go on.")
GONE = N_("Your choices were not used: your draft was applied or discarded in another window.")
SETTLED = N_("Your draft includes your choices. Nothing was sent to the API.")
LOST = N_("Your draft no longer changes %(items)s, because the site changed.")
NOTHING_ASKED = N_("Your choices were not used: nothing is left to choose.")
UNANSWERED = N_("Choose what to keep for each change that is listed.")
PRESSED_TWICE_SECONDS = 10
CHOICE, SIDES = "choice ", ("mine", "theirs")
AWAY = N_("The API did not answer, so nothing can be applied now. Your draft is kept.")


def settle(organization_id: str, site_id: str) -> Response:
    """Merge others' changes into the draft, with the choices that were sent."""
    given = [(name, value) for name, value in request.form.items() if name.startswith(CHOICE) and value in SIDES]
    choices = {name.removeprefix(CHOICE): cast("Side", value) for name, value in given}
    answers = Answers(choices, request.form.get("version", ""), request.form.get("draft_asked", ""))
    submissions, key = portal().store.submissions, _key_of(site_id, answers)
    begun = submissions.begin(person().owner, key, key)
    desk = desk_at(organization_id, site_id, answers)
    here = url_for("structure.show", organization_id=organization_id, site_id=site_id, _anchor="structure-board")
    if desk.is_settled:
        gone = f" {gettext(LOST, items=', '.join(desk.lost))}" if desk.lost else ""
        submissions.finish(person().owner, key, here, gettext(SETTLED))
        return redirect_info(f"{gettext(SETTLED)}{gone}", here)
    if begun.state is SubmissionState.NEW:
        submissions.abandon(person().owner, key)
    elif desk.draft is not None and not desk.questions and _were_used(key):
        return redirect_info(gettext(SETTLED), here)
    return board(desk, *_refusal(desk, answers))


def _key_of(site_id: str, answers: Answers) -> str:
    """Hash the choices of a page, so that a repeated request has the same key."""
    sent = repr((site_id, answers.site, answers.draft, sorted(answers.choices.items())))
    return f"choices-{sha256(sent.encode()).hexdigest()[:40]}"


def _were_used(key: str) -> bool:
    """True if a first press of the button used these choices, so that none are left."""
    first = portal().store.submissions.find(person().owner, key)
    return first is not None and first.is_finished and time.time() - first.begun_at < PRESSED_TWICE_SECONDS


def _refusal(desk: StructureDraft, answers: Answers) -> tuple[str, int]:
    if desk.live.stale:
        return gettext(AWAY), BAD_GATEWAY
    if desk.draft is None:
        return gettext(GONE), CONFLICT
    if not desk.questions:
        return gettext(NOTHING_ASKED), CONFLICT
    if answers.are_for(desk):
        return gettext(UNANSWERED), INVALID
    return (gettext(SITE_CHANGED) if answers.site != desk.version else gettext(DRAFT_CHANGED)), CONFLICT
