"""Bulk changes of sites: select them in the list, choose a value for one setting, review, apply."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, flash, g, request, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response

from blueprints.sites.bulk_forms import FORMS, BulkForm, ChosenSites, form_of_request
from contract.publishing.sites import GET_SITE, LIST_SITES, Site, SitesQuery
from contract.schema.listing import LIMIT_MAX
from masthead.client import Problem, Read
from masthead.i18n import N_, gettext, join_and
from masthead.store.bulk.steps import Purpose
from masthead.web.directory.entries import titles_of
from masthead.web.frame.organization import has_permission, load_organization, or_raise, read_in
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import request_path
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import store_bulk_change
from masthead.web.submit.review import EDIT, MAX_REASON_LENGTH, REASON, REVIEWED, STEP, reason_given, step

blueprint = Blueprint("bulk", __name__, url_prefix="/orgs/<organization_id>/bulk")
FILTERS = ("title", "published", "space")
ROWS = 100
NAMES = 3
NOTHING = N_("Select at least one site first.")
NOT_READ = N_("Masthead couldn't read %(names)s, so you can't change anything there. %(why)s")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show drafts of unfinished bulk changes; without any, redirect to the list of sites."""
    if not any(draft.page == request_path() for draft in portal().store.drafts.of_owner(person().owner)):
        return redirect_info(gettext("Select the sites to change in this list."), _sites(organization_id))
    load_organization(organization_id)
    return page("bulk/index.html", form=None, here=request_path(), may=has_permission("createContent"))


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Show the form for the selected sites, then the review, then create the bulk change."""
    return _create(organization_id) if "was" in request.form else _choose(organization_id)


def _choose(organization_id: str) -> Response:
    kind = FORMS.get(request.form.get("setting", ""))
    which, more, unread = _read_selection(organization_id)
    if kind is None or not which:
        return redirect_info(unread or gettext(NOTHING), _sites(organization_id))
    if unread:
        flash(unread, "warning")
    sites = [ChosenSites(site.id, site.title, str(getattr(site, kind.setting))) for site in which]
    form = kind(_title(), sites)
    return _form_page(form, request_path(), more=more)


def _read_selection(organization_id: str) -> tuple[list[Site], bool, str]:
    """The selected sites, those of the page, or all that match; whether more match; and a message on unread ones."""
    which = request.form.get("which", "ticked")
    listing = read_in(organization_id, Read(LIST_SITES, (organization_id,), _query(which)))
    found = or_raise(listing)
    if which != "ticked":
        return found.items, which == "all" and bool(found.model_dump().get("next")), ""
    ticked = dict.fromkeys(request.form.getlist("site")[:LIMIT_MAX])
    known = {site.id: site for site in found.items}
    missing = [each for each in ticked if each not in known]
    answers = api().gather(*(Read(GET_SITE, (organization_id, each)) for each in missing))
    known |= {site.id: site for site in answers if not isinstance(site, Problem)}
    unread = {each: said for each, said in zip(missing, answers, strict=True) if isinstance(said, Problem)}
    return [known[each] for each in ticked if each in known], False, _unread_message(organization_id, unread)


def _unread_message(organization_id: str, unread: Mapping[str, Problem]) -> str:
    """A sentence about sites that could not be read, with reasons; empty for none."""
    if not unread:
        return ""
    names = titles_of("site", organization_id, list(unread)[:NAMES])
    names += [gettext("%(count)s more", count=len(unread) - NAMES)] if len(unread) > NAMES else []
    why = dict.fromkeys(each.message for each in unread.values())
    return gettext(NOT_READ, names=join_and(names), why=" ".join(why))


def _query(which: str) -> SitesQuery:
    """The list query of the page that was shown; for all sites, one with the highest limit."""
    asked: dict[str, Any] = {name: request.form[name] for name in FILTERS if request.form.get(name)}
    asked["limit"] = LIMIT_MAX if which == "all" else ROWS
    if which != "all" and request.form.get("page"):
        asked["page"] = request.form["page"]
    try:
        return SitesQuery.model_validate(asked)
    except ValidationError:
        return SitesQuery(limit=ROWS)


def _create(organization_id: str) -> Response:
    load_organization(organization_id, anew=True)
    form = form_of_request(_title())
    if form is None:
        return redirect_info(gettext(NOTHING), _sites(organization_id))
    fine = form.validate()
    if form.choice.errors or form.problems or step() == EDIT:
        return _form_page(form, request_path())
    if not fine or step() != REVIEWED:
        return _review(form, organization_id)
    purpose = Purpose(
        organization_id,
        person().owner,
        form.title,
        "settings",
        wanted={form.setting: form.value},
        reason=reason_given(),
    )
    return store_bulk_change(form, purpose, form.changes(organization_id)) or _review(form, organization_id)


def _form_page(form: BulkForm, here: str, *, more: bool = False) -> Response:
    return page(
        "bulk/index.html",
        form=form,
        here=here,
        more=more,
        most=LIMIT_MAX,
        may=has_permission("createContent"),
    )


def _review(form: BulkForm, organization_id: str) -> Response:
    form.look_for_doubts(form.changes(organization_id))
    typed = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in {STEP, REASON, "confirm", "anyway"}
    ]
    return page(
        "bulk/review.html",
        form=form,
        here=request_path(),
        typed=typed,
        groups=_groups(form.changing),
        longest_reason=MAX_REASON_LENGTH,
    )


def _groups(sites: Sequence[ChosenSites]) -> dict[str, list[ChosenSites]]:
    groups: dict[str, list[ChosenSites]] = {}
    for site in sites:
        groups.setdefault(site.now, []).append(site)
    return groups


def _title() -> str:
    title: str = g.organization.title
    return title


def _sites(organization_id: str) -> str:
    return url_for("sites.index", organization_id=organization_id)
