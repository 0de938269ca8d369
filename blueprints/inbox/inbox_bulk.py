"""Bulk actions on inbox items: select, review, apply."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.inbox.acts import ACTS
from blueprints.inbox.items import InboxItem
from blueprints.inbox.reads import read_inbox
from i18n import N_, gettext, ngettext
from masthead.store.bulk.steps import Purpose
from masthead.store.directory.objects import DirectoryQuery
from masthead.web.directory.known_objects import likely
from masthead.web.forms.forms import FINE
from masthead.web.forms.people import ChosenPeople
from masthead.web.frame.pages import informed, page
from masthead.web.person.access import person, signed_in
from masthead.web.person.csrf import keeps_input
from masthead.web.submit.bulk_changes import store_bulk_change
from masthead.web.submit.bulk_form import Selection, SelectionForm, act_asked

blueprint = Blueprint("inbox_bulk", __name__, url_prefix="/orgs/<organization_id>/inbox/chosen")
MAX_PEOPLE = 200
NOTHING = N_("Select at least one item first.")
NOT_APPLICABLE = N_("“%(button)s” doesn't apply to what you selected. Nothing was sent.")
REVIEW_REST = N_("Nothing was sent. Check the items that are left.")
GONE = N_("Nothing that you selected is listed in the inbox any more. Nothing was sent.")


class ReviewersForm(SelectionForm):
    """Also asks for reviewers."""

    users = ChosenPeople(N_("Reviewers"))

    def offer(self, organization_id: str) -> None:
        """Offer people in this person's directory."""
        seen = likely(DirectoryQuery(organization_id, ("user",)), limit=MAX_PEOPLE)
        self.users.offered = tuple((each.id, each.title, "") for each in seen)


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    """Show the review of the selected items."""
    form = _form(organization_id)
    return _page(organization_id, _selection(organization_id, form), form)


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Create a bulk change with a step per item. Steps check their item first and skip it if nothing is left to do."""
    (_, act), form = act_asked(ACTS), _form(organization_id)
    selection = _selection(organization_id, form)
    wanted = selection.changes_of(form)
    if selection.missing:
        form.ask_again(f"{_left_out(selection.missing)} {gettext(REVIEW_REST)}")
    elif selection.changing and form.validate() and form.status == FINE:
        purpose = Purpose(organization_id, person().owner, act.title(len(selection.changing)), act.kind)
        if stored := store_bulk_change(form, purpose, wanted):
            return stored
    return _page(organization_id, selection, form)


def _form(organization_id: str) -> SelectionForm:
    if not act_asked(ACTS)[1].asks:
        return SelectionForm()
    form = ReviewersForm()
    form.offer(organization_id)
    return form


def _selection(organization_id: str, form: SelectionForm) -> Selection[InboxItem]:
    keys, (_, act) = frozenset(request.values.getlist("item")), act_asked(ACTS)
    found = [each for each in read_inbox(organization_id).items if each.key in keys]
    reviewers = form.users.data if isinstance(form, ReviewersForm) else ()
    return Selection(
        keys,
        [each for each in found if act.applies(each)],
        [each for each in found if not act.applies(each)],
        lambda each: each.key,
        act.settings,
        lambda each: act.changes(organization_id, each, reviewers),
    )


def _left_out(missing: int) -> str:
    return ngettext(
        "%(n)s selected item is not listed in the inbox any more, so it is left out.",
        "%(n)s selected items are not listed in the inbox any more, so they are left out.",
        missing,
    )


def _nothing(organization_id: str, selection: Selection[InboxItem]) -> Response:
    told = NOT_APPLICABLE if selection.others else GONE if request.values.getlist("item") else NOTHING
    words = gettext(told, button=gettext(act_asked(ACTS)[1].button))
    return informed(words, url_for("inbox.index", organization_id=organization_id))


def _page(organization_id: str, selection: Selection[InboxItem], form: SelectionForm) -> Response:
    if not selection.changing:
        return _nothing(organization_id, selection)
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
        gone=_left_out(selection.missing) if selection.missing and not form.problems else "",
    )
