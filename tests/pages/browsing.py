"""Where a browser goes from an address: the parts of the URL Standard that change what a path means."""

import re
from urllib.parse import urljoin

DOTS = {".": 0, "%2e": 0, "..": 1, "%2e.": 1, ".%2e": 1, "%2e%2e": 1}
"""Parts that are taken out of a path, and how many before them go with them."""


def opened(page: str, address: str) -> str:
    """The address that a browser asks for when it is on `page`."""
    plain = re.sub(r"[\t\n\r]", "", address.strip("".join(map(chr, range(33)))))
    before, mark, query = plain.partition("?")
    path, marks, fragment = before.partition("#")
    if path == "":
        return page.partition("?")[0] + mark + query + marks + fragment
    absolute = urljoin(page, path.replace("\\", "/"))
    return _without_dots(absolute) + marks + fragment + mark + query


def _without_dots(path: str) -> str:
    kept: list[str] = []
    parts = path.split("/")
    for place, part in enumerate(parts):
        up = DOTS.get(part.lower())
        if up is None:
            kept.append(part)
            continue
        del kept[max(1, len(kept) - up) :]
        if place == len(parts) - 1:
            kept.append("")
    return "/".join(kept)
