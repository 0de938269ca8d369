"""Several items of the inbox at once: they are selected, reviewed, and a plan settles them, with a result for each."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from blueprints.inbox.items import InboxItem
from blueprints.inbox.reads import read_inbox
from changes import Change
from contract.authoring.change_requests import UPDATE_CHANGE_REQUEST, ChangeRequest, ChangeRequestUpdate
from contract.authoring.comment import Comment
from contract.authoring.comments import UPDATE_COMMENT, CommentUpdate
from i18n import N_, gettext, ngettext
from resources import CHANGE_REQUEST, COMMENT
from store import Purpose, Subject
from web.forms import snapshot
from web.forms.forms import CONFLICT, FINE
from web.forms.snapshot import Snapshot
from web.forms.three_way import known_values
from web.pages.pages import informed, page
from web.person.access import person, signed_in
from web.person.csrf import keeps_input
from web.saving.plan_form import PlanForm
from web.saving.planning import store_plan

blueprint = Blueprint("inbox_bulk", __name__, url_prefix="/orgs/<organization_id>/inbox/chosen")
NOTHING = N_("Select at least one comment to resolve, or one change request to archive.")
REVIEW_REST = N_("Nothing was sent. Check the items that are left.")
GONE = N_("Nothing that you selected is listed in the inbox any more. Nothing was sent.")


@dataclass(frozen=True, slots=True)
class InboxAct:
    """What is done to each item: its button, what it means, and the change; None where it doesn't apply."""

    button: str
    meaning: str
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
        N_("Resolved comments leave the lists of open ones. You can open each of them again, or undo all together."),
        _resolve,
    ),
    "archive": InboxAct(
        N_("Archive change requests"),
        N_("Archived change requests change nothing in their space. You can open each of them again, or undo all."),
        _archive,
    ),
}


class InboxBulkForm(PlanForm):
    """`seen` has the settings of each item, by its key, as the review showed them; `reviewed` carries it, sealed."""

    reviewed = HiddenField()

    def __init__(self) -> None:
        """What came with the request, if anything did."""
        super().__init__()
        opened = snapshot.open_snapshot(str(self.reviewed.data or ""))
        self.seen: Mapping[str, Mapping[str, Any]] = opened.values if opened is not None else {}

    def show(self, items: Sequence[InboxItem]) -> None:
        """Remember the items as the page shows them from now on."""
        values = {each.key: known_values(_settings(each)) for each in items}
        self.reviewed.data = snapshot.seal_snapshot(Snapshot(values))


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    """The items that were selected, and what becomes of them."""
    return _page(organization_id, _items(organization_id, request.args.getlist("item")), InboxBulkForm())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Make a plan with a step for each item; each step reads its item first, and sends nothing that is settled."""
    items, act, form = _items(organization_id, request.form.getlist("item")), _act(), InboxBulkForm()
    wanted = _changes(organization_id, act, items, form.seen)
    if missing := _missing(items):
        form.problems.append(f"{_left_out(missing)} {gettext(REVIEW_REST)}")
        form.status = CONFLICT
    elif wanted and form.validate() and form.status == FINE:
        title = gettext("%(what)s: %(count)s", what=gettext(act.button), count=_count(wanted))
        if stored := store_plan(form, Purpose(organization_id, person().owner, title, "settings"), wanted):
            return stored
    return _page(organization_id, items, form)


def _items(organization_id: str, keys: Collection[str]) -> list[InboxItem]:
    return [each for each in read_inbox(organization_id).items if each.key in set(keys)]


def _missing(items: Collection[InboxItem]) -> int:
    """How many that were selected are not listed any more: somebody settled them, or their space can't be read now."""
    return len(set(request.values.getlist("item")) - {each.key for each in items})


def _left_out(missing: int) -> str:
    return ngettext(
        "%(n)s selected item is not listed in the inbox any more, so it is left out.",
        "%(n)s selected items are not listed in the inbox any more, so they are left out.",
        missing,
    )


def _act() -> InboxAct:
    return ACTS.get(request.values.get("do", ""), ACTS["resolve"])


def _changes(
    organization_id: str,
    act: InboxAct,
    items: Sequence[InboxItem],
    seen: Mapping[str, Mapping[str, Any]] | None = None,
) -> list[Change[Any]]:
    """The changes, each against the settings that the person has `seen`; a later change is reported when it is sent."""
    found = ((act.change(organization_id, each), (seen or {}).get(each.key, _settings(each))) for each in items)
    return [replace(change, was=was) for change, was in found if change is not None]


def _settings(item: InboxItem) -> Mapping[str, Any]:
    return COMMENT.settings_of(item.told) if isinstance(item.told, Comment) else CHANGE_REQUEST.settings_of(item.told)


def _count(changes: Sequence[Change[Any]]) -> str:
    return ngettext("%(n)s item", "%(n)s items", len(changes))


def _page(organization_id: str, items: list[InboxItem], form: InboxBulkForm) -> Response:
    act = _act()
    changing = [each for each in items if act.change(organization_id, each) is not None]
    if not changing:
        asked = request.values.getlist("item")
        told = GONE if asked and not items else NOTHING
        return informed(gettext(told), url_for("inbox.index", organization_id=organization_id))
    form.show(changing)
    form.look_for_doubts(_changes(organization_id, act, changing))
    return page(
        "inbox_bulk/review.html",
        status=form.status,
        form=form,
        do=next(name for name, each in ACTS.items() if each is act),
        act=act,
        items=changing,
        others=len(items) - len(changing),
        gone=_left_out(missing) if (missing := _missing(items)) and not form.problems else "",
    )
