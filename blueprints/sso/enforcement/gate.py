"""A gate, and all that gates are judged by."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from contract.organization.saml import SamlProvider
from masthead.client import Problem
from masthead.store import SsoTest
from masthead.web.pages.alerts import AlertLink
from masthead.web.pages.known_members import KnownMembers


class GateState(StrEnum):
    """What is known of a gate; one that only asks for agreement has nothing to be known of."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    ASKS = "asks"


@dataclass(frozen=True, slots=True)
class Gate:
    """One of them. `tick` is what has to be agreed to where it is not fulfilled; one that `blocks` has no such way out.

    `names` are the people whom it is about.
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
    """All that the gates are judged by. `tests` are by provider, `changed` are the providers that were changed since.

    `begun` are the tests that were started last, by provider.

    `name` is what the person is called here, which may be empty. `wanted` is the id of the provider that the person
    chose to check with, empty where they chose none.
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
