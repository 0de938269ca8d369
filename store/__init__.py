"""What the portal keeps: sessions and sent forms in a durable store, recent listings in a file of their own."""

from store.attempts import Attempts
from store.database import Database
from store.errors import StoreError, WeakKeyError
from store.keys import Keys, read_keys
from store.listings import Listings
from store.sessions import Session, SessionLine, Sessions
from store.submissions import Begun, Finished, Running, Submissions

__all__ = [
    "Attempts",
    "Begun",
    "Database",
    "Finished",
    "Keys",
    "Listings",
    "Running",
    "Session",
    "SessionLine",
    "Sessions",
    "StoreError",
    "Submissions",
    "WeakKeyError",
    "read_keys",
]
