"""Forms for importing a roster: the list, the meanings of role words, and the review."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import request, url_for
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField

from blueprints.roster.review import comparison_digest
from contract.organization.people import MEMBER_ROLES
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import RosterComparison
from masthead.rosters.people import ACTIVE, IGNORED, INACTIVE, KEEP, REMOVE, Choices
from masthead.rosters.roster import Roster, RosterText, choose_sheet
from masthead.web.forms.field_types import Upload
from masthead.web.forms.fields import Agreement, Choice, TypedName
from masthead.web.forms.fields import TextInput as TextField
from masthead.web.forms.forms import PageForm
from masthead.web.forms.table_form import ACCEPTED, HINT, TableForm
from masthead.web.frame.saved_views import read_saved_views, view_url
from masthead.web.http.paths import request_url
from masthead.web.people.roles import people_label

ADD, EXACT = "add", "exact"
MODES: Mapping[str, tuple[str, str]] = {
    ADD: (N_("Add only"), N_("Members who are not in the list stay in the team.")),
    EXACT: (
        N_("Replace members"),
        N_("Members who are not in the list, or whose account isn't active in it, are removed from the team."),
    ),
}
NO_ROLE, MAX_WORDS, NO_CHOICES = "none", 25, Choices()
MEANINGS: Mapping[str, str] = {
    "": N_("Not decided: these rows can't be used"),
    "owner": N_("Owner"),
    "member": N_("Member"),
    NO_ROLE: N_("No role: new people become members"),
    REMOVE: N_("Remove from the team"),
}
STATES: Mapping[str, str] = {
    "": N_("Not decided: these rows can't be used"),
    ACTIVE: N_("Active: use these rows"),
    INACTIVE: N_("Not active: leave these rows out"),
}
NOTHING_TO_DO = N_("All of these people are already in the team with these roles, so there are no changes.")
NO_ROW = N_("No row of this list can be used, so there are no changes.")
AGREE_OR_CORRECT = N_("Select “%(label)s”, or correct the list.")
AGREE_OR_CORRECT_LINE = N_("Select “%(label)s”, or correct line %(line)s.")
MOVED = N_("The team is not as this page showed it any more. Nothing was sent. Review the changes again.")


class RosterForm(TableForm):
    """A list of people, pasted or uploaded, and how to use it."""

    text = TextField(
        N_("Paste a list"),
        rows=8,
        clean=str,
        hint=N_("One person a line, by e-mail address. Add the role if it is owner."),
    )
    file = Upload(N_("Or choose a file"), hint=HINT, accept=ACCEPTED)
    mode = Choice(N_("How to use the list"), meanings=MODES, default=ADD)
    before = HiddenField()

    def read(self) -> RosterText | None:
        """Read the list, with the choices of the query. If it can't be used, set an error, and return None."""
        table = self.read_table()
        return choose_sheet(table).choose(parse_choices(request.args)) if table else None


class ChoicesForm(PageForm):
    """Decides how a list is read. Each role word has the inputs `word` and `meaning`, each state `state` and `is`."""


def parse_choices(given: MultiDict[str, str], before: Choices = NO_CHOICES) -> Choices:
    """Parse the inputs of a form, or the query of a page that has saved choices.

    What was decided `before` for words that are not in `given` stays.
    """
    meanings = {role: role for role in (*MEMBER_ROLES, REMOVE)} | {NO_ROLE: KEEP}
    roles = _parse_words(given, "word", "meaning", meanings, before.roles)
    if "ignore" in given:
        roles[IGNORED] = KEEP
    states = _parse_words(given, "state", "is", {each: each for each in STATES if each}, before.states)
    return Choices(roles, states, given.get("column", ""), given.get("sheet", ""))


def _parse_words(
    given: MultiDict[str, str], word: str, meaning: str, meanings: Mapping[str, str], before: Mapping[str, str]
) -> dict[str, str]:
    words = [word.casefold() for word in given.getlist(word)]
    chosen = zip(words, given.getlist(meaning), strict=False)
    others = {word: meant for word, meant in before.items() if word not in {*words, IGNORED}}
    return others | {word: meanings[meant] for word, meant in chosen if word and meant in meanings}


def choices_query(choices: Choices) -> str:
    """Write choices as a query, which `parse_choices` parses."""
    pairs = [(name, value) for name, value in (("column", choices.column), ("sheet", choices.sheet)) if value]
    for word, role in choices.roles.items():
        pairs += [("ignore", "1")] if word == IGNORED else [("word", word), ("meaning", role or NO_ROLE)]
    for word, state in choices.states.items():
        pairs += [("state", word), ("is", state)]
    return urlencode(pairs)


def choices_context(roster: Roster, text: RosterText) -> dict[str, Any]:
    """Build the review's template context for choices: words with counts and meanings, columns and sheets."""
    choices, roles, states = text.choices, roster.role_words, roster.state_words
    meant = {word: role or NO_ROLE for word, role in choices.roles.items()}
    inactive = {row.state_word.casefold(): INACTIVE for row in roster.rows if row.skipped} | {**choices.states}
    role_words = [(word, n, meant.get(word.casefold(), "")) for word, n in roles.most_common(MAX_WORDS)]
    state_words = [(word, n, inactive.get(word.casefold(), "")) for word, n in states.most_common(MAX_WORDS)]
    saved = _find_saved_choices(choices)
    return {
        "form": ChoicesForm(),
        "saved": saved,
        "choices": choices,
        "role_words": role_words,
        "state_words": state_words,
        "more_words": len(roles) + len(states) - len(role_words) - len(state_words),
        "is_undecided": not all(meaning for _, _, meaning in (*role_words, *state_words)) and IGNORED not in meant,
        "makes_owners": bool(saved) and "owner" in {meaning for _, _, meaning in role_words},
        "roles_ignored": IGNORED in choices.roles,
        "meanings": [(value, gettext(label)) for value, label in MEANINGS.items()],
        "states": [(value, gettext(label)) for value, label in STATES.items()],
        "columns": [(each, each) for each in roster.columns],
        "column": roster.column,
        "sheets": [(each, each) for each in text.table.sheets],
        "save": _save_address(choices_query(choices)),
    }


def _import_address() -> str:
    return url_for("roster.ask", **{name: (request.view_args or {})[name] for name in ("organization_id", "team_id")})


def _find_saved_choices(choices: Choices) -> str:
    """Return the name of this person's view of the import that has these choices. Empty for none."""
    here, query = _import_address(), choices_query(choices)
    views = read_saved_views((request.view_args or {})["organization_id"])
    return next((each.name for each in views if query and view_url(each) == f"{here}?{query}"), "")


def _save_address(query: str) -> str:
    """Return the address of the page that saves choices as a view of the import; empty without choices."""
    organization, there = (request.view_args or {})["organization_id"], f"{_import_address()}?{query}"
    return url_for("saved_views.index", organization_id=organization, of=there, next=request_url()) if query else ""


class RosterReviewForm(PageForm):
    """Confirms the reviewed changes. `seen` is their digest.

    If many people are removed, the team's name must be typed.
    """

    seen = HiddenField()
    agreed_doubt = Agreement("", hint=N_("Some rows could not be read. They may name people who will be removed."))
    agreed_alike = Agreement("", hint=N_("The list may misspell addresses of people who will be removed."))
    agreed_own = Agreement(N_("I know that this may be me"))
    confirm = TypedName(N_("Name"))

    def __init__(self, comparison: RosterComparison, team: str, reviewed: RosterComparison) -> None:
        """Compare the list now with how it was `reviewed`. `team` is the name that must be typed."""
        super().__init__(**({} if request.method == "POST" else {"formdata": None}))
        self.comparison = comparison
        self._has_moved = (self.seen.data or "") != comparison_digest(reviewed)
        self.confirm.require_name(team)
        self.seen.data = comparison_digest(comparison)
        for agreed, now, before in (
            (self.agreed_doubt, comparison.doubtful_removals, reviewed.doubtful_removals),
            (self.agreed_alike, comparison.alike, reviewed.alike),
            (self.agreed_own, comparison.own, reviewed.own),
        ):
            agreed.data = agreed.data and {line.key for line in now} <= {line.key for line in before}  # else for others
        self._label_checkboxes()

    def _label_checkboxes(self) -> None:
        """Label each checkbox with the people concerned."""
        doubt, alike = (
            [line.name for line in lines] for lines in (self.comparison.doubtful_removals, self.comparison.alike)
        )
        self.agreed_doubt.label.text = gettext("Remove %(people)s, whom no other row names", people=people_label(doubt))
        self.agreed_alike.label.text = gettext("Remove %(people)s", people=people_label(alike))
        self.agreed_own.hint = gettext(
            "This removes or reduces the role of %(own)s. Masthead can't see whether that is you.",
            own=", ".join(line.name for line in self.comparison.own),
        )

    def check(self) -> None:
        """Require that nothing has changed since the page was shown, and that everything is confirmed."""
        if self._has_moved:
            self.problems.append(gettext(MOVED))
            self.agreed_own.data = self.agreed_doubt.data = self.agreed_alike.data = False  # given for other people
            return
        if self.comparison.blocked:
            self.problems.append(self.comparison.blocked)
        elif not self.comparison.changing_lines:
            self.problems.append(gettext(NOTHING_TO_DO) if self.comparison.usable_lines else gettext(NO_ROW))
        if self.comparison.doubtful_removals:
            unread = self.comparison.unread_lines
            message = AGREE_OR_CORRECT_LINE if len(unread) == 1 else AGREE_OR_CORRECT
            self.agreed_doubt.require(message, line=unread[0])
        if self.comparison.alike:
            self.agreed_alike.require(AGREE_OR_CORRECT)
        if self.comparison.own:
            self.agreed_own.require(AGREE_OR_CORRECT)
        if self.comparison.removes_many:
            self.confirm.check()
