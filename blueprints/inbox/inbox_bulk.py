"""Several items of the inbox at once: they are selected, reviewed, and a plan settles them, with a result for each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.inbox.items import InboxItem
from blueprints.inbox.reads import read_inbox
from changes import Change
from contract.authoring.change_requests import UPDATE_CHANGE_REQUEST, ChangeRequest, ChangeRequestUpdate
from contract.authoring.comment import Comment
from contract.authoring.comments import UPDATE_COMMENT, CommentUpdate
from i18n import N_, gettext, ngettext
from resources import CHANGE_REQUEST, COMMENT
from store import Purpose, Subject
from web.forms.forms import CONFLICT, FINE
from web.pages.pages import informed, page
from web.person.access import person, signed_in
from web.person.csrf import keeps_input
from web.saving.planning import store_plan
from web.saving.selection import Selection, SelectionAct, SelectionForm, act_asked

blueprint = Blueprint("inbox_bulk", __name__, url_prefix="/orgs/<organization_id>/inbox/chosen")
NOTHING = N_("Select at least one comment to resolve, or one change request to archive.")
REVIEW_REST = N_("Nothing was sent. Check the items that are left.")
GONE = N_("Nothing that you selected is listed in the inbox any more. Nothing was sent.")


@dataclass(frozen=True, slots=True)
class InboxAct(SelectionAct):
    """What is done to items: `change` takes the organization too, and is None for one that it doesn't apply to."""

    change: Callable[[str, InboxItem], Change[Any] | None]


def _resolve(organization_id: str, item: InboxItem) -> Change[Any] | None:
    if not isinstance(item.told, Comment):
        return None
    name = item.author or gettext("somebody")
    summary = gettext("Resolve a comment of %(name)s in %(space)s", name=name, space=item.space.called)
    ids, subject = (item.space.id, item.told.id), Subject(COMMENT.one, item.told.id, item.title)
    return Change(UPDATE_COMMENT, ids, subject, summary, CommentUpdate(resolved=True), organization=organization_id)


def _archive(organization_id: str, item: InboxItem) -> Change[Any] | None:
    if not isinstance(item.told, ChangeRequest):
        return None
    summary = gettext("Archive %(title)s in %(space)s", title=item.title, space=item.space.called)
    ids, subject = (item.space.id, item.id), Subject(CHANGE_REQUEST.one, item.told.id, item.title)
    body = ChangeRequestUpdate(status="archived")
    return Change(UPDATE_CHANGE_REQUEST, ids, subject, summary, body, organization=organization_id)


ACTS: Mapping[str, InboxAct] = {
    "resolve": InboxAct(
        N_("Resolve comments"),
        lambda n: ngettext("Resolve %(n)s comment", "Resolve %(n)s comments", n),
        N_("Resolved comments leave the lists of open ones. You can open each of them again, or undo all together."),
        _resolve,
    ),
    "archive": InboxAct(
        N_("Archive change requests"),
        lambda n: ngettext("Archive %(n)s change request", "Archive %(n)s change requests", n),
        N_("Archived change requests change nothing in their space. You can open each of them again, or undo all."),
        _archive,
    ),
}


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    """The items that were selected, and what becomes of them."""
    return _page(organization_id, _selection(organization_id), SelectionForm())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Make a plan with a step for each item; each step reads its item first, and sends nothing that is settled."""
    selection, (_, act), form = _selection(organization_id), act_asked(ACTS), SelectionForm()
    wanted = selection.changes_of(form)
    if missing := _missing(selection):
        form.problems.append(f"{_left_out(missing)} {gettext(REVIEW_REST)}")
        form.status = CONFLICT
    elif wanted and form.validate() and form.status == FINE:
        purpose = Purpose(organization_id, person().owner, act.title(len(selection.changing)), "settings")
        if stored := store_plan(form, purpose, wanted):
            return stored
    return _page(organization_id, selection, form)


def _selection(organization_id: str) -> Selection[InboxItem]:
    keys, (_, act) = set(request.values.getlist("item")), act_asked(ACTS)
    found = [
        (each, act.change(organization_id, each)) for each in read_inbox(organization_id).items if each.key in keys
    ]
    changes = {each.key: change for each, change in found if change is not None}
    return Selection(
        [each for each, change in found if change is not None],
        [each for each, change in found if change is None],
        lambda each: each.key,
        _settings,
        lambda each: [changes[each.key]],
    )


def _settings(item: InboxItem) -> Mapping[str, Any]:
    return COMMENT.settings_of(item.told) if isinstance(item.told, Comment) else CHANGE_REQUEST.settings_of(item.told)


def _missing(selection: Selection[InboxItem]) -> int:
    """How many that were selected are not listed any more: somebody settled them, or their space can't be read now."""
    found = {each.key for each in (*selection.changing, *selection.others)}
    return len(set(request.values.getlist("item")) - found)


def _left_out(missing: int) -> str:
    return ngettext(
        "%(n)s selected item is not listed in the inbox any more, so it is left out.",
        "%(n)s selected items are not listed in the inbox any more, so they are left out.",
        missing,
    )


def _page(organization_id: str, selection: Selection[InboxItem], form: SelectionForm) -> Response:
    if not selection.changing:
        asked = request.values.getlist("item")
        told = GONE if asked and not selection.others else NOTHING
        return informed(gettext(told), url_for("inbox.index", organization_id=organization_id))
    selection.show_in(form)
    do, act = act_asked(ACTS)
    return page(
        "inbox_bulk/review.html",
        status=form.status,
        form=form,
        do=do,
        act=act,
        items=selection.changing,
        others=len(selection.others),
        gone=_left_out(missing) if (missing := _missing(selection)) and not form.problems else "",
    )
