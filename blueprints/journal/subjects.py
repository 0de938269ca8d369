"""Describes the object of a change, and the site that it is in."""

from collections.abc import Iterable, Mapping

from contract import BY_NAME
from masthead.i18n import gettext
from masthead.resources import KIND_OF_PARAMETER
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.entries import Entry, Intent
from masthead.store.errors import StoreError
from masthead.structure.requests import SITE_SPACE
from masthead.web.person.portal import portal
from masthead.web.person.session import person

SITE = "site"


def sites_of(entries: Iterable[Entry]) -> Mapping[int, str]:
    """Return the titles of the changes' sites by entry number.

    Leaves out sites that the person's directory doesn't have, or that the summary names already.
    """
    intents = {each.number: each.intent for each in entries}
    return {number: title for number, title in _titles(intents).items() if title not in intents[number].summary}


def site_of(entry: Entry) -> str:
    """Return the title of the change's site; empty if there is none to name."""
    return sites_of([entry]).get(entry.number, "")


def subject_first(intent: Intent) -> str:
    """Describe the object of a change, to begin a sentence or to stand alone."""
    called = subject_of(intent)
    return called[:1].upper() + called[1:]


def subject_of(intent: Intent) -> str:
    """Describe the object of a change within a sentence.

    For example, “the space Shipping guide of Larkfield Docs”.
    """
    kind, title = intent.subject.kind, intent.subject.title
    if kind != SITE_SPACE:
        return gettext("the %(kind)s %(title)s", kind=kind, title=title)
    if site := _titles({0: intent}).get(0):
        return gettext("the space %(title)s of %(site)s", title=title, site=site)
    return gettext("the space %(title)s", title=title)


def _titles(intents: Mapping[int, Intent]) -> Mapping[int, str]:
    within = {key: site for key, intent in intents.items() if (site := _site_id(intent))}
    if not within:
        return {}
    organization, ids = next(iter(intents.values())).organization, sorted(set(within.values()))
    try:
        met = portal().store.directory.find(
            person().owner, DirectoryQuery(organization, (SITE,), ids=ids), limit=len(ids)
        )
    except StoreError:
        return {}
    titles = {each.id: each.title for each in met if each.title}
    return {key: titles[site] for key, site in within.items() if site in titles}


def _site_id(intent: Intent) -> str:
    """Return the id of the site around the object; empty for a site itself."""
    names = BY_NAME[intent.endpoint].path_params
    ids = [id_ for name, id_ in zip(names, intent.ids, strict=False) if KIND_OF_PARAMETER.get(name) == SITE]
    return next((id_ for id_ in ids if id_ != intent.subject.id), "")
