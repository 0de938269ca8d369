"""Several share links at once: they are selected in a list, reviewed, and a plan switches or deletes them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.share_links.changes import deletion, switching
from blueprints.share_links.reads import notes_of
from blueprints.share_links.register_reads import LinkRow, read_register
from changes import Change
from i18n import N_, gettext, ngettext
from store import Purpose
from web.forms.forms import FINE
from web.pages.organization import has_permission
from web.pages.pages import informed, page
from web.person.access import person, signed_in
from web.person.csrf import keeps_input
from web.saving.plan_form import PlanForm
from web.saving.planning import store_plan

blueprint = Blueprint("link_bulk", __name__, url_prefix="/orgs/<organization_id>/links/chosen")
NOTHING = N_("Select at least one share link first. Links that already are as you want them are left out.")


@dataclass(frozen=True, slots=True)
class LinkAct:
    """What is done to each link: its button, what it means for readers, and the change; None where nothing is to do."""

    button: str
    meaning: str
    change: Callable[[LinkRow], Change[Any] | None]


def _switch(*, on: bool) -> Callable[[LinkRow], Change[Any] | None]:
    state = "on" if on else "off"
    return lambda row: None if row.state == state else switching(row.place, row.site.title, row.link, on=on)


ACTS: Mapping[str, LinkAct] = {
    "off": LinkAct(
        N_("Switch off links"),
        N_(
            "Nobody can read a site with these links once you switch them off. You can switch each link on again with "
            "the same address."
        ),
        _switch(on=False),
    ),
    "on": LinkAct(
        N_("Switch on links"),
        N_("Anybody who has the address of one of these links can read its site again."),
        _switch(on=True),
    ),
    "delete": LinkAct(
        N_("Delete links"),
        N_(
            "The addresses are lost for good, and nobody can read a site with them. If you undo this, Masthead creates "
            "links with the same names and new addresses. To close links for a while, switch them off instead."
        ),
        lambda row: deletion(row.place, row.site.title, row.link),
    ),
}


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    """The links that were selected, and what becomes of them."""
    return _page(organization_id, _rows(organization_id, request.args.getlist("link")), PlanForm())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Make a plan with a step for each link."""
    rows, act, form = _rows(organization_id, request.form.getlist("link")), _act(), PlanForm()
    wanted = _changes(act, rows)
    if not wanted or not has_permission("createContent"):
        return _nothing(organization_id)
    if form.validate() and form.status == FINE:
        title = gettext("%(what)s: %(count)s", what=gettext(act.button), count=_count(wanted))
        if stored := store_plan(form, Purpose(organization_id, person().owner, title, "settings"), wanted):
            return stored
    return _page(organization_id, rows, form)


def _rows(organization_id: str, keys: Collection[str]) -> list[LinkRow]:
    register = read_register(organization_id, notes_of(organization_id))
    return [row for row in register.lines if row.key in set(keys)]


def _act() -> LinkAct:
    return ACTS.get(request.values.get("do", ""), ACTS["off"])


def _changes(act: LinkAct, rows: Sequence[LinkRow]) -> list[Change[Any]]:
    return [each for each in map(act.change, rows) if each is not None]


def _count(changes: Sequence[Change[Any]]) -> str:
    return ngettext("%(n)s link", "%(n)s links", len(changes))


def _nothing(organization_id: str) -> Response:
    return informed(gettext(NOTHING), url_for("link_register.index", organization_id=organization_id))


def _page(organization_id: str, rows: list[LinkRow], form: PlanForm) -> Response:
    act = _act()
    changing = [row for row in rows if act.change(row) is not None]
    if not changing:
        return _nothing(organization_id)
    form.look_for_doubts(_changes(act, changing))
    return page(
        "link_bulk/review.html",
        status=form.status,
        form=form,
        do=next(name for name, each in ACTS.items() if each is act),
        act=act,
        rows=changing,
        unchanged=len(rows) - len(changing),
        may=has_permission("createContent"),
    )
