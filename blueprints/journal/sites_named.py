"""In which site something was changed, where the summary of the change doesn't say it."""

from collections.abc import Iterable, Mapping

from contract import BY_NAME
from resources.observed import KIND_OF_PARAMETER
from store import DirectoryQuery, Entry, StoreError
from web.person.access import person
from web.person.portal import portal

SITE = "site"


def sites_of(entries: Iterable[Entry]) -> Mapping[int, str]:
    """By number: the site of each change in one, as far as this person has met it and the summary doesn't name it."""
    within = {each.number: (each.intent, site) for each in entries if (site := _site_id(each))}
    if not within:
        return {}
    organization = next(iter(within.values()))[0].organization
    ids = sorted({site for _, site in within.values()})
    try:
        met = portal().store.known.find(person().owner, DirectoryQuery(organization, (SITE,), ids=ids), limit=len(ids))
    except StoreError:
        return {}
    titles = {each.id: each.title for each in met}
    named = {number: (intent.summary, titles.get(site, "")) for number, (intent, site) in within.items()}
    return {number: title for number, (summary, title) in named.items() if title and title not in summary}


def site_of(entry: Entry) -> str:
    """The site of one change; empty where there is none to name."""
    return sites_of([entry]).get(entry.number, "")


def _site_id(entry: Entry) -> str:
    """The site that the change is in; empty where it is about the site itself, or about no site."""
    names = BY_NAME[entry.intent.endpoint].path_params
    ids = [id_ for name, id_ in zip(names, entry.intent.ids, strict=False) if KIND_OF_PARAMETER.get(name) == SITE]
    return next((id_ for id_ in ids if id_ != entry.intent.subject.id), "")
