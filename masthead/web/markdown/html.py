"""Markdown and sanitizer libraries. They are imported on use, since few pages show Markdown."""

import nh3
from pyromark import Options, html

_OPTIONS = Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH | Options.ENABLE_TASKLISTS
_OPTIONS |= Options.ENABLE_GFM | Options.ENABLE_FOOTNOTES | Options.ENABLE_HEADING_ATTRIBUTES
_TAGS = {
    *("a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "dl", "dt", "em"),
    *("figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark"),
    *("ol", "p", "pre", "q", "s", "samp", "small", "strong", "sub", "summary", "sup", "table", "tbody", "td"),
    *("tfoot", "th", "thead", "tr", "u", "ul", "var"),
}
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    clean_content_tags={"script", "style", "template", "noscript", "iframe", "object", "svg", "math", "title"},
    attributes={
        "a": {"href", "id", "name"},
        **{f"h{level}": {"id"} for level in range(1, 7)},
        "img": {"src", "alt"},
        "td": {"colspan", "rowspan"},
        "th": {"colspan", "rowspan"},
    },
    set_tag_attribute_values={"th": {"scope": "col"}},
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)


def to_html(text: str) -> str:
    """Convert Markdown, including any HTML in it."""
    return html(text, options=_OPTIONS)


def sanitize(raw: str) -> str:
    """Remove everything that could run scripts, load files, or imitate the portal."""
    return _CLEANER.clean(raw)
