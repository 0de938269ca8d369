"""Whether what is about to be applied is what the person has reviewed."""

import hashlib

from flask import request

from blueprints.structure.draft import StructureDraft
from i18n import N_, gettext
from masthead.changes.structure.planned import Planned
from masthead.changes.structure.tree import as_json

SITE = N_("The site changed since you opened this page. Check the changes before you apply them.")
DRAFT = N_("Your draft changed since you opened this page. Check the changes before you apply them.")
CALLS = N_("Your consent changes the calls. Check them before you apply them.")


def reviewed(desk: StructureDraft, planned: Planned) -> str:
    """Names what a review shows: the site, the draft and the calls."""
    calls = [(each.endpoint.name, each.ids, each.body and each.body.model_dump_json()) for each in planned.changes]
    return " ".join((desk.version, _digest(as_json(desk.now)), _digest(repr(calls))))


def other_than_reviewed(desk: StructureDraft, planned: Planned) -> str:
    """Why this is not what the page showed that sent the request; empty where it is."""
    shown, now = request.form.get("reviewed", "").split(), reviewed(desk, planned).split()
    if shown[:1] != now[:1]:
        return gettext(SITE)
    if shown[1:2] != now[1:2]:
        return gettext(DRAFT)
    return "" if shown == now else gettext(CALLS)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
