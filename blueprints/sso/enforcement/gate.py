"""Gates (conditions before enforcement) and the facts that they are computed from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from contract.organization.saml import SamlProvider
from masthead.client import Problem
from masthead.store.sso.sign_in_trials import SsoTest
from masthead.web.frame.alerts import AlertLink
from masthead.web.people.known_members import KnownMembers


class GateState(StrEnum):
    """The state of a gate. `ASKS` gates check nothing; they only ask for consent."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    ASKS = "asks"


@dataclass(frozen=True, slots=True)
class Gate:
    """A condition for enforcement. If it isn't met, a person has to agree to `tick`, or can't go on if it `blocks`.

    `names` lists the people concerned.
    """

    name: str
    title: str
    state: GateState
    text: str
    tick: str = ""
    blocks: bool = False
    links: tuple[AlertLink, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GateFacts:
    """Everything that gates are computed from.

    `tests` has the last test by provider id, `begun` the one that was started last; `changed` has the ids of
    providers that were changed after their test.

    `name` is the person's name in Masthead, or empty. `wanted` is the id of the provider that the person chose for
    the checks, or empty.
    """

    organization: str
    providers: Sequence[SamlProvider] | Problem
    members: KnownMembers
    tests: dict[str, SsoTest]
    changed: frozenset[str]
    name: str
    now: datetime
    wanted: str = ""
    begun: dict[str, SsoTest] = field(default_factory=dict)
