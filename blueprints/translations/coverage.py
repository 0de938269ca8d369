"""Language coverage: compares the wanted languages, stored in Masthead, with those that each translation has."""

from collections.abc import Callable, Iterator
from math import ceil
from typing import Annotated, Any

from flask import Blueprint, g, request, url_for
from pydantic import BaseModel, Field
from werkzeug.wrappers import Response

from blueprints.translations.coverage_reads import (
    AVAILABLE,
    CREATE_CONTENT,
    EXTRA,
    MISSING_WANTED,
    NOT_REPORTED,
    Coverage,
    CoverageRow,
    can_edit_translation,
    coverage_row,
    read_coverage,
    translation_name,
)
from contract.publishing.translations import GET_TRANSLATION, TranslationSettings
from masthead.client import Cached, CachedRead
from masthead.i18n import N_, gettext, has_words
from masthead.store.errors import StoreError
from masthead.store.notes import ALL
from masthead.web.descriptions.labels import translate_labels
from masthead.web.directory.entries import download_name
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.languages import CODE, Languages, language_name, reader_language
from masthead.web.frame.organization import has_permission, load_organization, or_raise, read_in_organization
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.review import EDIT, KEEP, pressed_button
from masthead.web.submit.submission import redirect_unchanged, refuse_form, refuse_if_unread

blueprint = Blueprint("coverage", __name__, url_prefix="/orgs/<organization_id>/translations/coverage")
ROWS, COLUMNS = 100, 40
GAPS = "gaps"
MORE = N_("there are more translations, which were not read")
NOT_ALLOWED = N_("Your role doesn't let you select wanted languages. Nothing was saved.")
FORBIDDEN = 403
STATES = {
    AVAILABLE: "there",
    MISSING_WANTED: "missing",
    EXTRA: N_("there, not wanted"),
    NOT_REPORTED: N_("wanted, not shown"),
}
SIGNS = {
    AVAILABLE: N_("Available"),
    MISSING_WANTED: N_("Missing"),
    EXTRA: N_("Available, not wanted"),
    NOT_REPORTED: N_("Not shown"),
}
"""Labels of states in the table, which CSS shows as symbols."""
Chosen = list[str] | None
"""Language codes, or None to use the organization's list."""
HEADINGS = ("translation", "translationId", "language", "code", "state", "list")
MAX_LANGUAGES, MAX_CODE_LENGTH = 200, 35
Code = Annotated[str, Field(max_length=MAX_CODE_LENGTH, pattern=f"^{CODE}$")]
Codes = Annotated[list[Code], Field(max_length=MAX_LANGUAGES)]


class WantedOfAll(BaseModel):
    """The wanted languages for all translations that don't have their own list."""

    languages: Codes


class WantedOfOne(BaseModel):
    """The wanted languages for one translation; null to use the organization's list."""

    languages: Codes | None


class WantedForm(ContractForm):
    body = WantedOfAll
    kept_here = True
    languages = Languages(N_("Languages"))


class OwnWantedForm(ContractForm):
    body = WantedOfOne
    kept_here = True
    languages = Languages(N_("Languages"), otherwise=N_("Use the organization's list"))


@blueprint.get("")
@signed_in
def show(organization_id: str) -> Response:
    found, filters = read_coverage(organization_id), _parse_filters()
    lines = _matching_rows(found, filters)
    number, columns_from = get_page_number(), get_page_number("languages")
    pages = ceil(len(found.columns) / COLUMNS)
    columns_from = min(columns_from, max(1, pages))
    return page(
        "coverage/show.html",
        fragment="rows",
        found=found,
        filters=filters,
        lines=lines[(number - 1) * ROWS : number * ROWS],
        count=len(lines),
        number=number,
        more=len(lines) > number * ROWS,
        columns=found.columns[(columns_from - 1) * COLUMNS : columns_from * COLUMNS],
        columns_from=columns_from,
        columns_pages=pages,
        signs=translate_labels(SIGNS),
        reader=reader_language(),
        language_name=language_name,
        may=has_permission(CREATE_CONTENT),
        may_edit=can_edit_translation,
    )


def _parse_filters() -> dict[str, str]:
    asked = {"q": request.args.get("q", "").strip(), "show": request.args.get("show", "")}
    return {name: value for name, value in asked.items() if value and (name == "q" or value == GAPS)}


def _matching_rows(found: Coverage, filters: dict[str, str]) -> list[CoverageRow]:
    words, gaps = filters.get("q", ""), "show" in filters
    titled = (line for line in found.lines if has_words(words, line.translation.title))
    return [line for line in titled if line.missing_languages or not gaps]


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download matching translations as CSV: a row for each translation and language."""
    found = read_coverage(organization_id)
    lines = _matching_rows(found, _parse_filters())
    # Collect the rows now: language names depend on the request's locale, and the file is streamed later.
    return csv_response(
        [HEADINGS, *_csv_rows(lines), *_unread_csv_rows(found)], download_name("languages", organization_id)
    )


def _csv_rows(lines: list[CoverageRow]) -> Iterator[tuple[str, ...]]:
    for line in lines:
        whose = gettext("its own") if line.own else gettext("the organization's")
        for code in [*line.wanted, *line.extra_languages]:
            title, own_id = line.translation.title, line.translation.id
            yield (title, own_id, language_name(code), code, gettext(STATES[line.state(code)]), whose)


def _unread_csv_rows(found: Coverage) -> Iterator[tuple[str, ...]]:
    for each in found.unread:
        yield (each.name, each.id, "", "", gettext("cannot be read"), "")
    if found.more:
        yield ("", "", "", "", gettext(MORE), "")


@blueprint.get("/wanted")
@signed_in
def choose(organization_id: str) -> Response:
    load_organization(organization_id)
    return _choose_page(organization_id, _build_form(organization_id))


@blueprint.post("/wanted")
@signed_in
@keeps_input
def save(organization_id: str) -> Response:
    organization, form = load_organization(organization_id, anew=True), _build_form(organization_id)

    def note(languages: Chosen) -> None:
        portal().store.wanted_languages.save(organization_id, ALL, languages or (), person().owner)

    noted = _save_list(form, organization, note, allowed=has_permission(CREATE_CONTENT))
    return noted or _choose_page(organization_id, form)


def _build_form(organization_id: str) -> WantedForm:
    noted = portal().store.wanted_languages.for_organization(organization_id).get(ALL)
    return WantedForm.from_values({"languages": list(noted.languages) if noted else []})


def _choose_page(organization_id: str, form: WantedForm) -> Response:
    noted = portal().store.wanted_languages.for_organization(organization_id).get(ALL)
    return page(
        "coverage/choose.html",
        form=form,
        noted=noted,
        may=has_permission(CREATE_CONTENT),
        **_language_context(),
    )


@blueprint.get("/wanted/<translation_id>")
@signed_in
def choose_own(organization_id: str, translation_id: str) -> Response:
    read = _read_translation(organization_id, translation_id)
    return _own_page(organization_id, read, _own_form(organization_id, translation_id))


@blueprint.post("/wanted/<translation_id>")
@signed_in
@keeps_input
def save_own(organization_id: str, translation_id: str) -> Response:
    read = _read_translation(organization_id, translation_id)
    form = _own_form(organization_id, translation_id)

    def note(languages: Chosen) -> None:
        lists = portal().store.wanted_languages
        if languages is None:
            lists.drop(organization_id, translation_id)
        else:
            lists.save(organization_id, translation_id, languages, person().owner)

    noted = _save_list(form, read, note, allowed=can_edit_translation(read.value))
    return noted or _own_page(organization_id, read, form)


def _read_translation(organization_id: str, translation_id: str) -> Cached[TranslationSettings]:
    ids = (organization_id, translation_id)
    read = read_in_organization(organization_id, CachedRead(GET_TRANSLATION, ids, refresh=True))
    return or_raise(read)


def _own_form(organization_id: str, translation_id: str) -> OwnWantedForm:
    noted = portal().store.wanted_languages.for_organization(organization_id).get(translation_id)
    return OwnWantedForm.from_values({"languages": list(noted.languages) if noted else None})


def _own_page(organization_id: str, read: Cached[TranslationSettings], form: OwnWantedForm) -> Response:
    lists = portal().store.wanted_languages.for_organization(organization_id)
    return page(
        "coverage/own.html",
        form=form,
        remembered=read,
        name=translation_name(read.value),
        line=coverage_row(read.value, lists),
        noted=lists.get(read.value.id),
        of_all=lists.get(ALL),
        may=can_edit_translation(read.value),
        **_language_context(),
    )


def _language_context() -> dict[str, Any]:
    return {"reader": reader_language(), "language_name": language_name}


def _save_list(
    form: ContractForm, read: Cached[Any], note: Callable[[Chosen], None], *, allowed: bool
) -> Response | None:
    """Save the list of wanted languages in Masthead. Returns None if the form must be shown again."""
    onward = url_for("coverage.show", organization_id=g.organization.id)
    if not allowed:
        refuse_form(form, gettext(NOT_ALLOWED), FORBIDDEN)
    elif form.validate() and not refuse_if_unread(form, read) and pressed_button() not in {EDIT, KEEP}:
        if form.is_unchanged:
            return redirect_unchanged(form, onward)
        try:
            note(form.changes()["languages"])
        except StoreError:
            refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
        else:
            return redirect_saved(gettext("The wanted languages were saved in Masthead."), onward)
    return None
