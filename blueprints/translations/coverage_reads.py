"""Compares the languages that an organization's translations have with the wanted ones."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from flask import g
from pydantic import MISSING

from contract.publishing.translations import LIST_TRANSLATIONS, TranslationSettings
from contract.schema.endpoint import Listing, UnreadableItem
from contract.schema.fields import Moment, value_or_none
from masthead.client import Cached
from masthead.i18n import format_number, gettext, ngettext, sort_key
from masthead.store.errors import StoreError
from masthead.store.notes import ALL, LanguageList
from masthead.web.forms.languages import (
    join_language_names,
    language_key,
    language_name,
    languages_by_name,
    sort_languages,
    unique_codes,
)
from masthead.web.frame.organization import has_permission, read_listing_in_organization
from masthead.web.frame.templating import date
from masthead.web.person.portal import portal

MAX_PAGES = 10
"""Maximum number of pages of 1,000 translations to read."""
AVAILABLE, MISSING_WANTED, EXTRA, UNWANTED, NOT_REPORTED = "there", "missing", "besides", "unwanted", "untold"
CREATE_CONTENT = "createContent"
"""Permission of the organization to create and delete translations."""


@dataclass(frozen=True)  # without slots, which cached_property needs
class CoverageRow:
    """A translation. `wanted` has language codes; `own` is true if the translation has its own list."""

    translation: TranslationSettings
    wanted: tuple[str, ...]
    own: bool

    @cached_property
    def languages(self) -> list[str] | None:
        """Return the codes of available languages; None if the API doesn't report them."""
        found = self.translation.languages
        return None if found is MISSING else unique_codes(map(str, found))

    @cached_property
    def missing_languages(self) -> list[str]:
        """Return the wanted languages that aren't available; empty if the API doesn't report languages."""
        return [code for code in self.wanted if self.state(code) == MISSING_WANTED]

    @cached_property
    def extra_languages(self) -> list[str]:
        """Return the available languages that aren't wanted."""
        return [code for code in self.languages or () if language_key(code) not in self._wanted_keys]

    def list_other_languages(self, columns: Sequence[tuple[str, str]]) -> list[str]:
        """Return the available, unwanted languages that have no column."""
        shown = {language_key(code) for code, _ in columns} if self.extra_languages else ()
        return [code for code in self.extra_languages if language_key(code) not in shown]

    def state(self, code: str) -> str:
        language = language_key(code)
        if language in self._wanted_keys:
            if self._available_keys is None:
                return NOT_REPORTED
            return AVAILABLE if language in self._available_keys else MISSING_WANTED
        return EXTRA if self._available_keys and language in self._available_keys else UNWANTED

    def languages_by_state(
        self, columns: Sequence[tuple[str, str]], words: Mapping[str, str]
    ) -> Iterator[tuple[str, list[str]]]:
        """Yield each state's label with the names of the languages, among the columns, that are in that state."""
        for state, word in words.items():
            if names := [name for code, name in columns if self.state(code) == state]:
                yield word, names

    @cached_property
    def _wanted_keys(self) -> frozenset[str]:
        return frozenset(map(language_key, self.wanted))

    @cached_property
    def _available_keys(self) -> frozenset[str] | None:
        return None if self.languages is None else frozenset(map(language_key, self.languages))


@dataclass(frozen=True)
class Coverage:
    """An organization's translations. `more` is true if there are others that were not read."""

    read: Cached[Listing[TranslationSettings]]
    lines: Sequence[CoverageRow]
    lists: Mapping[str, LanguageList]
    unread: Sequence[UnreadableItem]
    more: bool

    @property
    def organization_list(self) -> LanguageList | None:
        """Return the organization's list of wanted languages, or None if it has none."""
        return self.lists.get(ALL)

    @cached_property
    def columns(self) -> list[tuple[str, str]]:
        return languages_by_name(sort_languages({code: None for line in self.lines for code in line.wanted}))

    @property
    def available_languages(self) -> list[str]:
        told = {code: None for line in self.lines for code in line.languages or []}
        return [name for _, name in languages_by_name(sort_languages(told))]

    @property
    def summary(self) -> list[str]:
        told = [line for line in self.lines if line.languages is not None]
        wanted = sum(len(line.wanted) for line in told)
        extra, unreported = sum(len(line.extra_languages) for line in told), len(self.lines) - len(told)
        sentences = [_missing_message(wanted, Counter(code for line in told for code in line.missing_languages))]
        if sum(bool(line.wanted) for line in told) > 1:
            sentences.append(gettext("A language counts once for each translation."))
        if extra:
            sentences.append(
                ngettext("%(n)s more is available but not wanted.", "%(n)s more are available but not wanted.", extra)
            )
        if unreported:
            sentences.append(
                ngettext(
                    "The languages of %(n)s translation aren't shown.",
                    "The languages of %(n)s translations aren't shown.",
                    unreported,
                )
            )
        if self.more:
            sentences.append(
                gettext(
                    "Masthead read the first %(count)s translations. The organization has more.", count=len(self.lines)
                )
            )
        return sentences


class TranslationFacts(NamedTuple):
    """A translation, formatted for display. Strings that the API doesn't report are empty."""

    id: str
    name: str
    languages: str
    language_count: int
    created: str
    changed: str
    may_edit: bool


def _missing_message(wanted: int, missing: Counter[str]) -> str:
    if not wanted:
        return gettext("These translations have no wanted languages.")
    if not missing:
        return (
            gettext("The one wanted translation is available.")
            if wanted == 1
            else gettext("All %(wanted)s wanted translations are available.", wanted=format_number(wanted))
        )
    often = sorted(missing.items(), key=lambda each: (-each[1], sort_key(language_name(each[0]))))
    named = [
        f"{language_name(code)} ({format_number(count)})" if count > 1 else language_name(code) for code, count in often
    ]
    if wanted == 1:
        return gettext("The one wanted translation is missing: %(named)s.", named=", ".join(named))
    return ngettext(
        "%(n)s of %(wanted)s wanted translations is missing: %(named)s.",
        "%(n)s of %(wanted)s wanted translations are missing: %(named)s.",
        missing.total(),
        wanted=format_number(wanted),
        named=", ".join(named),
    )


def read_coverage(organization_id: str) -> Coverage:
    """Read all translations and set the organization. Raises a Problem if they can't be read."""
    found = read_listing_in_organization(LIST_TRANSLATIONS, organization_id, MAX_PAGES)
    lists = portal().store.wanted_languages.for_organization(organization_id)
    return Coverage(found.first, [coverage_row(item, lists) for item in found.items], lists, found.unread, found.more)


def coverage_row(translation: TranslationSettings, lists: Mapping[str, LanguageList]) -> CoverageRow:
    """Compare a translation with its own list, or else with the organization's."""
    own, of_all = lists.get(translation.id), lists.get(ALL)
    wanted = own or of_all
    return CoverageRow(translation, wanted.languages if wanted else (), own is not None)


def build_facts(translation: TranslationSettings) -> TranslationFacts:
    return TranslationFacts(
        translation.id,
        translation_name(translation),
        _languages_label(translation),
        len(_language_codes(translation)),
        _format_day(translation.createdAt),
        _format_day(translation.updatedAt),
        can_edit_translation(translation),
    )


def translation_name(translation: TranslationSettings) -> str:
    return translation.title.strip() or translation.id


def can_edit_translation(translation: TranslationSettings) -> bool:
    """Return whether the person may edit the translation, by its own permissions or else the organization's."""
    permissions = value_or_none(translation.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_CONTENT) if own is MISSING else own


def read_wanted_languages(translation: TranslationSettings) -> str:
    with suppress(StoreError):
        line = coverage_row(translation, portal().store.wanted_languages.for_organization(g.organization.id))
        if not line.wanted:
            return gettext("No languages selected yet.")
        missing = join_language_names(line.missing_languages)
        return (
            gettext("%(wanted)s. Missing: %(missing)s", wanted=join_language_names(line.wanted), missing=missing)
            if missing
            else gettext("%(wanted)s", wanted=join_language_names(line.wanted))
        )
    return gettext("Not known: Masthead can't read its own records now.")


def _languages_label(translation: TranslationSettings) -> str:
    return (
        ""
        if translation.languages is MISSING
        else join_language_names(_language_codes(translation)) or gettext("None yet")
    )


def _language_codes(translation: TranslationSettings) -> list[str]:
    return unique_codes(map(str, value_or_none(translation.languages) or ()))


def _format_day(moment: Moment | MISSING) -> str:
    return "" if moment is MISSING else date(moment)
