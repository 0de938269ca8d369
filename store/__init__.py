"""What the portal keeps: sessions, forms, journal, known objects in a durable store, listings in files of their own."""

from store.attempts import Attempts
from store.database import Database
from store.drafts import Draft, Drafts
from store.entries import Entry, Intent, Outcome, State, Subject, Values
from store.errors import StoreError, WeakKeyError
from store.generations import Generations
from store.journal import Journal, Wanted
from store.keys import Keys, read_keys
from store.known import Known
from store.known_objects import FORBIDDEN, GONE, OK, KnownObject, Sought
from store.listings import Listings
from store.people import LONGEST_NAME, People
from store.sessions import Session, SessionLine, Sessions
from store.submissions import Begun, Different, Finished, Running, Submissions

__all__ = [
    "FORBIDDEN",
    "GONE",
    "LONGEST_NAME",
    "OK",
    "Attempts",
    "Begun",
    "Database",
    "Different",
    "Draft",
    "Drafts",
    "Entry",
    "Finished",
    "Generations",
    "Intent",
    "Journal",
    "Keys",
    "Known",
    "KnownObject",
    "Listings",
    "Outcome",
    "People",
    "Running",
    "Session",
    "SessionLine",
    "Sessions",
    "Sought",
    "State",
    "StoreError",
    "Subject",
    "Submissions",
    "Values",
    "Wanted",
    "WeakKeyError",
    "read_keys",
]
