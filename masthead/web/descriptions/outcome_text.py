"""Texts that explain why an outcome, a step or a bulk change is in its state."""

from collections.abc import Callable, Mapping

from masthead.i18n import N_, gettext
from masthead.resources import BY_KIND, Resource
from masthead.store.entries import Cause, Reason, State

TEXTS = {
    Reason.CLEANED: N_(
        "%(cleaned)s (Masthead has cleaned this message: it seemed to hold a secret or technical details.)"
    ),
    Reason.AS_SENT: N_("It was saved: the current values are what was sent."),
    Reason.CHANGED_SINCE_SAVED: N_("It was saved, and changed again since."),
    Reason.AS_BEFORE: N_("It is not saved: all is as it was before."),
    Reason.FOUND_AS_BEFORE: N_("It is not saved: a later change found it as before."),
    Reason.WITHOUT_EFFECT: N_("The change was accepted, but all is as before. Either it did nothing or was set back."),
    Reason.NEITHER: N_("The current values are neither what was sent nor what was there before."),
    Reason.SOME_AS_SENT: N_("Some members are as this change asked, the others as they were before."),
    Reason.CHANGED_SINCE: N_(
        "It may have been changed again since, so the current values don't show whether this was saved."
    ),
    Reason.SET_BY_SOMEBODY: N_(
        "Somebody may have set it since, so the current values don't show whether this was saved."
    ),
    Reason.NOT_REPORTED: N_("It isn't known whether this was saved. Check what is there now."),
    Reason.GONE: N_("%(title)s is gone, or hidden from you, so it isn't known whether this was saved."),
    Reason.DONE_BY_SOMEBODY: N_("It is done. You or somebody else did it."),
    Reason.FOUND_ON: N_(
        "It is done. You or somebody else did it. It was on when Masthead found it, although the deleted one was off. "
        "Check it, and switch it off."
    ),
    Reason.MAYBE_DONE: N_("It isn't known who did this: you or somebody else. Check what is there now."),
    Reason.NOT_DONE: N_("It is not saved: nothing shows that it was done."),
    Reason.NOT_YET: N_("It is not done yet, but may be under way. Check again in a few minutes."),
    Reason.CHECKS_STOPPED: N_("%(who)s stopped checking. It stays not known whether this was saved."),
    Reason.NOTHING_CHANGED: N_("Nothing was changed, so there is nothing to undo."),
    Reason.NOT_IN_EFFECT: N_("It was not in effect when Masthead checked, so there is nothing to undo."),
    Reason.STAYS_UNKNOWN: N_("It stays not known whether this was saved, so it can't be undone here."),
    Reason.CHECK_FIRST: N_("It isn't known whether this was saved. Check that first."),
    Reason.ON_OTHER_PAGE: N_("Can't be undone here. Change enforcement on the Single sign-on page."),
    Reason.EARLIER_UNKNOWN: N_("The earlier values are not known."),
    Reason.EARLIER_NOT_REPORTED: N_("The earlier values can't be restored: they are hidden."),
    Reason.CREATED_UNKNOWN: N_("Masthead doesn't know what was created. Delete it on its own page."),
    Reason.CREATED_AGAIN: N_("It was already created again."),
    Reason.NAME_UNKNOWN: N_("The name of what was deleted is not known, so it can't be created again."),
    Reason.NAME_TAKEN: N_("There is another one called %(name)s now, so Masthead doesn't create it again."),
    Reason.UNDO_IN_STRUCTURE: N_("To undo this, change the structure again."),
    Reason.DELETE_ON_PAGE: N_("To undo this, delete what was created on its own page."),
    Reason.PERMANENT_DELETION: N_("A deletion can't be undone."),
    Reason.PERMANENT: N_("This can't be undone."),
    Reason.NO_LONGER_THERE: N_("It no longer exists."),
    Reason.NO_OWNER: N_("Undoing would leave the team without an owner. Make somebody else an owner first."),
    Reason.DELETES: N_("This deletes %(item)s."),
    Reason.CREATED_BY_SOMEBODY: N_("You or somebody else created it."),
    Reason.CALLED_NOW: N_("It is now called “%(name)s”."),
    Reason.CHANGED_SINCE_CREATED: N_("It was changed after it was created. The last change: %(change)s."),
    Reason.NONE_OR_GUEST: N_(
        "There was no role before, or a guest role: Masthead can't tell them apart. Undoing removes the role."
    ),
    Reason.ALREADY_SO: N_("No change was needed, so nothing was sent."),
    Reason.CHANGED_MEANWHILE: N_("It was changed outside of this bulk change, so it was left as it is."),
    Reason.CLOSED_MEANWHILE: N_("Somebody merged or archived it already, so nothing was sent."),
    Reason.GONE_MEANWHILE: N_("It is gone, or hidden from you, so nothing was sent."),
    Reason.NOT_READ: N_("It could not be read, so nothing was sent: %(message)s"),
    Reason.IN_DOUBT: N_("It isn't known whether this was saved. Masthead worked out the remaining changes again."),
    Reason.NO_TRACE: N_(
        "This wasn't confirmed, and all is as it was before. Either it was not carried out, or it was set back."
    ),
    Reason.SOME_TRACE: N_(
        "This wasn't confirmed. Some of these people are as it asked, the others as they were before."
    ),
    Reason.SENT_AGAIN: N_("You sent it again."),
    Reason.LEFT_AS_IT_IS: N_("You left this as it is."),
    Reason.SKIPPED: N_("You skipped this."),
    Reason.NOT_SENT: N_("Stopped before it was sent."),
    Reason.RESTORED: N_("%(refusal)s Masthead restored what it had removed before: %(summary)s."),
    Reason.NOT_RESTORED: N_(
        "%(refusal)s Masthead couldn't restore what it had removed before: %(summary)s. %(failure)s"
    ),
    Reason.REFUSED: N_("Refused: %(said)s"),
    Reason.NOT_MEMBER: N_("Not a member of the organization: %(said)s"),
    Reason.GIVEN_UP: N_("Not sent: too many requests had been refused before."),
    Reason.CHANGED_OUTSIDE: N_("It has changed since, and was left as it was: %(now)s."),
    # Others may have set the value since, or the API when it was saved.
    Reason.OTHERWISE: N_("The change was accepted. Afterwards: %(now)s."),
    Reason.UNSEEN: N_("The change was accepted, but some addresses are hidden, so the result can't be checked."),
    Reason.NOT_FOUND: N_("Left unchanged: some addresses are hidden, so it isn't known who this is."),
    Reason.LAST_OWNER: N_("Left unchanged, so that the team keeps an owner."),
    Reason.ROLE_LOST: N_("Left unchanged: the earlier role isn't known, or can't be given back."),
    Reason.MAYBE_THERE: N_("Left unchanged: it isn't known whether they were in the team before."),
    Reason.NOT_USED: N_("Line %(line)s of the list can't be used. %(note)s"),
    Reason.MORE_PEOPLE: N_("And %(more)s more. Download the report to see all."),
    Reason.NOT_ADMINISTRATOR: N_(
        "The person who used Masthead last isn't allowed to change the settings of the organization."
    ),
    Reason.TOKEN_REFUSED: N_("Your access token is no longer accepted, so the other changes were not carried out."),
    Reason.API_SAID: N_("The documentation service answered: %(said)s"),
    Reason.STOPPED: N_("You stopped it before it finished."),
    Reason.INTERRUPTED: N_(
        "Restored from an older backup. Waiting changes may have been sent already: check them before you resume."
    ),
    Reason.ANOTHER_RUNS: N_(
        "It waits until “%(title)s” has ended, since only one file at a time is applied to an organization."
    ),
    Reason.DIFFERENT: N_("%(summary)s: the change was accepted, but the current value is different."),
    Reason.NOT_LOOKED_AT: N_("%(summary)s: the current value could not be read. %(why)s"),
    Reason.HIDDEN_PLACE: N_("The place of the group %(group)s: nobody can see the place of a group without sections."),
    Reason.HIDDEN_ORDER: N_(
        "The order of the groups: not changed, as Masthead can't read the published view that shows it."
    ),
    Reason.NO_NEIGHBOUR: N_(
        "%(what)s: the section is empty, so Masthead has to remove the space and add it again. This needs your consent."
    ),
    Reason.REORDERS: N_("%(what)s: Masthead has to remove sections and add them again. This needs your consent."),
    Reason.LEFT_OPEN: N_("Not done yet: %(summary)s."),
    Reason.CHANGED_AGAIN: N_("%(summary)s: it was changed again since, so it stays as it is."),
    Reason.NOT_UNDONE: N_(
        "%(summary)s: it isn't known whether this was saved, so it is not undone. Check it in Activity."
    ),
    Reason.MAYBE_ADDED: N_(
        "%(summary)s: it isn't known whether this was saved, so the undo removes nothing. Look on the site."
    ),
}
"""Texts by reason. Other reasons have the fact `text`, or a text of their kind of resource."""
OF_RESOURCES: Mapping[Reason, Callable[[Resource, str], str]] = {
    Reason.BEFORE_DELETING: lambda resource, _: resource.undo_create,
    Reason.BEFORE_CREATING: lambda resource, _: resource.undo_delete,
    Reason.SET_AFTER_CREATION: lambda resource, setting: resource.set_after[setting].notice,
    Reason.NOT_SET_AFTER_CREATION: lambda resource, setting: resource.set_after[setting].failed,
}
ACCEPTED = N_("The change was accepted. %(found)s")


def cause_text(cause: Cause) -> str:
    """Return the text for a cause, or an empty string if there is none. Older causes contain their text."""
    facts = {name: role_text(fact) if name == "now" else fact for name, fact in cause.facts.items()}
    if cause.reason in OF_RESOURCES:
        text = gettext(OF_RESOURCES[cause.reason](BY_KIND[facts["kind"]], facts.get("setting", "")))
    else:
        text = cause.text if "text" in facts or not cause else gettext(TEXTS[cause.reason], **facts)
    if facts.get("accepted"):
        text = gettext(ACCEPTED, found=text)
    return f"{facts['of']}: {text}" if "of" in facts else text


def role_text(role: str | None) -> str:
    """Name a team role. None means a non-member; empty means that the API doesn't report the role."""
    return gettext("not in the team") if role is None else role or gettext("role not shown")


OUTCOMES = {
    State.SAVED: (N_("Saved"), "good", "check-circle"),
    State.UNDER_WAY: (N_("Under way"), "quiet", "clock-history"),
    State.UNKNOWN: (N_("Not known"), "warn", "question-circle"),
    State.REFUSED: (N_("Refused"), "bad", "x-circle"),
    State.NOT_SENT: (N_("Not sent"), "quiet", "wifi-off"),
    State.NOT_SAVED: (N_("Not in effect"), "quiet", "x-circle"),
    State.CLOSED: (N_("Not known, closed"), "quiet", "question-circle"),
}
