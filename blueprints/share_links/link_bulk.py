"""Bulk actions on share links: select links in the register, review, then switch or delete them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.share_links.link_register import LinkFilters, Register, RegisterRow, read_register
from blueprints.share_links.links import build_link_deletion, build_link_switch
from masthead.i18n import N_, gettext, ngettext
from masthead.resources import SHARE_LINK
from masthead.store.bulk.steps import Purpose
from masthead.web.forms.forms import FINE
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page, redirect_info
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.locale import today
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import (
    ALL,
    Selection,
    SelectionAction,
    SelectionForm,
    requested_action,
    selected_keys,
    store_bulk_change,
)
from masthead.writes.send import Change

blueprint = Blueprint("link_bulk", __name__, url_prefix="/orgs/<organization_id>/links/chosen")
NONE_MATCHES = N_("No share link matches.")
NOTHING = N_("Select at least one share link first. Links that already have this setting are left out.")
GONE = N_("The share links that you selected are no longer in the list, so there is nothing to do.")
REVIEW_REST = N_("Nothing was sent. Check the links that are left.")
REST_UNCHANGED = N_("The other links already have this setting, so there is nothing to do.")
NO_CHANGE = N_("The share links that you selected already have this setting, so there is nothing to do.")


@dataclass(frozen=True, slots=True)
class LinkAct(SelectionAction):
    """An action on links. `change` returns None for a link that needs no change."""

    change: Callable[[RegisterRow], Change[Any] | None]


def _build_switch(*, on: bool) -> Callable[[RegisterRow], Change[Any] | None]:
    state = "on" if on else "off"
    return lambda row: None if row.state == state else build_link_switch(row.place, row.site.title, row.link, on=on)


ACTS: Mapping[str, LinkAct] = {
    "off": LinkAct(
        N_("Switch off links"),
        lambda n: ngettext("Switch off %(n)s link", "Switch off %(n)s links", n),
        N_(
            "Nobody can read a site with these links once you switch them off. You can switch each link on again with "
            "the same address."
        ),
        _build_switch(on=False),
    ),
    "on": LinkAct(
        N_("Switch on links"),
        lambda n: ngettext("Switch on %(n)s link", "Switch on %(n)s links", n),
        N_("Anybody who has the address of one of these links can read its site again."),
        _build_switch(on=True),
    ),
    "delete": LinkAct(
        N_("Delete links"),
        lambda n: ngettext("Delete %(n)s link", "Delete %(n)s links", n),
        N_(
            "The addresses are lost for good, and nobody can read a site with them. If you undo this, Masthead creates "
            "links with the same names and new addresses. To close links for a while, switch them off instead."
        ),
        lambda row: build_link_deletion(row.place, row.site.title, row.link),
    ),
}


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    return _selection_page(organization_id, _read_selection(organization_id), SelectionForm())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    selection, (_, act), form = _read_selection(organization_id), requested_action(ACTS), SelectionForm()
    wanted = selection.list_changes(form)
    if selection.missing:
        form.require_new_review(f"{_omitted_message(selection.missing)} {gettext(REVIEW_REST)}")
    elif wanted and has_permission("createContent") and form.validate() and form.status == FINE:
        purpose = Purpose(organization_id, person().owner, act.title(len(wanted)), "settings")
        if stored := store_bulk_change(form, purpose, wanted):
            return stored
    return _selection_page(organization_id, selection, form)


def _read_selection(organization_id: str) -> Selection[RegisterRow]:
    register, (_, act) = read_register(organization_id), requested_action(ACTS)
    keys = selected_keys("link", lambda: _list_matching(register))
    found = [(row, act.change(row)) for row in register.lines if row.key in keys]
    changes = {row.key: change for row, change in found if change is not None}
    return Selection(
        keys,
        [row for row, change in found if change is not None],
        [row for row, change in found if change is None],
        lambda row: row.key,
        lambda row: SHARE_LINK.settings_of(row.link),
        lambda row: [changes[row.key]],
    )


def _list_matching(register: Register) -> Iterator[str]:
    """Yield the keys of links that match the register's filters, on one site if the query names one."""
    rows = LinkFilters.from_request().select_rows(register.lines, today())
    yield from (row.key for row in rows if request.args.get("site", row.site.id) == row.site.id)


def _omitted_message(missing: int) -> str:
    return ngettext(
        "%(n)s selected link is not in the list now, so it is left out.",
        "%(n)s selected links are not in the list now, so they are left out.",
        missing,
    )


def _redirect_without_selection(organization_id: str, selection: Selection[RegisterRow]) -> Response:
    nothing = NONE_MATCHES if request.args.get(ALL) else NOTHING
    words = gettext(NO_CHANGE if selection.others else GONE if selection.selected else nothing)
    if selection.others and selection.missing:
        words = f"{_omitted_message(selection.missing)} {gettext(REST_UNCHANGED)}"
    return redirect_info(words, url_for("link_register.index", organization_id=organization_id))


def _selection_page(organization_id: str, selection: Selection[RegisterRow], form: SelectionForm) -> Response:
    if not selection.changing:
        return _redirect_without_selection(organization_id, selection)
    selection.seal_into(form)
    do, act = requested_action(ACTS)
    return page(
        "link_bulk/review.html",
        form=form,
        do=do,
        act=act,
        rows=selection.changing,
        unchanged=len(selection.others),
        gone=_omitted_message(selection.missing) if selection.missing and not form.problems else "",
        may=has_permission("createContent"),
    )
