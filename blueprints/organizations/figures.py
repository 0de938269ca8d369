"""Figures for the charts of the overview: readers of sites, and days left of certificates."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from blueprints.organizations.overview import Part
from contract.organization.saml import SamlProvider
from contract.publishing.sites import Site
from contract.publishing.translations import TranslationSettings
from contract.schema.fields import value_or_none
from i18n import gettext, ngettext
from masthead.web.descriptions.visibility import VISIBILITY
from masthead.web.forms.certificates import provider_card
from masthead.web.forms.languages import unique_codes
from masthead.web.frame.alerts import in_days, level_of
from masthead.web.frame.charts import Share, bar_shares, filled_width

YEAR_DAYS = 365


@dataclass(frozen=True, slots=True)
class Certificate:
    """A bar with the days left of a provider's certificate; a year fills it.

    `level` is bad, warn, quiet or empty, as in alerts.
    """

    label: str
    words: str
    level: str
    filled: float
    days: float


def reader_shares(sites: Sequence[Site]) -> list[Share]:
    """The number of sites by visibility. Visibilities unknown to Masthead keep their API value."""
    counts = Counter(site.visibility for site in sites)
    known = [(gettext(label), value, counts.pop(value, 0)) for value, (label, _, _) in VISIBILITY.items()]
    return bar_shares([*known, *((value, "other", count) for value, count in counts.most_common())])


def certificate_bars(part: Part[SamlProvider] | None, now: datetime) -> list[Certificate]:
    """Bars of all providers, first to expire first. Those without a certificate come last."""
    found = [_certificate_bar(each, now) for each in (part.items if part else [])]
    return sorted(found, key=lambda each: each.days)


def translated_languages(part: Part[TranslationSettings] | None) -> str:
    """The number of target languages of all translations, in words; empty if none is reported."""
    reported = [value_or_none(each.languages) for each in (part.items if part else [])]
    count = len(unique_codes(language for languages in reported for language in languages or ()))
    if not part or not count:
        return ""
    if part.more or None in reported:
        return gettext("into %(count)s or more languages", count=count)
    return ngettext("into %(n)s language", "into %(n)s languages", count)


def _certificate_bar(provider: SamlProvider, now: datetime) -> Certificate:
    card = provider_card(provider)
    if card is None:
        words = gettext("Certificate unreadable") if value_or_none(provider.certificate) else gettext("No certificate")
        return Certificate(
            provider.label, words, "warn" if value_or_none(provider.certificate) else "quiet", 0, float("inf")
        )
    days = card.days_left(now)
    verb = gettext("Expired") if card.ends <= now else gettext("Expires")
    return Certificate(provider.label, f"{verb} {in_days(days)}", level_of(days), filled_width(days, YEAR_DAYS), days)
