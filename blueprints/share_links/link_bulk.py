"""Several share links at once: they are selected in a list, reviewed, and a plan switches or deletes them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from blueprints.share_links.changes import deletion, switching
from blueprints.share_links.reads import notes_of
from blueprints.share_links.register_reads import LinkRow, read_register
from changes import Change
from i18n import N_, gettext, ngettext
from resources import SHARE_LINK
from store import Purpose
from web.forms import snapshot
from web.forms.forms import FINE
from web.forms.snapshot import Snapshot
from web.forms.three_way import known_values
from web.pages.organization import has_permission
from web.pages.pages import informed, page
from web.person.access import person, signed_in
from web.person.csrf import keeps_input
from web.saving.plan_form import PlanForm
from web.saving.planning import store_plan

blueprint = Blueprint("link_bulk", __name__, url_prefix="/orgs/<organization_id>/links/chosen")
NOTHING = N_("Select at least one share link first. Links that already are as you want them are left out.")
GONE = N_("The share links that you selected are no longer in the list, so there is nothing to do.")
NO_CHANGE = N_("The share links that you selected already are as you want them, so there is nothing to do.")


@dataclass(frozen=True, slots=True)
class LinkAct:
    """What is done to each link: its button, the title for a number of them, what it means for readers, and the change.

    The change is None where nothing is to do.
    """

    button: str
    title: Callable[[int], str]
    meaning: str
    change: Callable[[LinkRow], Change[Any] | None]


def _switch(*, on: bool) -> Callable[[LinkRow], Change[Any] | None]:
    state = "on" if on else "off"
    return lambda row: None if row.state == state else switching(row.place, row.site.title, row.link, on=on)


ACTS: Mapping[str, LinkAct] = {
    "off": LinkAct(
        N_("Switch off links"),
        lambda n: ngettext("Switch off %(n)s link", "Switch off %(n)s links", n),
        N_(
            "Nobody can read a site with these links once you switch them off. You can switch each link on again with "
            "the same address."
        ),
        _switch(on=False),
    ),
    "on": LinkAct(
        N_("Switch on links"),
        lambda n: ngettext("Switch on %(n)s link", "Switch on %(n)s links", n),
        N_("Anybody who has the address of one of these links can read its site again."),
        _switch(on=True),
    ),
    "delete": LinkAct(
        N_("Delete links"),
        lambda n: ngettext("Delete %(n)s link", "Delete %(n)s links", n),
        N_(
            "The addresses are lost for good, and nobody can read a site with them. If you undo this, Masthead creates "
            "links with the same names and new addresses. To close links for a while, switch them off instead."
        ),
        lambda row: deletion(row.place, row.site.title, row.link),
    ),
}


class LinkBulkForm(PlanForm):
    """`seen` has the settings of each link, by its key, as the review showed them; `reviewed` carries it, sealed."""

    reviewed = HiddenField()

    def __init__(self) -> None:
        """What came with the request, if anything did."""
        super().__init__()
        opened = snapshot.open_snapshot(str(self.reviewed.data or ""))
        self.seen: Mapping[str, Mapping[str, Any]] = opened.values if opened is not None else {}

    def show(self, rows: Sequence[LinkRow]) -> None:
        """Remember the links as the page shows them from now on."""
        self.reviewed.data = snapshot.seal_snapshot(Snapshot({row.key: known_values(_settings(row)) for row in rows}))


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    """The links that were selected, and what becomes of them."""
    return _page(organization_id, _rows(organization_id, request.args.getlist("link")), LinkBulkForm())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Make a plan with a step for each link."""
    rows, act, form = _rows(organization_id, request.form.getlist("link")), _act(), LinkBulkForm()
    wanted = _changes(act, rows, form.seen)
    if wanted and has_permission("createContent") and form.validate() and form.status == FINE:
        purpose = Purpose(organization_id, person().owner, act.title(len(wanted)), "settings")
        if stored := store_plan(form, purpose, wanted):
            return stored
    return _page(organization_id, rows, form)


def _rows(organization_id: str, keys: Collection[str]) -> list[LinkRow]:
    register = read_register(organization_id, notes_of(organization_id))
    return [row for row in register.lines if row.key in set(keys)]


def _act() -> LinkAct:
    return ACTS.get(request.values.get("do", ""), ACTS["off"])


def _changes(
    act: LinkAct, rows: Sequence[LinkRow], seen: Mapping[str, Mapping[str, Any]] | None = None
) -> list[Change[Any]]:
    """From what the person has `seen` of each link: what was changed since is asked about when it is sent."""
    found = ((act.change(row), (seen or {}).get(row.key, _settings(row))) for row in rows)
    return [replace(change, was=was) for change, was in found if change is not None]


def _settings(row: LinkRow) -> Mapping[str, Any]:
    return SHARE_LINK.settings_of(row.link)


def _nothing(organization_id: str, rows: Sequence[LinkRow]) -> Response:
    """Links that were selected may have been switched or deleted since, in another window or by somebody else."""
    words = NO_CHANGE if rows else GONE if request.values.getlist("link") else NOTHING
    return informed(gettext(words), url_for("link_register.index", organization_id=organization_id))


def _page(organization_id: str, rows: list[LinkRow], form: LinkBulkForm) -> Response:
    act = _act()
    changing = [row for row in rows if act.change(row) is not None]
    if not changing:
        return _nothing(organization_id, rows)
    form.show(changing)
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
