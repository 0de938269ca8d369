"""Messages for a person who keeps or rolls back a certificate after the question about it has ended."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from blueprints.sso.reads import ProviderPage, replaced
from contract.organization.saml import UPDATE_SAML_PROVIDER
from i18n import N_, gettext
from masthead.store.entries import Entry, State
from masthead.store.journal.finding import JournalQuery
from masthead.store.sso.rotations import Kept, ProviderPlace, Replaced
from masthead.web.forms.certificates import first_card, provider_card
from masthead.web.frame.feedback import Feedback, Report
from masthead.web.frame.pages import done, informed
from masthead.web.frame.templating import day
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.writes.undo import sent_values

KEPT_BY_YOU = N_("You already kept the new certificate.")
KEPT_BY = N_("%(name)s kept the new certificate.")
KEPT = N_("Somebody else kept the new certificate.")
STILL_USED = N_(
    "The new certificate is still in use. Masthead no longer asks about it: it was saved again, or the time to try it "
    "was up."
)
NOT_BACK = N_("Nothing was saved. Undo the change in the journal to go back.")
BACK_BY_YOU = N_("You already went back to the old certificate, and it is in use. Nothing was sent this time.")
BACK_BY = N_("%(name)s already went back to the old certificate, and it is in use. Nothing was sent this time.")
BACK = N_("The old certificate is in use again. It isn't known who went back to it. Nothing was sent this time.")
ANOTHER_BY_YOU = N_("You have replaced the certificate again. Nothing was saved.")
ANOTHER_BY = N_("%(name)s has replaced the certificate again. Nothing was saved.")
ANOTHER = N_("Somebody else has replaced the certificate again. Nothing was saved.")
GOING_BACK = N_("The new certificate was not kept: %(who)s asked to go back to the old one.")
BEING_REPLACED = N_("The new certificate was not kept: %(who)s asked to replace it by another one.")
OLD, NEW = "old", "new"


def marks_of(found: ProviderPage, before: Replaced | None) -> Mapping[str, str]:
    """Fingerprints of the old and the new certificate, which the page's buttons send along."""
    old, new = first_card(before.old) if before else None, provider_card(found.provider)
    return {OLD: old.sha256 if old else "", NEW: new.sha256 if new else ""}


def sent_marks() -> Mapping[str, str]:
    """Fingerprints that the request sent, for the button on the next page."""
    return {name: request.form.get(name, "") for name in (OLD, NEW)}


def asked_about(found: ProviderPage) -> Replaced | None:
    """The recent replacement; None if the sent page asked about another one."""
    before = replaced(found)
    return before if before is not None and marks_of(found, before) == sent_marks() else None


def tell_under_way(found: ProviderPage) -> str:
    """A message if a request that changes the certificate is still running; else empty."""
    organization, provider = found.place
    states = [State.UNDER_WAY]
    wanted = JournalQuery(organization, endpoints=[UPDATE_SAML_PROVIDER.name], object_id=provider, states=states)
    for each in portal().store.journal.entries(wanted):
        if pem := sent_values(each).get("certificate"):
            own, card = each.intent.owner == person().owner, first_card(pem)
            who = gettext("you, in another window,") if own else each.name or gettext("somebody else")
            is_back = card is not None and card.sha256 == sent_marks()[OLD]
            return gettext(GOING_BACK if is_back else BEING_REPLACED, who=who)
    return ""


def tell_over(found: ProviderPage, onward: str, *, keeping: bool) -> Response:
    """Say which certificate is in use and, if the journal knows, who saved it. `keeping`: they chose to keep it."""
    now, marks = provider_card(found.provider), sent_marks()
    if now is not None and now.sha256 == marks[NEW]:
        stays = _tell_kept(portal().store.rotations.kept(found.place, now.sha256))
        not_back = Report(Feedback.NOT_SAVED, f"{stays} {gettext(NOT_BACK)}")
        return informed(stays, onward) if keeping else done(not_back, onward)
    own, name = _who_saved(found, now.sha256 if now else "")
    if now is not None and now.sha256 == marks[OLD]:
        return informed(gettext(BACK_BY_YOU) if own else gettext(BACK_BY, name=name) if name else gettext(BACK), onward)
    another = gettext(ANOTHER_BY_YOU) if own else gettext(ANOTHER_BY, name=name) if name else gettext(ANOTHER)
    return done(Report(Feedback.NOT_SAVED, another), onward)


def _tell_kept(kept: Kept | None) -> str:
    if kept is None:
        return gettext(STILL_USED)
    own = kept.owner == person().owner
    return gettext(KEPT_BY_YOU) if own else gettext(KEPT_BY, name=kept.name) if kept.name else gettext(KEPT)


def warn_of_kept(entry: Entry, sent: Mapping[str, Any]) -> list[str]:
    """Warn that an undo would replace a certificate that somebody decided to keep."""
    card = first_card(sent_values(entry).get("certificate")) if "certificate" in sent else None
    kept = card and portal().store.rotations.kept(ProviderPlace(*entry.intent.ids), card.sha256)
    if not kept:
        return []
    at = day(kept.at)
    if kept.owner == person().owner:
        return [gettext("You kept this certificate on %(at)s.", at=at)]
    name = kept.name or gettext("Somebody else")
    return [gettext("%(name)s kept this certificate on %(at)s.", name=name, at=at)]


def _who_saved(found: ProviderPage, sha256: str) -> tuple[bool, str]:
    """True if this person saved the certificate, and the name of who did. Empty if the journal doesn't know."""
    organization, provider = found.place
    wanted = JournalQuery(organization, endpoints=[UPDATE_SAML_PROVIDER.name], object_id=provider)
    entries = ((each, sent_values(each).get("certificate")) for each in portal().store.journal.entries(wanted))
    newest, pem = next(((each, pem) for each, pem in entries if pem), (None, None))
    card = first_card(pem)
    if newest is None or card is None or card.sha256 != sha256 or newest.outcome.state is not State.SAVED:
        return False, ""
    return newest.intent.owner == person().owner, newest.name
