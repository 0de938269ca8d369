"""Who reaches a site, in words: the values of `visibility` as people should read them."""

# Value: label, what it means, icon.
VISIBILITY = {
    "public": ("Public", "Anyone can read it, and search engines list it.", "eye"),
    "unlisted": ("Unlisted", "Anyone with the address can read it; search engines do not list it.", "eye-slash"),
    "share-link": ("Share link", "Only people with a secret link can read it.", "link-45deg"),
    "visitor-auth": ("Signed-in visitors", "Only visitors whom your own sign-in lets through can read it.", "lock"),
}
MEANINGS = {value: (label, meaning) for value, (label, meaning, _) in VISIBILITY.items()}
