"""The outcomes of changes, as badges: label, how good it is, icon."""

from i18n import N_
from masthead.store.entries import State

OUTCOMES = {
    State.SAVED: (N_("Saved"), "good", "check-circle"),
    State.UNDER_WAY: (N_("Under way"), "quiet", "clock-history"),
    State.UNKNOWN: (N_("Not known"), "warn", "question-circle"),
    State.REFUSED: (N_("Refused"), "bad", "x-circle"),
    State.NOT_SENT: (N_("Not sent"), "quiet", "wifi-off"),
    State.NOT_SAVED: (N_("Not in effect"), "quiet", "x-circle"),
    State.CLOSED: (N_("Not known, closed"), "quiet", "question-circle"),
}
