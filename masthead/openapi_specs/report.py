"""Comparison reports: Markdown for release notes, JSON for programs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from masthead.i18n import N_, gettext
from masthead.openapi_specs.diff import SpecDifference
from masthead.openapi_specs.rules import Level, SpecChange

LEVELS = {
    Level.BREAKING: N_("Breaking"),
    Level.RISKY: N_("May break"),
    Level.UNJUDGED: N_("Differs, not judged"),
    Level.SAFE: N_("Safe"),
}
HEADINGS = {
    Level.BREAKING: N_("Breaking changes"),
    Level.RISKY: N_("Changes that may break clients"),
    Level.UNJUDGED: N_("Differences that are not judged"),
    Level.SAFE: N_("Other changes"),
}
ONLY = {
    Level.BREAKING: N_("Only breaking changes are listed."),
    Level.RISKY: N_("Only changes that may break clients are listed."),
    Level.UNJUDGED: N_("Only differences that are not judged are listed."),
    Level.SAFE: N_("Only changes that are safe for clients are listed."),
}
_NAMES = {
    Level.BREAKING: "breaking",
    Level.RISKY: "may-break",
    Level.UNJUDGED: "not-judged",
    Level.SAFE: "safe",
}
MAX_USERS = 5
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def build_json_report(
    difference: SpecDifference, versions: Mapping[str, str | None], level: Level | None = None
) -> dict[str, Any]:
    """Build the JSON report with all changes, or those of one level, in the reader's language."""
    return {
        **versions,
        "listed": "all" if level is None else _NAMES[level],
        "breaking": difference.count(Level.BREAKING),
        "mayBreak": difference.count(Level.RISKY),
        "notJudged": difference.count(Level.UNJUDGED),
        "safe": difference.count(Level.SAFE),
        "complete": difference.is_complete,
        "referencesOutside": list(difference.outside),
        "unknownVersions": list(difference.unknown),
        "changes": [_change_json(each, difference) for each in difference.changes if level in (None, each.level)],
    }


def _change_json(change: SpecChange, difference: SpecDifference) -> dict[str, Any]:
    about = "operation" if change.subject in difference.operations else "schema" if change.subject else "document"
    return {
        "code": change.code,
        "level": _NAMES[change.level],
        "about": about,
        about: change.subject,
        "place": change.place,
        "direction": change.direction,
        **dict(change.values),
        "text": change.text,
        "why": change.why,
        "usedBy": list(difference.users.get(change.subject, ())),
    }


def render_markdown(
    difference: SpecDifference, title: str, lead: str = "", level: Level | None = None
) -> Iterator[str]:
    """Yield lines of Markdown with all changes, or those of one level, most severe first."""
    yield f"# {escape_markdown(title)}\n"
    if lead:
        yield f"\n{escape_markdown(lead)}\n"
    if not difference.changes:
        yield "\n" + unchanged_message(difference) + "\n"
    elif level is not None:
        yield "\n" + gettext(ONLY[level]) + "\n"
        if not difference.count(level):
            yield "\n" + gettext("No changes of this kind.") + "\n"
    for each in reversed(Level) if level is None else [level]:
        yield from _render_level(each, difference)
    for note in list_notes(difference):
        yield f"\n{escape_markdown(note)}\n"


def unchanged_message(difference: SpecDifference) -> str:
    """Explain why a comparison shows no changes."""
    if difference.is_same:
        return gettext("The versions have the same content.")
    return gettext("Only texts differ, such as descriptions and examples, or how the same is written.")


def list_notes(difference: SpecDifference) -> list[str]:
    """List what the comparison doesn't cover."""
    new = N_("Masthead knows OpenAPI up to 3.1. What is new in %(version)s isn't judged.")
    other = N_("The specification refers to other documents, which Masthead doesn't read and doesn't compare.")
    found = [gettext("There are more changes than Masthead lists.")] if difference.more else []
    found += [gettext(other)] if difference.outside else []
    return found + [gettext(new, version=each) for each in difference.unknown]


def _render_level(level: Level, difference: SpecDifference) -> Iterator[str]:
    if changes := [each for each in difference.changes if each.level is level]:
        yield f"\n## {gettext(HEADINGS[level])} ({len(changes)})\n"
        yield from _render_subjects(changes, difference)


def _render_subjects(changes: Iterable[SpecChange], difference: SpecDifference) -> Iterator[str]:
    for subject, several in groupby(changes, key=lambda each: each.subject):
        yield f"\n### {escape_markdown(subject_title(subject, difference))}\n\n"
        for each in several:
            place = f"{escape_markdown(each.place)}: " if each.place else ""
            yield f"- {place}{escape_markdown(each.text)}{f' {escape_markdown(each.why)}' if each.why else ''}\n"


def subject_title(subject: str, difference: SpecDifference) -> str:
    """Return the title for a group of changes."""
    if not subject:
        return gettext("The whole API")
    if subject in difference.operations:
        return subject
    users = difference.users.get(subject, ())
    if not users:
        return gettext("Schema %(name)s", name=subject)
    named = ", ".join(users[:MAX_USERS])
    if len(users) > MAX_USERS:
        return gettext("Schema %(name)s, used by %(users)s and others", name=subject, users=named)
    return gettext("Schema %(name)s, used by %(users)s", name=subject, users=named)


def escape_markdown(text: str) -> str:
    """Escape a string for Markdown."""
    return _MARKS.sub(r"\\\1", text).replace("\n", " ")
