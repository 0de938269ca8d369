"""Bulk changes to sites: select sites in the list, choose a value for one setting, review, apply.

The forms contain the selection, sealed as it was shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from flask import Blueprint, flash, g, request, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response

from blueprints.sites.listing import read_sites
from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.sites import GET_SITE, UPDATE_SITE, Site, SitesQuery, SiteUpdate
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from contract.schema.limits import field_limits
from masthead.client import Problem, Read
from masthead.i18n import N_, gettext, join_some, ngettext
from masthead.store.bulk.steps import Purpose
from masthead.store.entries import Subject
from masthead.web.descriptions.labels import MEANINGS, access_change_message, is_more_open
from masthead.web.directory.entries import find_object_titles
from masthead.web.directory.share_links import BY_LINK, are_all_inactive
from masthead.web.forms.consequences import Check, Consequence, serious_consequence
from masthead.web.forms.fields import Choice, TypedName, label_in_sentence
from masthead.web.forms.forms import SealedForm
from masthead.web.frame.organization import has_permission, load_organization, or_raise
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import request_path
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import ALL, store_bulk_change
from masthead.web.submit.review import EDIT, MAX_REASON_LENGTH, REASON, REVIEWED, STEP, pressed_button, reason_given
from masthead.writes.send import Change

SEVERAL = 2
MAX_READ = 20
"""The most sites whose share links are read for one review."""
NOBODY_THEN = N_("Nobody can read these sites then, because no share link is active")
LINKS_UNREAD = N_("Masthead didn't read the share links of these sites. Without an active one, nobody can read a site")
STALE = N_("This page is out of date. Nothing was saved. Select the sites again.")
AGENTS = {
    "included": (N_("Included"), N_("The documentation service's AI agents can use the content of these sites.")),
    "excluded": (N_("Excluded"), N_("The documentation service's AI agents can't use these sites.")),
}


class SelectedSite(NamedTuple):
    """A selected site. `now` is the setting's value at the time of selection."""

    id: str
    title: str
    now: str


class BulkForm(SealedForm):
    """Changes one setting on several sites. Subclasses define `setting` (its API name), `name` and the field."""

    setting: ClassVar[str]
    name: ClassVar[str]
    confirm = TypedName(N_("Name"))

    def __init__(self, organization: str, sites: Sequence[SelectedSite] | None = None) -> None:
        """Build the form for `sites`, or else for the submitted selection. `organization` is the title to type."""
        super().__init__(**({"formdata": None} if sites is not None else {}))
        self.setting_field.set_limits(field_limits(SiteUpdate, self.setting))
        self.sites = list(self._open_selection() if sites is None else sites)
        self.seal_shown({self.setting: [site._asdict() for site in self.sites]})
        self.confirm.require_name(organization)

    def _open_selection(self) -> Sequence[SelectedSite]:
        shown = self.open_shown()
        if self.setting not in shown:
            self.problems.append(gettext(STALE))
            return []
        return [SelectedSite(**each) for each in shown[self.setting]]

    @property
    def setting_field(self) -> Choice:
        field: Choice = self[self.setting]
        return field

    @property
    def value(self) -> str:
        return str(self.setting_field.data or "")

    @property
    def changing_sites(self) -> list[SelectedSite]:
        return [site for site in self.sites if site.now != self.value]

    @property
    def opened_sites(self) -> list[SelectedSite]:
        return []

    def access_message(self, now: str) -> str:  # noqa: ARG002 - for the forms
        """Say who gains or loses access to sites whose value is `now`; empty if nobody does."""
        return ""

    def display_value(self, value: str) -> str:
        return self.setting_field.meanings.get(value, (value,))[0]

    @property
    def title(self) -> str:
        count = len(self.changing_sites)
        return ngettext(
            "%(name)s of %(n)s site: %(value)s",
            "%(name)s of %(n)s sites: %(value)s",
            count,
            name=gettext(self.name),
            value=self.display_value(self.value),
        )

    def must_confirm(self) -> bool:
        """True if several sites are opened to more people, so that the organization's title must be typed."""
        return len(self.opened_sites) >= SEVERAL

    def check(self) -> None:
        if self.value not in self.setting_field.meanings:
            self.setting_field.errors = [gettext("%(choice)s: select an option.", choice=self.setting_field.label.text)]
        elif not self.changing_sites and not self.problems:
            self.problems.append(
                gettext("All of these sites already have this setting, so there is nothing to change.")
            )
        elif pressed_button() == REVIEWED and self.must_confirm():
            self.confirm.check()

    def changes(self, organization_id: str) -> list[Change[Any]]:
        body = SiteUpdate.model_validate({self.setting: self.value})
        label = self.display_value(self.value)
        return [
            Change(
                UPDATE_SITE,
                (organization_id, site.id),
                Subject("site", site.id, site.title),
                gettext(
                    "Change the site %(site)s: %(name)s, to %(label)s",
                    site=site.title,
                    name=label_in_sentence(gettext(self.name)),
                    label=label,
                ),
                body,
                was={self.setting: site.now},
            )
            for site in self.changing_sites
        ]


class VisibilityForm(BulkForm):
    setting, name = "visibility", N_("Who can read it")
    visibility = Choice(N_("Who can read these sites"), meanings=MEANINGS)

    @property
    def title(self) -> str:
        count = len(self.changing_sites)
        value = self.display_value(self.value)
        return ngettext("Who can read %(n)s site: %(value)s", "Who can read %(n)s sites: %(value)s", count, value=value)

    @property
    def opened_sites(self) -> list[SelectedSite]:
        return [site for site in self.changing_sites if is_more_open(site.now, self.value)]

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn about sites that nobody could read. Reads the share links of up to MAX_READ sites."""
        if self.value != BY_LINK:
            return []
        asked, query = self.changing_sites[:MAX_READ], ListQuery(limit=LIMIT_MAX)
        reads = (Read(LIST_SHARE_LINKS, (g.organization.id, site.id), query) for site in asked)
        closed, unread = [], list(self.changing_sites[MAX_READ:])
        for site, links in zip(asked, api().gather(*reads), strict=True):
            if isinstance(links, Problem):
                unread.append(site)
            elif not value_or_none(links.next) and are_all_inactive(links.items):
                closed.append(site)
        return [
            *([serious_consequence(gettext(NOBODY_THEN), _share_links_urls(closed))] if closed else []),
            *(
                [Consequence(gettext(LINKS_UNREAD), Check.FAILED, _share_links_urls(unread), is_affected=True)]
                if unread
                else []
            ),
        ]

    def access_message(self, now: str) -> str:
        return access_change_message(now, self.value, sum(site.now == now for site in self.changing_sites))


class AgentsForm(BulkForm):
    """Sets whether the documentation service's AI agents may use the sites."""

    setting, name = "agentsContext", N_("AI agents")
    agentsContext = Choice(N_("AI agents"), meanings=AGENTS)

    def access_message(self, now: str) -> str:  # noqa: ARG002 - it is the other value
        """Say what changes for AI agents. The current value `now` doesn't matter."""
        if self.value == "included":
            return gettext("The documentation service's AI agents gain access. Nothing changes for anybody else.")
        return gettext("The documentation service's AI agents lose access. Nothing changes for anybody else.")


def _share_links_urls(sites: Iterable[SelectedSite]) -> list[tuple[str, str]]:
    place = g.organization.id
    return [(each.title, url_for("share_links.index", organization_id=place, site_id=each.id)) for each in sites]


FORMS: Mapping[str, type[BulkForm]] = {form.setting: form for form in (VisibilityForm, AgentsForm)}
"""Forms by setting."""


def build_requested_form(organization: str) -> BulkForm | None:
    """Build the submitted form; None if its setting is unknown."""
    kind = FORMS.get(request.form.get("setting", ""))
    return None if kind is None else kind(organization)


blueprint = Blueprint("bulk", __name__, url_prefix="/orgs/<organization_id>/bulk")
FILTERS = ("title", "published", "space")
ROWS = 100
MAX_NAMED = 4
NOTHING = N_("Select at least one site first.")
NOT_READ = N_("Masthead couldn't read %(names)s, so you can't change anything there. %(why)s")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show drafts of unfinished bulk changes; without any, redirect to the list of sites."""
    if not any(draft.page == request_path() for draft in portal().store.drafts.of_owner(person().owner)):
        return redirect_info(gettext("Select the sites to change in this list."), _sites_url(organization_id))
    load_organization(organization_id)
    return page("bulk/index.html", form=None, here=request_path(), may=has_permission("createContent"))


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Show the form for the selected sites, then the review, then create the bulk change."""
    return _create_bulk_change(organization_id) if "was" in request.form else _choose_value(organization_id)


def _choose_value(organization_id: str) -> Response:
    kind = FORMS.get(request.form.get("setting", ""))
    which, more, unread = _read_selection(organization_id)
    if kind is None or not which:
        return redirect_info(unread or gettext(NOTHING), _sites_url(organization_id))
    if unread:
        flash(unread, "warning")
    sites = [SelectedSite(site.id, site.title, str(getattr(site, kind.setting))) for site in which]
    form = kind(g.organization.title, sites)
    return _form_page(form, request_path(), more=more)


def _read_selection(organization_id: str) -> tuple[list[Site], bool, str]:
    """Read the selected sites or all that match. Also returns whether more match, and a message on unread ones."""
    is_all = bool(request.form.get(ALL))
    found = or_raise(read_sites(organization_id, _build_query(is_all=is_all), refresh=True)).value
    if is_all:
        return found.items, bool(value_or_none(found.next)), ""
    ticked = dict.fromkeys(request.form.getlist("site")[:LIMIT_MAX])
    known = {site.id: site for site in found.items}
    missing = [each for each in ticked if each not in known]
    answers = api().gather(*(Read(GET_SITE, (organization_id, each)) for each in missing))
    known |= {site.id: site for site in answers if not isinstance(site, Problem)}
    unread = {each: said for each, said in zip(missing, answers, strict=True) if isinstance(said, Problem)}
    return [known[each] for each in ticked if each in known], False, _unread_message(organization_id, unread)


def _unread_message(organization_id: str, unread: Mapping[str, Problem]) -> str:
    """Name the sites that could not be read, with reasons; empty if there are none."""
    if not unread:
        return ""
    names = join_some(find_object_titles("site", organization_id, list(unread)), MAX_NAMED)
    why = dict.fromkeys(each.message for each in unread.values())
    return gettext(NOT_READ, names=names, why=" ".join(why))


def _build_query(*, is_all: bool) -> SitesQuery:
    """Build the query of the page that was shown, or, for all sites, one with the highest limit."""
    asked: dict[str, Any] = {name: request.form[name] for name in FILTERS if request.form.get(name)}
    asked["limit"] = LIMIT_MAX if is_all else ROWS
    if not is_all and request.form.get("page"):
        asked["page"] = request.form["page"]
    try:
        return SitesQuery.model_validate(asked)
    except ValidationError:
        return SitesQuery(limit=ROWS)


def _create_bulk_change(organization_id: str) -> Response:
    load_organization(organization_id, anew=True)
    form = build_requested_form(g.organization.title)
    if form is None:
        return redirect_info(gettext(NOTHING), _sites_url(organization_id))
    fine = form.validate()
    if form.setting_field.errors or form.problems or pressed_button() == EDIT:
        return _form_page(form, request_path())
    if not fine or pressed_button() != REVIEWED:
        return _render_review(form)
    purpose = Purpose(
        organization_id,
        person().owner,
        form.title,
        "settings",
        wanted={form.setting: form.value},
        reason=reason_given(),
    )
    return store_bulk_change(form, purpose, form.changes(organization_id)) or _render_review(form)


def _form_page(form: BulkForm, here: str, *, more: bool = False) -> Response:
    return page(
        "bulk/index.html",
        form=form,
        here=here,
        more=more,
        most=LIMIT_MAX,
        may=has_permission("createContent"),
    )


def _render_review(form: BulkForm) -> Response:
    typed = [(name, value) for name, value in request.form.items(multi=True) if name not in {STEP, REASON, "confirm"}]
    return page(
        "bulk/review.html",
        form=form,
        here=request_path(),
        typed=typed,
        groups=_group_by_value(form.changing_sites),
        longest_reason=MAX_REASON_LENGTH,
    )


def _group_by_value(sites: Sequence[SelectedSite]) -> dict[str, list[SelectedSite]]:
    groups: dict[str, list[SelectedSite]] = {}
    for site in sites:
        groups.setdefault(site.now, []).append(site)
    return groups


def _sites_url(organization_id: str) -> str:
    return url_for("sites.index", organization_id=organization_id)
