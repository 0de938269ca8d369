"""Pages of a site's adaptive content: the switch and the claim schema."""

from typing import Any

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from blueprints.adaptive.reads import AdaptiveSite, read_adaptive_site
from blueprints.adaptive.schema_forms import AdaptiveSwitchForm, SchemaForm
from contract.publishing.sites import REPLACE_ADAPTIVE_SCHEMA, UPDATE_SITE
from masthead.client import Cached
from masthead.conditions.schema import EMPTY
from masthead.i18n import gettext
from masthead.resources import ADAPTIVE_SCHEMA, SITE
from masthead.store.entries import Subject
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.review import pressed_button
from masthead.web.submit.submission import redirect_unchanged, refuse_if_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("adaptive", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/adaptive")
PREVIEW = "preview"


@blueprint.get("")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    return _render(read_adaptive_site(organization_id, site_id, anew=True))


@blueprint.post("")
@signed_in
@keeps_input
def replace(organization_id: str, site_id: str) -> Response:
    """Save the schema, or preview it in both inputs with its consequences."""
    found = read_adaptive_site(organization_id, site_id, anew=True)
    site, form = found.site.value, _schema_form(found, bound=True)
    ready = form.validate() and not refuse_if_unread(form, _cached_schema(found))
    if ready and pressed_button() != PREVIEW:
        onward = url_for("adaptive.show", organization_id=organization_id, site_id=site_id)
        if form.is_unchanged:
            return redirect_unchanged(form, onward)
        change = Change(
            REPLACE_ADAPTIVE_SCHEMA,
            (organization_id, site_id),
            Subject("site", site_id, site.title),
            gettext("Change the visitor schema of %(site)s: %(summary)s", site=site.title, summary=form.summary),
            form.request_body(),
            was=form.now,
        )
        if saved := save(
            form, change, lambda _: (gettext("The visitor schema of %(site)s was saved.", site=site.title), onward)
        ):
            return saved
    return _render(found, form)


@blueprint.post("/switch")
@signed_in
@keeps_input
def switch(organization_id: str, site_id: str) -> Response:
    found = read_adaptive_site(organization_id, site_id, anew=True)
    site, form = found.site.value, _switch_form(found, bound=True)
    onward = url_for("adaptive.show", organization_id=organization_id, site_id=site_id)
    if form.validate() and not refuse_if_unread(form, found.site):
        if form.is_unchanged:
            return redirect_unchanged(form, onward)
        enabled = form.changes()["adaptiveContent"]["enabled"]
        change = Change(
            UPDATE_SITE,
            (organization_id, site_id),
            Subject("site", site_id, site.title),
            (
                gettext("Switch adaptive content on for %(site)s", site=site.title)
                if enabled
                else gettext("Switch adaptive content off for %(site)s", site=site.title)
            ),
            form.request_body(),
            was=form.now,
        )
        told = (
            gettext("Adaptive content is on for %(site)s.", site=site.title)
            if enabled
            else gettext("Adaptive content is off for %(site)s.", site=site.title)
        )
        if saved := save(form, change, lambda _: (told, onward)):
            return saved
    return _render(found, switch_form=form)


def _switch_form(found: AdaptiveSite, *, bound: bool = False) -> AdaptiveSwitchForm:
    """Build the switch form. `bound` means that the request submitted this form, not the schema form."""
    now = {"adaptiveContent": SITE.settings_of(found.site.value)["adaptiveContent"]}
    form = AdaptiveSwitchForm.from_values(now, about=found.site.value.id, **({} if bound else {"formdata": None}))
    if form.adaptiveContent.data is True:
        form.adaptiveContent.hint = ""
    return form


def _schema_form(found: AdaptiveSite, *, bound: bool = False) -> SchemaForm:
    """Build the schema form. `bound` means that the request submitted this form, not the switch form."""
    now = {} if found.schema is None else ADAPTIVE_SCHEMA.settings_of(found.schema.value)
    options = {} if bound else {"formdata": None}
    form = SchemaForm(now, now or {"jsonSchema": EMPTY}, about=found.site.value.id, **options)
    form.site = found
    return form


def _cached_schema(found: AdaptiveSite) -> Cached[Any]:
    """Return the cached schema, if any, and the problem if it couldn't be read now."""
    return found.schema or Cached(None, problem=found.schema_problem)


def _render(
    found: AdaptiveSite, form: SchemaForm | None = None, switch_form: AdaptiveSwitchForm | None = None
) -> Response:
    both = (form or _schema_form(found), switch_form or _switch_form(found))
    return page(
        "adaptive/show.html",
        status=max(each.status for each in both),
        form=both[0],
        switch_form=both[1],
        found=found,
        site=found.site.value,
        submitted=form is not None,
        may=has_permission("createContent"),
    )
