"""What was typed and not saved: listed, shown in its form again, thrown away when it is not wanted."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from flask import Blueprint, current_app, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from client import Forbidden, NotFound, Problem, Recall
from contract.listing import ListQuery
from contract.organizations import LIST_ORGANIZATIONS
from store import Draft
from web import parked, snapshot
from web.access import person, signed_in
from web.organization import of
from web.pages import done, page
from web.portal import api, portal
from web.return_path import local_path

blueprint = Blueprint("drafts", __name__, url_prefix="/drafts")
ROWS = 100
NAMES = ("title", "name", "label")
"""The fields by which things are called."""
# What the form of each page is for; the parts of its address may be named.
WHAT = {
    "settings.update": "Settings, {section}",
    "invites.update": "Invite link",
    "sites.create": "New site",
    "sites.update": "Site",
    "share_links.create": "New share link",
    "share_links.update": "Share link",
    "share_links.note": "Note on a share link",
    "rotation.make": "New link in place of",
    "adaptive.replace": "Adaptive content, schema",
    "adaptive.switch": "Adaptive content",
    "audience.create": "New visitor",
    "audience.update": "Visitor",
    "bulk.change": "Change of several sites",
    "conditions.update": "Condition",
    "structure.act": "Structure",
    "access_matrix.change": "Roles of several teams",
    "place_access.add": "Role for one more team",
    "place_access.update": "Role of a team",
    "sso.create": "New identity provider",
    "sso_steps.save_identity": "Identity provider",
    "sso_certificate.replace": "Certificate of an identity provider",
    "sso_steps.save_newcomers": "New people of an identity provider",
    "team_members.add": "People for a team",
    "roster.read": "List for the roster of a team",
    "translations.create": "New translation",
    "translations.update": "Translation",
    "coverage.keep": "Languages that are wanted",
    "coverage.keep_own": "Languages that are wanted of a translation",
    "place_access.remove": "Role of a team, to be taken away",
    "known.add": "Addition to the directory",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A draft in words: what it is for, the title or id of that, and the organization that it belongs to."""

    draft: Draft
    what: str
    title: str
    organization: str


@blueprint.get("")
@signed_in
def index() -> Response:
    """All of a person's, the newest first."""
    kept = sorted(portal().drafts.of_owner(person().owner).values(), key=lambda draft: -draft.at)
    titles = _titles() if kept else {}
    return page("drafts/index.html", lines=[_line(draft, titles) for draft in kept], **_parked_by_others())


def _parked_by_others() -> dict[str, Any]:
    """What was typed in this browser with another token, as far as this one reads the organizations it is for."""
    found = parked.parked()
    ids = list(dict.fromkeys(each for one in found if (each := _organization(one.draft))))
    answers = dict(zip(ids, api().gather(*(of(each) for each in ids)), strict=True))
    titles = {each: answer.value.title for each, answer in answers.items() if not isinstance(answer, Problem)}
    refused = {each for each, answer in answers.items() if isinstance(answer, (Forbidden, NotFound))}
    hidden = [one for one in found if _organization(one.draft) not in titles]
    return {
        "parked": [(one.id, _line(one.draft, titles), _as_text(one.draft)) for one in found if one not in hidden],
        "foreign": sum(_organization(one.draft) in refused | {""} for one in hidden),
        "unread": sum(_organization(one.draft) not in refused | {""} for one in hidden),
    }


def _organization(draft: Draft) -> str:
    return str(_form(draft.page)[1].get("organization_id", ""))


def _as_text(draft: Draft) -> str:
    """One line for each field that was typed into; what belongs to the portal alone is left out."""
    return "\n".join(f"{_label(name)}: {value}" for name, value in draft.pairs if name != "was" and value)


def _label(name: str) -> str:
    """`emailDomains` as `Email domains`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", name).capitalize()


@blueprint.post("/parked/discard")
@signed_in
def discard_parked() -> Response:
    """Forget what was typed in this browser with another token."""
    parked.drop([request.form.get("id", "")])
    return done("The text was discarded.", url_for("drafts.index"))


@blueprint.post("/discard")
@signed_in
def discard() -> Response:
    """Forget what was typed into the form that goes to `page`."""
    address = request.form.get("page", "")
    portal().drafts.drop(person().owner, address)
    onward = local_path(request.form.get("next"), url_for("drafts.index"))
    return done("What you had typed was thrown away.", onward)


def _titles() -> dict[str, str]:
    """The titles of the person's organizations, by id, as far as they are known now."""
    (listing,) = api().gather(Recall(LIST_ORGANIZATIONS, (), ListQuery(limit=ROWS)))
    return {} if isinstance(listing, Problem) else {each.id: each.title for each in listing.value.items}


def _line(draft: Draft, titles: Mapping[str, str]) -> Line:
    endpoint, ids = _form(draft.page)
    organization = str(ids.get("organization_id", ""))
    named = [str(value) for name, value in ids.items() if name not in {"organization_id", "section"}]
    title = _title(dict(draft.pairs)) or (named[-1] if named else "")
    return Line(draft, WHAT.get(endpoint, "").format(**ids), title, titles.get(organization, organization))


def _form(address: str) -> tuple[str, Mapping[str, Any]]:
    """The endpoint that takes what is sent to an address, and the ids in it; nothing for one that is no more."""
    try:
        return current_app.url_map.bind("").match(unquote(address), method="POST")
    except (HTTPException, RequestRedirect):
        return "", {}


def _title(typed: Mapping[str, str]) -> str:
    """What the thing was called when its form was drawn; else what it was to be called."""
    drawn = snapshot.open_sealed(typed.get("was", ""))
    values = drawn.values if drawn else {}
    return str(next((words for names in (values, typed) for name in NAMES if (words := names.get(name))), ""))
