"""Who reaches a site, in words: the values of `visibility` as people should read them."""

# Value: label, what it means, icon.
VISIBILITY = {
    "public": ("Public", "Anyone can read it, and search engines list it.", "eye"),
    "unlisted": ("Unlisted", "Anyone with the address can read it; search engines don't list it.", "eye-slash"),
    "share-link": ("Share link", "Only people with a secret link can read it.", "link-45deg"),
    "visitor-auth": ("Signed-in visitors", "Only visitors whom your own sign-in lets through can read it.", "lock"),
}
MEANINGS = {value: (label, meaning) for value, (label, meaning, _) in VISIBILITY.items()}
# The more people reach it, the higher; those of one height reach different people.
REACH = {"visitor-auth": 0, "share-link": 0, "unlisted": 1, "public": 2}
EVERYONE = {"unlisted": "Anyone with the address", "public": "Anyone"}
SOME = {"share-link": "people with a secret link", "visitor-auth": "visitors whom your own sign-in lets through"}


def opens(now: str, then: str) -> bool:
    """Whether more people reach a site then; nobody can tell for a value that is not known here."""
    return REACH.get(then, 0) > REACH.get(now, 0)


def who_gains_and_loses(now: str, then: str) -> str:
    """Who can read a site that could not, and who no longer can, in a sentence or two."""
    if now not in VISIBILITY or then not in VISIBILITY:
        return "It isn't known who gains or loses access, because Masthead doesn't know this visibility."
    if now in SOME and then in EVERYONE:
        return f"{EVERYONE[then]} can read it from then on. Nobody loses access."
    if now in SOME:
        return f"{SOME[then].capitalize()} gain access, {SOME[now]} lose it."
    if then in SOME:
        return f"Only {SOME[then]} can read it from then on. Everybody else loses access."
    if then == "public":
        return "Search engines list it from then on, so anyone may find it. Nobody loses access."
    return "Search engines no longer list it. Anyone with the address can still read it."
