"""Rules that rate how severe each kind of change is for clients of the old version (ADR 50)."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from masthead.i18n import N_, gettext


class Level(IntEnum):
    """The severity of a change for clients, most severe last."""

    SAFE = 0
    UNJUDGED = 1
    RISKY = 2
    BREAKING = 3


REQUEST, RESPONSE = "request", "response"
S, U, R, B = Level


class Rule(NamedTuple):
    """`text` describes the change; `request` and `response` are its levels in each direction, `whys` the reasons.

    A rule that ignores the direction has the same level for both.
    """

    text: str
    request: Level
    response: Level
    whys: tuple[str, str] = ("", "")

    def level(self, direction: str) -> Level:
        return self.request if direction == REQUEST else self.response

    def why(self, direction: str) -> str:
        """Return the reason, or an empty string if the change is safe."""
        return self.whys[direction == RESPONSE] if self.level(direction) else ""


GONE = N_("Clients that call it get an error.")
REFUSED = N_("Requests that were valid are refused.")
MAY_BE_REFUSED = N_("Requests that were valid may be refused.")
NOT_FOUND = N_("Clients that read it don't find it any more.")
UNKNOWN_VALUE = N_("Clients may get a value that they don't know.")
NOT_EXPECTED = N_("Clients get values that the earlier version ruled out.")
IGNORED = N_("Clients that send it have no effect with it, or are refused.")
OTHER_RESULT = N_("Clients that leave it out get another result.")

MOVED = N_("Clients may call an address that is gone.")
OTHER_STYLE = N_("Clients write it in a way that is no longer read.")
UNREAD = N_("What clients send there is ignored or refused.")
NO_ANSWER_IN_IT = N_("Clients that ask for it get no answer in it.")
AWAITED = N_("Clients wait for an answer that no longer comes.")
MAY_BE_LEFT_OUT = N_("Clients that rely on it may not find it.")
NO_CREDENTIALS = N_("Calls without credentials are refused.")
OTHER_CREDENTIALS = N_("Clients that use it are refused.")
NULL_FOR_VALUE = N_("Clients that expect a value get null.")
CALL_AWAITED = N_("Clients wait for a call that no longer comes.")
UNJUDGED = N_("Masthead has no rule for it. Compare both versions.")
UNKNOWN_CHOICE = N_("Clients may get an alternative that they don't know.")


def _undirected_rule(text: str, level: Level, why: str = "") -> Rule:
    return Rule(text, level, level, (why, why))


RULES = {
    # Operations and their parts.
    "operation-added": _undirected_rule(N_("The operation was added."), S),
    "operation-removed": _undirected_rule(N_("The operation was removed."), B, GONE),
    "operation-deprecated": _undirected_rule(N_("The operation was deprecated."), S),
    "operation-undeprecated": _undirected_rule(N_("The operation is no longer deprecated."), S),
    "operation-id-changed": _undirected_rule(N_("The operationId changed from %(before)s to %(after)s."), S),
    "webhook-added": _undirected_rule(N_("The API now makes this call."), S),
    "webhook-removed": _undirected_rule(N_("The API no longer makes this call."), B, CALL_AWAITED),
    "path-parameter-renamed": _undirected_rule(N_("The path parameter %(before)s is now called %(after)s."), S),
    "servers-changed": _undirected_rule(N_("The addresses of the API changed."), R, MOVED),
    "parameter-added": _undirected_rule(N_("An optional parameter was added."), S),
    "required-parameter-added": Rule(N_("A required parameter was added."), B, S, (REFUSED, "")),
    "parameter-removed": Rule(N_("The parameter was removed."), R, R, (IGNORED, NOT_FOUND)),
    "parameter-required": Rule(N_("The parameter became required."), B, S, (REFUSED, "")),
    "parameter-optional": Rule(N_("The parameter became optional."), S, B, ("", MAY_BE_LEFT_OUT)),
    "parameter-style": _undirected_rule(N_("The parameter is written in another way."), R, OTHER_STYLE),
    "parameter-deprecated": _undirected_rule(N_("The parameter was deprecated."), S),
    "parameter-undeprecated": _undirected_rule(N_("The parameter is no longer deprecated."), S),
    "body-added": _undirected_rule(N_("An optional request body was added."), S),
    "required-body-added": Rule(N_("A required request body was added."), B, S, (REFUSED, "")),
    "body-removed": Rule(N_("The request body was removed."), B, B, (UNREAD, NOT_FOUND)),
    "body-required": Rule(N_("The request body became required."), B, S, (REFUSED, "")),
    "body-optional": Rule(N_("The request body became optional."), S, B, ("", MAY_BE_LEFT_OUT)),
    "media-type-added": Rule(N_("The media type was added."), S, S),
    "media-type-removed": Rule(N_("The media type was removed."), B, B, (REFUSED, NO_ANSWER_IN_IT)),
    "response-added": _undirected_rule(N_("The response was added."), S),
    "response-removed": _undirected_rule(N_("The response was removed."), B, AWAITED),
    "error-response-removed": _undirected_rule(N_("The error response was removed."), S),
    "header-added": _undirected_rule(N_("The header was added."), S),
    "header-removed": _undirected_rule(N_("The header was removed."), R, NOT_FOUND),
    "required-header-removed": _undirected_rule(N_("The header, which was always there, was removed."), B, NOT_FOUND),
    "header-optional": _undirected_rule(N_("The header may be left out."), B, MAY_BE_LEFT_OUT),
    "header-required": _undirected_rule(N_("The header is always there."), S),
    "security-added": _undirected_rule(N_("Callers now have to authenticate."), B, NO_CREDENTIALS),
    "security-removed": _undirected_rule(N_("Callers no longer have to authenticate."), S),
    "security-way-added": _undirected_rule(N_("Callers can also authenticate by %(after)s."), S),
    "security-way-removed": _undirected_rule(
        N_("Callers can no longer authenticate by %(before)s."), B, OTHER_CREDENTIALS
    ),
    "security-scheme-added": _undirected_rule(N_("The security scheme was added."), S),
    "security-scheme-removed": _undirected_rule(N_("The security scheme was removed."), S),
    "security-scheme-changed": _undirected_rule(N_("It is now another way to authenticate."), B, OTHER_CREDENTIALS),
    "differs": _undirected_rule(N_("%(name)s differs."), U, UNJUDGED),
    "schema-differs": _undirected_rule(
        N_("The schema differs, and no operation uses it where a rule looks."), U, UNJUDGED
    ),
    # Schemas: a narrower request or a wider response harms clients.
    "type-widened": Rule(N_("The type widened from %(before)s to %(after)s."), S, B, ("", NOT_EXPECTED)),
    "type-narrowed": Rule(N_("The type narrowed from %(before)s to %(after)s."), B, S, (REFUSED, "")),
    "type-changed": Rule(N_("The type changed from %(before)s to %(after)s."), B, B, (REFUSED, NOT_EXPECTED)),
    "null-allowed": Rule(N_("It may be null."), S, B, ("", NULL_FOR_VALUE)),
    "null-forbidden": Rule(N_("It may no longer be null."), B, S, (REFUSED, "")),
    "value-added": Rule(N_("The value %(after)s was added."), S, R, ("", UNKNOWN_VALUE)),
    "value-removed": Rule(N_("The value %(before)s was removed."), B, S, (REFUSED, "")),
    "values-limited": Rule(N_("It is limited to the values %(after)s."), B, S, (REFUSED, "")),
    "values-unlimited": Rule(N_("It is no longer limited to the values %(before)s."), S, R, ("", UNKNOWN_VALUE)),
    "constant-changed": Rule(N_("The value changed from %(before)s to %(after)s."), B, B, (REFUSED, UNKNOWN_VALUE)),
    "limit-narrowed": Rule(N_("The limit %(name)s narrowed from %(before)s to %(after)s."), B, S, (REFUSED, "")),
    "limit-widened": Rule(N_("The limit %(name)s widened from %(before)s to %(after)s."), S, B, ("", NOT_EXPECTED)),
    "limit-added": Rule(N_("The limit %(name)s of %(after)s was added."), R, S, (MAY_BE_REFUSED, "")),
    "limit-removed": Rule(N_("The limit %(name)s of %(before)s was removed."), S, B, ("", NOT_EXPECTED)),
    "pattern-added": Rule(N_("The pattern %(after)s was added."), B, S, (REFUSED, "")),
    "pattern-changed": Rule(N_("The pattern changed from %(before)s to %(after)s."), R, S, (MAY_BE_REFUSED, "")),
    "pattern-removed": Rule(N_("The pattern %(before)s was removed."), S, S),
    "unique-required": Rule(N_("The items must differ from each other."), B, S, (REFUSED, "")),
    "unique-dropped": Rule(N_("The items may repeat."), S, R, ("", NOT_EXPECTED)),
    "keyword-added": Rule(N_("The keyword %(name)s was added."), B, S, (REFUSED, "")),
    "keyword-removed": Rule(N_("The keyword %(name)s was removed."), S, B, ("", NOT_EXPECTED)),
    "content-changed": Rule(
        N_("%(name)s changed from %(before)s to %(after)s."), B, B, (REFUSED, N_("Clients can't read it any more."))
    ),
    "item-added": Rule(N_("The item was added."), S, S),
    "item-removed": Rule(N_("The item was removed."), B, B, (UNREAD, NOT_FOUND)),
    "property-added": Rule(N_("The property was added."), S, S),
    "required-property-added": Rule(N_("A required property was added."), B, S, (REFUSED, "")),
    "property-removed": Rule(N_("The property was removed."), R, B, (IGNORED, NOT_FOUND)),
    "property-required": Rule(N_("The property became required."), B, S, (REFUSED, "")),
    "property-optional": Rule(N_("The property may be left out."), S, B, ("", MAY_BE_LEFT_OUT)),
    "dependency-added": Rule(N_("With %(name)s, %(after)s became required."), B, S, (REFUSED, "")),
    "dependency-removed": Rule(N_("With %(name)s, %(before)s may be left out."), S, B, ("", MAY_BE_LEFT_OUT)),
    "forbidden": Rule(N_("It is no longer allowed."), B, B, (REFUSED, NOT_FOUND)),
    "allowed": Rule(N_("It is allowed."), S, S),
    "closed": Rule(N_("Other properties are no longer allowed."), B, S, (REFUSED, "")),
    "opened": Rule(N_("Other properties are allowed."), S, S),
    "choice-added": Rule(N_("The alternative %(after)s was added."), S, B, ("", UNKNOWN_CHOICE)),
    "choice-removed": Rule(N_("The alternative %(before)s was removed."), B, S, (REFUSED, "")),
    "choices-added": Rule(N_("It is now one of %(after)s."), R, R, (MAY_BE_REFUSED, UNKNOWN_CHOICE)),
    "choices-removed": Rule(N_("It is no longer one of %(before)s."), R, R, (MAY_BE_REFUSED, UNKNOWN_CHOICE)),
    "default-changed": Rule(N_("The default changed from %(before)s to %(after)s."), R, S, (OTHER_RESULT, "")),
    "deprecated": Rule(N_("It was deprecated."), S, S),
    "undeprecated": Rule(N_("It is no longer deprecated."), S, S),
    "schema-added": _undirected_rule(N_("The schema was added."), S),
    "schema-removed": _undirected_rule(N_("The schema was removed."), S),
}
"""Rules by code; the codes are part of the JSON report."""


MAX_SHOWN = 60
"""Length limit of a value in a sentence."""
MAX_CHANGES = 20_000


class SpecChange(NamedTuple):
    """A change. `subject` is an operation or a schema; `place` is a path in it, empty for all of it.

    `direction` is `request` or `response`, empty if it doesn't matter. `values` fill placeholders in the rule's text.
    """

    code: str
    subject: str
    place: str = ""
    direction: str = ""
    values: tuple[tuple[str, str], ...] = ()

    @property
    def level(self) -> Level:
        return RULES[self.code].level(self.direction)

    @property
    def text(self) -> str:
        return gettext(RULES[self.code].text, **{name: _shorten_value(value) for name, value in self.values})

    @property
    def why(self) -> str:
        """Return the consequence for clients, or an empty string if the change is safe."""
        found = RULES[self.code].why(self.direction)
        return gettext(found) if found else ""


@dataclass
class ChangeList:
    """Changes without duplicates. `more` means that the limit was reached."""

    changes: dict[SpecChange, None] = field(default_factory=dict)
    more: bool = False

    def add(self, code: str, subject: str, place: str = "", direction: str = "", **values: str) -> None:
        if len(self.changes) >= MAX_CHANGES:
            self.more = True
            return
        self.changes[SpecChange(code, subject, place, direction, tuple(values.items()))] = None


def _shorten_value(value: str) -> str:
    return value if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]}…"
