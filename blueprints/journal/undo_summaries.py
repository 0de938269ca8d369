"""What an undo is called where it sends less than the change did: after what it sends."""

from typing import Any

from blueprints.journal.sites_named import subject_of
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from i18n import gettext
from masthead.changes import Change, sent_values
from masthead.changes.change import REDO, UNDO, undo_word
from masthead.changes.members import roles_before
from masthead.changes.undo import UndoPreview
from masthead.resources.values import roles_sent
from masthead.store import Entry
from masthead.web.forms.people import names_by_id
from masthead.web.forms.wording import join_labels
from masthead.web.pages.member_summaries import bringing
from masthead.web.saving.recorded_changes import fields_of


def is_undo(entry: Entry) -> bool:
    """Whether an entry took something back: to undo it is called a redo."""
    return undo_word(entry.intent.summary) == UNDO


def without_word(entry: Entry) -> str:
    """The summary of what an entry made, undid or redid."""
    return entry.intent.summary.removeprefix(undo_word(entry.intent.summary))


def summary_of(found: UndoPreview, change: Change[Any]) -> str:
    """The summary of the change that undoes it; `change` has that of one that undoes all of it."""
    part = _people(found, change) if change.endpoint.name == UPDATE_TEAM_MEMBERS.name else _fields(found)
    return f"{REDO if change.summary.startswith(REDO) else UNDO}{part}" if part else change.summary


def _people(found: UndoPreview, change: Change[Any]) -> str:
    """An undo is called after what it takes back, and a redo after what it does."""
    done, back = roles_sent(sent_values(found.entry)), roles_sent(change.sent)
    if back.keys() == done.keys():
        return ""
    if change.summary.startswith(REDO):
        roles, was = back, done
    else:
        roles, was = {name: done[name] for name in back}, roles_before(found.entry.intent)
    return bringing(roles, was, names_by_id(roles), found.entry.intent.subject.title)


def _fields(found: UndoPreview) -> str:
    intent = found.entry.intent
    fields = fields_of(intent.endpoint)
    labelled = [fields[name] for name in found.back if name in fields]
    if not labelled or found.back.keys() == sent_values(found.entry).keys():
        return ""
    thing = intent.subject.title if intent.subject.kind == "organization" else subject_of(intent)
    return gettext("Change %(thing)s: %(labelled)s", thing=thing, labelled=join_labels(labelled))
