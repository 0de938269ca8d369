"""Labels of values, in the reader's language."""

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from contract.authoring.change_requests import ChangeRequest
from masthead.i18n import N_, gettext

K = TypeVar("K", bound=Hashable)


def translated(table: Mapping[K, str]) -> dict[K, str]:
    """Translate a table of labels."""
    return {value: gettext(label) for value, label in table.items()}


def translated_rows(table: Mapping[K, tuple[Any, ...]], texts: int = 1) -> dict[K, tuple[Any, ...]]:
    """Translate the first `texts` columns of each row."""
    return {value: translated_row(row, texts) for value, row in table.items()}


def translated_row(row: tuple[Any, ...], texts: int = 1) -> tuple[Any, ...]:
    return (*map(gettext, row[:texts]), *row[texts:])


def request_subject(request: ChangeRequest) -> str:
    """Return the subject of a change request, or a placeholder."""
    return request.subject.strip() or gettext("Without a subject")


def request_title(request: ChangeRequest) -> str:
    """Return `#12 Subject`."""
    return f"#{request.number} {request_subject(request)}"


LABELS = {
    "active": N_("Active"),
    "audienceControlledSite": N_("Site for a chosen audience"),
    "basic": N_("Basic"),
    "business": N_("Business"),
    "business_dec_2021": N_("Business (December 2021)"),
    "community": N_("Community"),
    "community_2024": N_("Community (2024)"),
    "computed": N_("Computed"),
    "designSystem": N_("Design system"),
    "docsSite": N_("Documentation site"),
    "document": N_("Document"),
    "downgrade": N_("Downgrade"),
    "education": N_("Education"),
    "ended": N_("Ended"),
    "enterprise": N_("Enterprise"),
    "enterprise_2024": N_("Enterprise (2024)"),
    "expired": N_("Expired"),
    "free": N_("Free"),
    "free_2024": N_("Free (2024)"),
    "group": N_("Group"),
    "internal": N_("Internal"),
    "internalDocs": N_("Internal documentation"),
    "legacy": N_("Legacy"),
    "legacy-basic": N_("Legacy basic"),
    "legacy-premium": N_("Legacy premium"),
    "link": N_("Link"),
    "monthly": N_("Monthly"),
    "nonProfit": N_("Nonprofit"),
    "none": N_("None"),
    "notapplicable": N_("Not applicable"),
    "notes": N_("Notes"),
    "openSource": N_("Open source"),
    "openSourceDocs": N_("Open source documentation"),
    "other": N_("Other"),
    "plus": N_("Plus"),
    "plus_2024": N_("Plus (2024)"),
    "premium": N_("Premium"),
    "pro": N_("Pro"),
    "pro_2024": N_("Pro (2024)"),
    "productDocs": N_("Product documentation"),
    "security": N_("For security reasons"),
    "sponsored": N_("Sponsored"),
    "startup": N_("Startup"),
    "team": N_("Team"),
    "team_dec_2021": N_("Team (December 2021)"),
    "team_oct_2019_free": N_("Team, free (October 2019)"),
    "teamKnowledgeBase": N_("Team knowledge base"),
    "ultimate": N_("Ultimate"),
    "yearly": N_("Yearly"),
}


def enum_label(value: str) -> str:
    """Return the label of an API value; unknown values stay as reported."""
    return gettext(LABELS[value]) if value in LABELS else value
