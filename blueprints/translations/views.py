"""Translation pages: list, create, view, rename, delete."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from blueprints.translations.coverage_reads import CREATE_CONTENT, build_facts, read_wanted_languages, translation_name
from contract.publishing.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
    TranslationSettings,
    TranslationSettingsCreate,
    TranslationSettingsReplace,
)
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.resources import TRANSLATION
from masthead.store.entries import Subject
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import ConfirmForm, ContractForm
from masthead.web.forms.languages import reader_language
from masthead.web.frame.organization import (
    has_permission,
    is_first_page,
    is_refresh_requested,
    load_organization,
    or_raise,
    read_in_organization,
    read_listing_page,
)
from masthead.web.frame.pages import page, redirect_already_done
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.submission import refuse_if_unread, save, save_changes
from masthead.writes.send import Change

blueprint = Blueprint("translations", __name__, url_prefix="/orgs/<organization_id>/translations")
TITLE = N_("Title")
TITLE_HINT = N_("A name that colleagues recognize. Two translations can have the same title.")


class NewTranslationForm(ContractForm):
    """Creates a translation by its title. Languages are selected in the documentation app."""

    body = TranslationSettingsCreate
    title = TextInput(TITLE, hint=TITLE_HINT)


class TranslationForm(ContractForm):
    """Edits a translation's title, the only setting that the API can change."""

    body = TranslationSettingsReplace
    title = TextInput(TITLE, hint=TITLE_HINT)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    listing = read_listing_page(LIST_TRANSLATIONS, organization_id)
    return page(
        "translations/index.html",
        fragment="rows",
        listing=listing,
        rows=[build_facts(each) for each in listing.value.items],
        reader=reader_language(),
        first=is_first_page(),
        may=has_permission(CREATE_CONTENT),
    )


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    load_organization(organization_id)
    return _new_page(NewTranslationForm.new())


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Create a translation without languages, which only the documentation app can select."""
    organization, form = load_organization(organization_id, anew=True), NewTranslationForm.new()

    def after(translation: TranslationSettings) -> tuple[str, str]:
        told = gettext(
            "%(name)s was created. Next, select its space and languages in the documentation app.",
            name=translation_name(translation),
        )
        return told, _url(organization_id, translation.id)

    if form.validate() and not refuse_if_unread(form, organization):
        title = form.title.data
        subject, summary = Subject(TRANSLATION.one, "", title), gettext("Create the translation %(title)s", title=title)
        change = Change(CREATE_TRANSLATION, (organization_id,), subject, summary, form.request_body())
        if saved := save(form, change, after):
            return saved
    return _new_page(form)


def _new_page(form: NewTranslationForm) -> Response:
    return page("translations/new.html", form=form, may=has_permission(CREATE_CONTENT))


@blueprint.get("/<translation_id>")
@signed_in
def show(organization_id: str, translation_id: str) -> Response:
    read = or_raise(_read_translation(organization_id, translation_id, anew=is_refresh_requested()))
    return page(
        "translations/show.html",
        remembered=read,
        translation=build_facts(read.value),
        wanted=read_wanted_languages(read.value),
        reader=reader_language(),
        may=has_permission(CREATE_CONTENT),
    )


@blueprint.get("/<translation_id>/edit")
@signed_in
def edit(organization_id: str, translation_id: str) -> Response:
    read = or_raise(_read_translation(organization_id, translation_id))
    return _edit_page(TranslationForm.from_values(TRANSLATION.settings_of(read.value)), read)


@blueprint.post("/<translation_id>/edit")
@signed_in
@keeps_input
def update(organization_id: str, translation_id: str) -> Response:
    read = or_raise(_read_translation(organization_id, translation_id))
    form = TranslationForm.from_values(TRANSLATION.settings_of(read.value), about=translation_id)
    onward = _url(organization_id, translation_id)

    def change() -> Change[TranslationSettings]:
        summary = gettext(
            "Change the translation %(name)s: %(fields)s",
            name=translation_name(read.value),
            fields=form.changed_labels,
        )
        ids, body = (organization_id, translation_id), form.request_body()
        return Change(REPLACE_TRANSLATION, ids, _translation_subject(read.value), summary, body, was=form.now)

    def after(now: TranslationSettings) -> tuple[str, str]:
        return gettext("%(name)s was saved.", name=translation_name(now)), onward

    return save_changes(form, read, change, after, onward) or _edit_page(form, read)


def _edit_page(form: TranslationForm, read: Cached[TranslationSettings]) -> Response:
    return page(
        "translations/edit.html",
        form=form,
        remembered=read,
        translation=build_facts(read.value),
        reader=reader_language(),
    )


@blueprint.get("/<translation_id>/delete")
@signed_in
def ask_delete(organization_id: str, translation_id: str) -> Response:
    translation = or_raise(_read_translation(organization_id, translation_id)).value
    return _delete_page(ConfirmForm(translation_name(translation)), translation)


@blueprint.post("/<translation_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, translation_id: str) -> Response:
    ids, onward = (organization_id, translation_id), _url(organization_id)
    found = _read_translation(*ids)
    if isinstance(found, NotFound):
        return redirect_already_done(gettext("This translation was already deleted."), onward, DELETE_TRANSLATION, *ids)
    read = or_raise(found)
    translation, name = read.value, translation_name(read.value)
    form = ConfirmForm(name)
    if form.validate() and not refuse_if_unread(form, read):
        was, summary = TRANSLATION.settings_of(translation), gettext("Delete the translation %(name)s", name=name)
        change = Change(DELETE_TRANSLATION, ids, _translation_subject(translation), summary, was=was)
        if saved := save(form, change, lambda _: (deletion_report(change, name), onward)):
            return saved
    return _delete_page(form, translation)


def _delete_page(form: ConfirmForm, translation: TranslationSettings) -> Response:
    return page(
        "translations/delete.html",
        form=form,
        translation=build_facts(translation),
        may=has_permission(CREATE_CONTENT),
    )


def delete_languages(ids: tuple[str, ...]) -> None:
    """Delete the list of wanted languages of a deleted translation. Raises StoreError."""
    portal().store.wanted_languages.drop(*ids)


def _read_translation(
    organization_id: str, translation_id: str, *, anew: bool = True
) -> Cached[TranslationSettings] | Problem:
    own = CachedRead(GET_TRANSLATION, (organization_id, translation_id), refresh=anew)
    return read_in_organization(organization_id, own)


def _translation_subject(translation: TranslationSettings) -> Subject:
    return Subject(TRANSLATION.one, translation.id, translation_name(translation))


def _url(organization_id: str, translation_id: str = "") -> str:
    if not translation_id:
        return url_for("translations.index", organization_id=organization_id)
    return url_for("translations.show", organization_id=organization_id, translation_id=translation_id)
