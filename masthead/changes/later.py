"""Messages about what later entries prove of one whose outcome is not known."""

from i18n import N_

THERE = N_("It was saved: the current values are what was sent.")
CHANGED_SINCE_SAVED = N_("It was saved, and changed again since.")
AS_BEFORE_IT = N_("It is not saved: the values are the same as before.")
NEITHER = N_("The current values are neither what was sent nor what was there before.")
NOT_REPORTED = N_("The API doesn't report the current value, so it doesn't show whether this was saved.")
SOME_NEITHER = N_("Some members are neither as this change asked nor as they were before.")
SOME_AS_SENT = N_("Some members are as this change asked, the others as they were before.")
CHANGED_SINCE = N_("It may have been changed again since, so the current values don't show whether this was saved.")
SET_BACK = N_("Somebody may have set it back since, so the current values don't show whether this was saved.")
SET_SINCE = N_("Somebody may have set it since, so the current values don't show whether this was saved.")
ELSEWHERE = (NEITHER, SOME_NEITHER, SOME_AS_SENT, SET_BACK, SET_SINCE)
"""What tells that somebody may have set it since, of whom the journal has nothing."""
