"""The pages of a plain resource, written once: a list, a new one, one of them, its form, its deletion."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from changes import Change
from changes.values import same
from client import Cached, CachedRead, NotFound, Problem
from contract.listing import ListQuery
from store import StoreError, Subject
from web.crud.resource import PlainResource, T
from web.forms.forms import ConfirmForm, ContractForm, listed
from web.pages.feedback import Feedback, Report
from web.pages.organization import (
    has_permission,
    load_organization,
    or_raise,
    organization_read,
    refreshing,
    set_organization,
)
from web.pages.pages import informed, page
from web.person.access import signed_in
from web.person.csrf import keeps_input
from web.person.portal import api
from web.saving.saving import nothing_sent, save, unread

ROWS = 100
Ids = tuple[str, ...]
"""Of the organization and, for one of them, its own."""
Ways = Callable[[Ids], Sequence[tuple[str, str]]]
"""Words and addresses of pages that belong beside the list, or beside one of them."""


@dataclass(frozen=True, slots=True)
class CrudPages(Generic[T]):
    """What the views of one resource share."""

    of: PlainResource[T]
    ways: Ways
    forget: Callable[[Ids], None]

    def address(self, view: str, ids: Ids) -> str:
        """Where a view is; its own id is left out for a list."""
        own: dict[str, Any] = dict(zip((self.of.own_id,), ids[1:], strict=False))
        return url_for(f"{self.of.place}.{view}", organization_id=ids[0], **own)

    def listed(self, ids: Ids) -> str:
        """Where the list is."""
        return self.address("index", ids[:1])

    def arrive_at(self, ids: Ids, *, anew: bool = True) -> Cached[T] | Problem:
        """One of them or why it cannot be read, together with the organization."""
        organization, read = api().gather(
            organization_read(ids[0]), CachedRead(self.of.calls.read, ids, refresh=anew or refreshing())
        )
        set_organization(organization)
        return read

    def subject(self, item: T) -> Subject:
        """What a change of it is about."""
        return Subject(self.of.words.one, item.id, self.of.called(item))

    def around(self, ids: Ids, item: T | None = None) -> dict[str, Any]:
        """What all these pages show."""
        told = {
            "resource": self.of,
            "words": self.of.words,
            "listed_at": self.listed(ids),
            "ways": self.ways(ids),
            "may": has_permission(self.of.permission),
        }
        if item is None:
            return told
        one = {"name": self.of.called(item), "here": self.address("show", ids), "may_edit": self.of.may_edit(item)}
        return told | one | {"item": item}


def crud(resource: PlainResource[T], *, ways: Ways, forget: Callable[[Ids], None]) -> Blueprint:
    """The blueprint of a plain resource.

    `ways` has other pages to offer beside it, `forget` drops what the portal keeps of one that was deleted.
    """
    blueprint = Blueprint(resource.place, __name__, url_prefix=f"/orgs/<organization_id>/{resource.place}")
    pages = CrudPages(resource, ways, forget)
    _reading(blueprint, pages)
    _making(blueprint, pages)
    _editing(blueprint, pages)
    _deleting(blueprint, pages)
    return blueprint


def _reading(blueprint: Blueprint, pages: CrudPages[T]) -> None:
    resource = pages.of

    @blueprint.get("")
    @signed_in
    def index(organization_id: str) -> Response:
        """All of them, a hundred a page."""
        asked = request.args.get("page")
        query = ListQuery(limit=ROWS, page=asked) if asked else ListQuery(limit=ROWS)
        organization, listing = api().gather(
            organization_read(organization_id),
            CachedRead(resource.calls.listing.tolerant_listing, (organization_id,), query, refreshing()),
        )
        set_organization(organization)
        around = pages.around((organization_id,))
        return page("resource/index.html", fragment="rows", listing=or_raise(listing), first=not asked, **around)

    @blueprint.get(f"/<{resource.own_id}>")
    @signed_in
    def show(organization_id: str, **own: str) -> Response:
        """One of them, with all that is told of it."""
        ids = (organization_id, *own.values())
        read = or_raise(pages.arrive_at(ids, anew=False))
        facts = [(fact, fact.text(read.value)) for fact in resource.facts]
        return page("resource/show.html", remembered=read, facts=facts, **pages.around(ids, read.value))


def _making(blueprint: Blueprint, pages: CrudPages[T]) -> None:
    resource, one = pages.of, pages.of.words.one

    def form_page(organization_id: str, form: ContractForm) -> Response:
        return page("resource/new.html", status=form.status, form=form, **pages.around((organization_id,)))

    @blueprint.get("/new")
    @signed_in
    def new(organization_id: str) -> Response:
        """The form for another one."""
        load_organization(organization_id)
        return form_page(organization_id, resource.new_form.new())

    @blueprint.post("/new")
    @signed_in
    @keeps_input
    def create(organization_id: str) -> Response:
        """Make it."""
        organization, form = load_organization(organization_id, anew=True), resource.new_form.new()

        def after(item: T) -> tuple[str, str]:
            return f"{resource.called(item)} was created.", pages.address("show", (organization_id, item.id))

        if form.validate() and not unread(form, organization):
            name = str(form[resource.name].data)
            subject, summary = Subject(one, "", name), f"Create the {one} {name}"
            change = Change(resource.calls.create, (organization_id,), subject, summary, form.request_body())
            if saved := save(form, change, after):
                return saved
        return form_page(organization_id, form)


def _editing(blueprint: Blueprint, pages: CrudPages[T]) -> None:
    resource, one = pages.of, pages.of.words.one

    def form_of(item: T) -> ContractForm:
        return resource.form.of(resource.values(item), about=item.id)

    def form_page(ids: Ids, form: ContractForm, read: Cached[T]) -> Response:
        around = pages.around(ids, read.value)
        return page("resource/edit.html", status=form.status, form=form, remembered=read, **around)

    @blueprint.get(f"/<{resource.own_id}>/edit")
    @signed_in
    def edit(organization_id: str, **own: str) -> Response:
        """The form with all that can be changed."""
        ids = (organization_id, *own.values())
        read = or_raise(pages.arrive_at(ids))
        return form_page(ids, form_of(read.value), read)

    @blueprint.post(f"/<{resource.own_id}>/edit")
    @signed_in
    @keeps_input
    def update(organization_id: str, **own: str) -> Response:
        """Save what was changed."""
        ids = (organization_id, *own.values())
        read = or_raise(pages.arrive_at(ids))
        form, onward = form_of(read.value), pages.address("show", ids)
        if form.validate() and not unread(form, read):
            if form.unchanged:
                return nothing_sent(form, onward)
            subject = pages.subject(read.value)
            summary = f"Change the {one} {subject.title}: {form.changed_in_words}"
            change = Change(resource.calls.update, ids, subject, summary, form.request_body(), was=form.now)
            if saved := save(form, change, lambda item: (_saved(pages, form, change, item), onward)):
                return saved
        return form_page(ids, form, read)


def _deleting(blueprint: Blueprint, pages: CrudPages[T]) -> None:
    resource, one = pages.of, pages.of.words.one

    def form_page(ids: Ids, form: ConfirmForm, item: T) -> Response:
        return page("resource/delete.html", status=form.status, form=form, **pages.around(ids, item))

    @blueprint.get(f"/<{resource.own_id}>/delete")
    @signed_in
    def ask_delete(organization_id: str, **own: str) -> Response:
        """What deleting means, and the place to type the name."""
        ids = (organization_id, *own.values())
        item = or_raise(pages.arrive_at(ids)).value
        return form_page(ids, ConfirmForm(resource.called(item)), item)

    @blueprint.post(f"/<{resource.own_id}>/delete")
    @signed_in
    @keeps_input
    def delete(organization_id: str, **own: str) -> Response:
        """Delete it when its name was typed."""
        ids = (organization_id, *own.values())
        onward, read = pages.listed(ids), pages.arrive_at(ids)
        if isinstance(read, NotFound):
            return informed(f"This {one} had been deleted already.", onward)
        item = or_raise(read).value
        subject, form = pages.subject(item), ConfirmForm(resource.called(item))

        if form.validate() and not unread(form, or_raise(read)):
            was, summary = resource.values(item), f"Delete the {one} {subject.title}"
            change = Change(resource.calls.delete, ids, subject, summary, was=was)
            if saved := save(form, change, lambda _: (_deleted(pages, ids, subject.title), onward)):
                return saved
        return form_page(ids, form, item)


def _saved(pages: CrudPages[T], form: ContractForm, change: Change[T], item: T) -> Report:
    """What to tell of a change: the answer is what is there now."""
    now, name = pages.of.values(item), pages.of.called(item)
    others = [field for field, value in change.sent.items() if field in now and not same(now[field], value)]
    if not others:
        return Report(Feedback.SAVED, f"{name} was saved.")
    outcome = Feedback.NOT_SAVED if len(others) == len(change.sent) else Feedback.SAVED
    unlike = listed([form[each] for each in others])
    return Report(outcome, f"{name}: the service took this. Not as you set it: {unlike}.")


def _deleted(pages: CrudPages[T], ids: Ids, name: str) -> Report:
    """What to tell of a deletion, whose answer says nothing: whether it is there still."""
    try:
        api().read(pages.of.calls.read, *ids)
    except NotFound:
        with suppress(StoreError):  # it was deleted all the same
            pages.forget(ids)
        return Report(Feedback.SAVED, f"{name} was deleted.")
    except Problem:
        unread = f"{name}: the service took this. Whether it is gone could not be read yet."
        return Report(Feedback.UNKNOWN, unread)
    return Report(Feedback.NOT_SAVED, f"{name}: the service took this, and it is still there.")
