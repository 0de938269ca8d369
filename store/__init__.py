"""What the portal keeps: sessions, forms, the journal and plans in a durable store, listings in a file of their own."""

from store.attempts import Attempts
from store.database import Database
from store.drafts import Draft, Drafts
from store.entries import Entry, Intent, Outcome, State, Subject, Values
from store.errors import LeaseLostError, StoreError, WeakKeyError
from store.generations import Generations
from store.journal import Beside, Journal, Wanted
from store.keys import Keys, read_keys
from store.listings import Listings
from store.people import LONGEST_NAME, People
from store.plan_runs import PlanRun
from store.plans import Plans
from store.sessions import Session, SessionLine, Sessions
from store.steps import OPEN, Mark, Plan, Purpose, Step, StepState, state_after
from store.submissions import Begun, Different, Finished, Running, Submissions

__all__ = [
    "LONGEST_NAME",
    "OPEN",
    "Attempts",
    "Begun",
    "Beside",
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
    "LeaseLostError",
    "Listings",
    "Mark",
    "Outcome",
    "People",
    "Plan",
    "PlanRun",
    "Plans",
    "Purpose",
    "Running",
    "Session",
    "SessionLine",
    "Sessions",
    "State",
    "Step",
    "StepState",
    "StoreError",
    "Subject",
    "Submissions",
    "Values",
    "Wanted",
    "WeakKeyError",
    "read_keys",
    "state_after",
]
