"""The outcomes of changes, as badges: label, how good it is, icon."""

from store import State

OUTCOMES = {
    State.SAVED: ("Saved", "good", "check-circle"),
    State.UNDER_WAY: ("Under way", "quiet", "clock-history"),
    State.UNKNOWN: ("Not known", "warn", "question-circle"),
    State.REFUSED: ("Refused", "bad", "x-circle"),
    State.NOT_SENT: ("Not sent", "quiet", "wifi-off"),
    State.NOT_SAVED: ("Not in effect", "quiet", "x-circle"),
    State.CLOSED: ("Not known, closed", "quiet", "question-circle"),
}
