"""Fields that refer to objects and people, either selected from a list or looked up by id or URL."""

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from flask import url_for
from pydantic import MISSING
from wtforms.validators import ValidationError

from masthead.client import Forbidden, NotFound, Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.lookup.references import (
    CannotVerifyError,
    InvalidReferenceError,
    ObjectReference,
    parse_reference,
    verify_exists,
)
from masthead.rosters.people import read_person
from masthead.rosters.roster import split_recipients
from masthead.store.directory.objects import OK, DirectoryQuery
from masthead.store.errors import StoreError
from masthead.tables.rows import RowError
from masthead.web.directory.entries import find_object_titles, kind_name, known_hosts, suggest_entries
from masthead.web.forms.field_types import WordList
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

IDS_BETWEEN = re.compile(r"[\s,;]+")
MAX_OFFERED = 8


class Picker(WireField):
    """A field for an object: selected from a list, or typed as an id or a URL.

    The page passes the objects that it has read (`known`: id and label, with `details` that help to choose), and calls
    `offer_known` for others. Objects that are `taken` aren't offered; `why_taken` explains this in a search.
    """

    kind = "picker"
    nothing = N_("Leave as it is")
    known: tuple[tuple[str, str], ...] = ()
    details: Mapping[str, str] = MappingProxyType({})
    taken: Collection[str] = ()
    why_taken = ""
    typed = ""
    named = ""
    wrong = ""
    options_url = ""
    may_be_unreported = True

    def __init__(self, label: str, *, of: str, **options: Any) -> None:
        """`of` is the object's kind in the directory."""
        super().__init__(label, **options)
        self.of = of
        self.nothing = gettext(self.nothing)

    def offer_known(self, organization_id: str, parent: str = "") -> None:
        """Offer the objects of this kind that the person knows in an organization, or below `parent` in it."""
        below = parent or None  # the URL omits it
        self.options_url = url_for("directory.options", organization_id=organization_id, kind=self.of, parent=below)
        listed = dict(self.known)
        seen = suggest_entries(DirectoryQuery(organization_id, (self.of,), parent or None))
        self.known = (*self.known, *((each.id, each.title) for each in seen if each.id not in listed))

    def offer_current(self, value: Any) -> None:
        """Offer the current value by its known name, even though it may have been deleted."""
        id_ = self.extract_id(value)
        if id_ and id_ not in dict(self.known):
            self.known = (*self.known, *zip([id_], find_object_titles(self.of, None, [id_]), strict=True))

    def extract_id(self, value: Any) -> str:
        """Return the id contained in a wire value. Empty if there is none."""
        return value if isinstance(value, str) else ""

    def process_data(self, value: Any) -> None:
        self.data = "" if value is MISSING or value is None else value
        self.typed = self.named = self.wrong = ""

    def process_inputs(self, formdata: Any) -> None:
        """Read the typed id or URL from `<name>-other`."""
        self.typed = formdata.get(f"{self.name}-other", "").strip()
        self.named, self.wrong = parse_identifier(self.typed, self.of) if self.typed else ("", "")

    def pre_validate(self, _form: Any) -> None:
        if self.wrong:
            raise ValidationError(self.wrong)

    @property
    def chosen(self) -> str:
        """Return the typed id, or else the selected id. Empty for none."""
        return self.named or str(self.data or "")

    @property
    def typed_words(self) -> str:
        self.offer_current(self.wire)
        return super().typed_words

    @property
    def unused_input(self) -> str:
        """Return input that doesn't name an object of this kind."""
        return self.typed if self.wrong else ""

    @property
    def unverified_ids(self) -> list[str]:
        """Return typed ids, which may not belong to any object."""
        return [self.named] if self.named and self.named not in dict(self.known) else []

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Return the choices. The current value is always among them."""
        rows = [row for row in self.known if row[0] not in self.taken or row[0] == self.data]
        if self.data and self.data not in dict(rows):
            rows.append((self.data, gettext("%(id)s (not in the list)", id=self.data)))
        return rows

    @property
    def wire(self) -> Any:
        return self.chosen or MISSING

    @property
    def state(self) -> tuple[object, ...]:
        """Return everything that the rendering depends on, except the field's declaration."""
        return (self.options_url, self.offered, self.data, self.typed, list(self.errors))

    def display_value(self, value: Any) -> str:
        return super().display_value(dict(self.known).get(value, value))


class SiteContent(Picker):
    """The site that members see first, or none. Sent as an object containing the site's id, or null."""

    nothing = N_("No particular site")
    blank = (MISSING, None)
    may_be_unreported = False
    kept: Any = None

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, of="site", **options)

    def process_data(self, value: Any) -> None:
        """Read the API's object. An object of an unknown kind is preserved unchanged."""
        self.kept = value
        site = value.get("site") if isinstance(value, dict) else None
        super().process_data(site or ("" if value in self.blank else str(value)))

    @property
    def wire(self) -> Any:
        if not self.chosen:
            return None
        return self.kept if self.chosen == str(self.kept) else {"type": "site", "site": self.chosen}

    def extract_id(self, value: Any) -> str:
        return super().extract_id(value.get("site") if isinstance(value, dict) else value)

    def display_value(self, value: Any) -> str:
        return super().display_value(value.get("site") if isinstance(value, dict) else value)


class Spaces(WireField):
    """The spaces for a new site: a new empty one, a new one with sample content, or existing ones."""

    kind = "spaces"
    of = "space"
    KNOWN = "known"
    ids = ""
    ticked: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    known: tuple[tuple[str, str], ...] = ()
    options_url = ""

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Return the choices as (value, label) pairs."""
        return [
            ("empty", gettext("A new, empty space")),
            ("sample", gettext("A new space with sample content")),
            (self.KNOWN, gettext("Existing spaces")),
            ("", gettext("No space yet")),
        ]

    def offer_known(self, organization_id: str) -> None:
        """Offer the spaces that this person knows in an organization, and those already selected."""
        self.options_url = url_for("directory.options", organization_id=organization_id, kind=self.of)
        sought = DirectoryQuery(organization_id, (self.of,))
        seen = {each.id: each.title for each in suggest_entries(sought, limit=MAX_OFFERED)}
        others = {each: each for each in self.ticked if each not in seen}
        if others:
            others |= {each.id: each.title for each in suggest_entries(sought._replace(ids=list(others)))}
        self.known = (*seen.items(), *others.items())

    def process_data(self, value: Any) -> None:
        self.data = value if isinstance(value, str) else ""

    def process_inputs(self, formdata: Any) -> None:
        """Read the selected ids (`<name>-chosen`) and the typed ids (`<name>-ids`)."""
        self.ids = formdata.get(f"{self.name}-ids", "")
        self.ticked = tuple(formdata.getlist(f"{self.name}-chosen"))
        found = [parse_identifier(word, self.of) for word in IDS_BETWEEN.split(self.ids) if word]
        self.named = tuple(named for named, _ in found if named)
        self.wrong = tuple(wrong for _, wrong in found if wrong)

    def pre_validate(self, _form: Any) -> None:
        if self.wrong:
            raise ValidationError(" ".join(dict.fromkeys(self.wrong)))
        if self.data == self.KNOWN and not self.wire:
            message = gettext("Name at least one space, or select something else for the site to start with.")
            raise ValidationError(message)
        if self.data != self.KNOWN and (self.ids.strip() or self.ticked):
            message = gettext(
                "You named spaces, but selected something else. Select “Existing spaces”, or clear the spaces."
            )
            raise ValidationError(message)

    def display_value(self, value: Any) -> str:
        words = ", ".join(find_object_titles(self.of, None, value)) if isinstance(value, list) else value
        return super().display_value(dict(self.choices[:-1]).get(words, words))

    @property
    def typed_words(self) -> str:
        return dict(self.choices)[""] if self.wire is MISSING else super().typed_words

    @property
    def unused_input(self) -> str:
        """Return input that doesn't name a space, or that was typed although another choice is selected."""
        return self.ids.strip() if self.wrong or self.data != self.KNOWN else ""

    @property
    def unverified_ids(self) -> list[str]:
        """Return typed or forged ids, which may not belong to any object."""
        return list(dict.fromkeys((*self.named, *self.ticked))) if self.data == self.KNOWN else []

    @property
    def wire(self) -> Any:
        """Return a word, a list of ids, or MISSING if nothing is selected."""
        if self.data == self.KNOWN:
            return list(dict.fromkeys((*self.ticked, *self.named)))
        return self.data or MISSING


def parse_identifier(typed: str, kind: str) -> tuple[str, str]:
    """Parse an id or a URL. Returns the id and an error message, one of which is empty."""
    try:
        pasted = parse_reference(typed, known_hosts() if "/" in typed else ())
    except InvalidReferenceError as wrong:
        return "", str(wrong)
    if pasted.kind not in {"", kind}:
        pasted_kind, wanted = kind_name(pasted.kind), kind_name(kind)
        return "", gettext(
            "This is the address of something else: %(told)s, and not %(wanted)s.", told=pasted_kind, wanted=wanted
        )
    return pasted.id, ""


MAX_LOOKED_UP = 20
NOT_THERE = N_("There is no %(kind)s %(identifier)s, or you don't have access to it.")
NOT_ASKED = N_("Masthead couldn't check whether %(identifier)s exists, so nothing was saved. Try again in a moment.")
TOO_MANY = N_("Name at most %(max)s at once that aren't in the list.")


def verify_named(form: PageForm, organization_id: str, site_id: str = "") -> bool:
    """Look up typed ids. If one can't be verified, set field errors and return False."""
    for field in form.wire_fields:
        if isinstance(field, (Picker, Spaces)):
            wrong = _verification_errors(field, organization_id, site_id)
            if wrong:
                field.errors, form.status = [*field.errors, *wrong], INVALID
    return form.status != INVALID


def _verification_errors(field: Picker | Spaces, organization_id: str, site_id: str) -> list[str]:
    unknown = _unseen_ids(field, organization_id)
    if len(unknown) > MAX_LOOKED_UP:
        return [gettext(TOO_MANY, max=MAX_LOOKED_UP)]
    return [said for identifier in unknown if (said := _lookup_error(field.of, identifier, organization_id, site_id))]


def _unseen_ids(field: Picker | Spaces, organization_id: str) -> list[str]:
    named = field.unverified_ids
    sought = DirectoryQuery(organization_id, (field.of,), ids=named)
    try:
        found = portal().store.directory.suggest(person().owner, sought, limit=len(named)) if named else []
    except StoreError:
        found = []
    seen = {each.id for each in found if each.state == OK and each.endpoint}
    return [each for each in named if each not in seen]


def _lookup_error(kind: str, identifier: str, organization_id: str, site_id: str) -> str:
    try:
        verify_exists(api(), ObjectReference(identifier, kind), organization_id, site_id)
    except TokenRefused:
        raise
    except CannotVerifyError as wrong:
        return str(wrong)
    except (NotFound, Forbidden):
        return gettext(NOT_THERE, kind=kind_name(kind), identifier=identifier)
    except Problem:
        return gettext(NOT_ASKED, identifier=identifier)
    return ""


SHOWN = 80


class PeopleField(WordList):
    """People by email address or id, pasted in any format: with commas, semicolons, newlines or names around them."""

    kind = "people"
    between = re.compile(r"[,;\r\n\t]+")
    wrong: list[str]

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        self.wrong = []

    def process_formdata(self, valuelist: list[str]) -> None:
        pieces = [piece for text in valuelist for piece in (split_recipients(text) if "<" in text else [text])]
        parts = [part.strip() for piece in pieces for part in self.between.split(piece)]
        words = [word for part in parts for word in ([part] if "<" in part else part.split())]
        self.wrong = []
        self.data = list(dict.fromkeys(map(self._read, words)))

    def _read(self, word: str) -> str:
        try:
            return read_person(word)
        except RowError as fault:
            self.wrong.append(f"“{word[:SHOWN]}”: {fault}")
            return word

    def pre_validate(self, _form: Any) -> None:
        if self.wrong:
            raise ValidationError(" ".join(self.wrong))
        if not self.data:
            raise ValidationError(gettext("Enter the e-mail address of at least one person."))


class PeopleNames(WordList):
    """User ids in a request, shown as names where Masthead knows them."""

    def display_value(self, value: Any) -> str:
        named = names_by_id(value) if isinstance(value, (dict, list)) else {}
        if isinstance(value, dict):
            return super().display_value([f"{named[id_]}: {member.get('role')}" for id_, member in value.items()])
        return super().display_value([named[id_] for id_ in value] if named else value)


class ChosenPeople(PeopleNames):
    """User ids, selected or typed.

    `offered` contains an id, a name and a detail for each person.
    """

    offered: tuple[tuple[str, str, str], ...] = ()
    typed = ""

    def process_inputs(self, formdata: Any) -> None:
        """Read the selected ids, and the typed ids from the input `<name>-other`."""
        self.typed = formdata.get(f"{self.name}-other", "").strip()
        self.process_formdata([*formdata.getlist(self.name), self.typed])

    def pre_validate(self, _form: object) -> None:
        addresses = [each for each in self.data if "@" in each]
        if addresses:
            raise ValidationError(
                gettext(
                    "%(label)s: “%(name)s” is an email address. Select a person instead.",
                    label=self.label.text,
                    name=addresses[0],
                )
            )
        if not self.data:
            raise ValidationError(
                gettext("%(label)s: nobody is selected. Select at least one person.", label=self.label.text)
            )


def names_by_id(ids: Iterable[str]) -> dict[str, str]:
    """Return the name for each id, or the id itself if the name isn't known."""
    wanted = list(ids)
    try:
        found = portal().store.directory.find(
            person().owner, DirectoryQuery(kinds=("user",), ids=wanted), limit=2 * len(wanted)
        )
    except StoreError:
        found = []
    return {id_: id_ for id_ in wanted} | {each.id: each.title for each in found if each.title}
