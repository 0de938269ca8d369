"""Markdown that others wrote: what it shows, where its links lead, and that none of it acts."""

import re
import time
from functools import cache
from html import unescape
from html.parser import HTMLParser

import pytest

from masthead.web.markdown.blocks import markdown_excerpt
from masthead.web.markdown.render import MAX_CHARACTERS, Rendered, heading_anchor, render_markdown
from tests.loops import for_each
from tests.web.markdown.attacks import texts

NAMES = (
    "a abbr b blockquote br caption code dd del details dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins kbd li "
    "mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var"
)
TAGS = set(NAMES.split())
ATTRIBUTES = {"href", "rel", "target", "hx-boost", "class", "title", "id", "scope", "colspan", "rowspan"}
CLASSES = {"outside", "picture", "outside picture", "dead"}
ORDINARY = "# A heading\n\nA paragraph with a [link](https://a.example), *words* and `code`.\n\n"
AT_MOST = 25
"""Times what an ordinary text of the same length takes: the slowest takes 8 times that."""


class Harmless(HTMLParser):
    """Reads HTML as a browser does, and asserts that nothing in it acts."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        assert tag in TAGS
        assert told.keys() <= ATTRIBUTES
        assert told.get("class", "dead") in CLASSES
        assert told.get("id", "text-").startswith("text-")
        href = told.get("href", "#text-")
        assert href.startswith(("https://", "http://", "mailto:", "#text-", "/pages/"))
        assert ("target" in told) == href.startswith("http")


def rendered(text: str) -> Rendered:
    return render_markdown(
        text, lambda told: f"/pages/{told}" if told.endswith(".md") else "", picture="Picture", dead="Leads nowhere"
    )


@for_each("attack", texts)
def test_no_attack_does_anything(attack: str) -> None:
    Harmless(convert_charrefs=True).feed(rendered(attack).html)


HUGE = {
    "one tag": "<b>" * 130_000,
    "closing nothing": "<b></i>" * 57_000,
    "quotes": ">" * MAX_CHARACTERS,
    "lists": "".join(f"{'  ' * (depth % 500)}- a\n" for depth in range(2000)),
    "brackets": "[" * MAX_CHARACTERS,
    "links": "[a](" * 100_000,
    "ticks": "".join("`" * count + " " for count in range(800)),
    "cells": "|a" * 5000 + "\n" + "|-" * 5000 + "\n" + "|a\n" * 20_000,
    "references": "".join(f"[a{number}]: b\n" for number in range(20_000)) + "[a1]" * 50_000,
    "links in links": "<a href=x>" * 40_000,
    "tag without end": "{% " + "a" * MAX_CHARACTERS,
    "attributes": "{% hint " + 'a="' * 100_000,
    "blanks": " " * MAX_CHARACTERS + "x {%",
    "notes": "::: tip\n" * 50_000,
    "front matter": "---\na:\n" + "b: c\n" * 80_000,
    "addresses": "https://a.example " * 22_000,
    "places": '<a id="x"></a>' * 28_000,
    "footnotes": "".join(f"[^{number}]\n\n[^{number}]: a\n\n" for number in range(15_000)),
}


def measured(text: str) -> tuple[Rendered, float]:
    began = time.process_time()
    found = rendered(text)
    return found, time.process_time() - began


@cache
def usual_seconds() -> float:
    """For an ordinary text of the greatest length."""
    return min(measured(ORDINARY * (MAX_CHARACTERS // len(ORDINARY)))[1] for _ in range(2))


@for_each("name", HUGE)
@pytest.mark.exhaustive
def test_a_huge_text_is_shown_soon(name: str) -> None:
    found, seconds = measured(HUGE[name])
    assert seconds < AT_MOST * usual_seconds()
    Harmless(convert_charrefs=True).feed(found.html)


def test_what_is_nested_too_deeply_is_shown_as_it_was_written() -> None:
    found = rendered("> " * 500 + "deep <b>")
    assert found.plain
    assert found.html.startswith("<pre>&gt; &gt; ")
    assert found.html.endswith("deep &lt;b&gt;</pre>")


def test_headings_begin_below_the_page_s_own() -> None:
    found = rendered("# Rates & *fees*\n\n## Fuel\n\n## Fuel\n\n###### Low")
    assert [(each.level, each.anchor, each.text) for each in found.headings] == [
        (1, "text-rates-fees", "Rates & fees"),
        (2, "text-fuel", "Fuel"),
        (2, "text-fuel-2", "Fuel"),
        (6, "text-low", "Low"),
    ]
    assert '<h2 id="text-rates-fees">Rates &amp; <em>fees</em></h2>' in found.html
    assert '<h4 id="text-low">' in found.html


def test_no_name_is_given_twice_and_writers_names_can_be_linked_to() -> None:
    text = rendered('# a\n\n# a\n\n# a 2\n\n# a\n\n<a id="a"></a>B <a id="b"></a> <a name="b"></a>').html
    names = re.findall(' id="([^"]*)"', text)
    assert names == ["text-a", "text-a-2", "text-a-2-2", "text-a-3", "text-b"]
    found = rendered(
        '## Fuel costs { #fuel }\n\n## Tolls <a href="#t" id="toll"></a>\n\n'
        'A <a name="b"></a>word [x](#fuel) [y](#toll)'
    )
    assert [(each.anchor, each.text) for each in found.headings] == [
        ("text-fuel", "Fuel costs"),
        ("text-toll", "Tolls"),
    ]
    assert 'A <span id="text-b"></span>word <a href="#text-fuel">x</a> <a href="#text-toll">y</a>' in found.html


def test_links_lead_into_the_portal_elsewhere_or_nowhere() -> None:
    found = rendered(
        "[a](rates/fuel.md) [b](https://ok.example/?a=1&b=2) [c](gone) [d](#fuel-costs) [e](mailto:a@b.example)"
    )
    assert '<a href="/pages/rates/fuel.md">a</a>' in found.html
    assert (
        'href="https://ok.example/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank" hx-boost="false">b</a>'
        in found.html
    )
    assert '<span class="dead" title="Leads nowhere">c</span>' in found.html
    assert f'<a href="#{heading_anchor("Fuel costs")}">d</a>' in found.html
    assert '<a href="mailto:a@b.example">e</a>' in found.html
    assert found.links == ["https://ok.example/?a=1&b=2"]


def test_a_picture_is_a_link_that_loads_nothing() -> None:
    found = rendered("![A map](https://pictures.example/map.png) ![](https://pictures.example/b.png)")
    assert "<img" not in found.html
    assert '<a class="outside picture" href="https://pictures.example/map.png"' in found.html
    assert ">A map</a>" in found.html
    assert ">Picture</a>" in found.html
    assert ">A map</a>" in rendered("[![A map](https://pictures.example/map.png)](https://ok.example)").html


def test_tables_code_tasks_and_footnotes_are_laid_out() -> None:
    found = rendered(
        "| a | b |\n|---|--:|\n| 1 | 2 |\n\n```js\nlet a < b\n```\n\n- [x] done\n- [ ] open\n\n~~gone~~"
    ).html
    assert '<th scope="col">a</th>' in found
    assert "<code>let a &lt; b\n</code>" in found
    assert "☑\ndone" in found
    assert "☐\nopen" in found
    assert "<del>gone</del>" in found
    found = rendered("Pallets[^p] count.\n\n[^p]: Of wood.").html
    assert "Pallets<sup>1</sup> count." in found
    assert "<sup>1</sup>\n<p>Of wood.</p>" in found
    found = rendered("<details><summary>More</summary>\n\nText with <kbd>Ctrl</kbd>\n\n</details>").html
    assert "<summary>More</summary>" in found
    assert "<kbd>Ctrl</kbd>" in found


def test_notes_of_documentation_tools_are_quotations_with_a_label() -> None:
    labelled = "<blockquote>\n<p><strong>{}</strong></p>\n<p>Pack <em>well</em>.</p>\n</blockquote>"
    for label, text in (
        ("Warning", '{% hint style="warning" %}\nPack *well*.\n{% endhint %}'),
        ("Tip", "::: tip\nPack *well*.\n:::"),
        ("Before you send", "::: info Before you send\nPack *well*.\n:::"),
        ("Before you send", "/// note | Before you send\n\nPack *well*.\n\n///"),
        ("Caution", "> [!CAUTION]\n> Pack *well*."),
    ):
        assert labelled.format(label) in rendered(text).html.replace("<blockquote><p>", "<blockquote>\n<p>")


def test_notes_stay_in_their_list_and_out_of_code() -> None:
    text = "1. Pack\n\n   ::: tip\n   Well.\n   :::\n\n2. Send\n\n```\n::: tip\n{% hint %}\n```\n"
    found = rendered(text).html
    assert "<p>Well.</p>\n</blockquote>\n</li>" in found
    assert found.count("<ol>") == 1
    assert "<code>::: tip\n{% hint %}\n</code>" in found


@for_each(
    "text, shown",
    [
        ('{% column width="50%" %}\nLeft\n{% endcolumn %}', "Left"),
        (
            '{% openapi src="https://a.example/a%20b.json" path="/rates" method="get" %}\nx\n{% endopenapi %}',
            "GET /rates",
        ),
        (
            '{% openapi-operation spec="rates" path="/rates" method="get" %}\nx\n{% endopenapi-operation %}',
            "GET /rates",
        ),
        ('{% if visitor.claims.plan == "pro" %}\nYours\n{% endif %}', 'Only if visitor.claims.plan == "pro"'),
        ('{% include "/parts/rates.md" %}', "/parts/rates.md"),
        ('{% embed url="https://a.example/a%20b" %}', "https://a.example/a%20b"),
    ],
)
def test_blocks_of_documentation_tools_are_not_shown_raw(text: str, shown: str) -> None:
    found = rendered(text).html
    assert "{%" not in found
    assert shown in unescape(re.sub("<[^>]+>", "", found))


def test_tabs_steps_and_embedded_pages_show_what_they_are_called_and_where_they_are() -> None:
    found = rendered(
        '{% tabs %}\n{% tab title="By *road*" %}\nSlow\n{% endtab %}\n{% endtabs %}\n'
        '{% embed url="https://ok.example/v?a=1" %}\n{% something else %}'
    ).html
    assert "<p><strong>By *road*</strong></p>\n<p>Slow</p>" in found
    assert 'href="https://ok.example/v?a=1"' in found
    assert "endtab" not in found
    assert "<p>{% something else %}</p>" in found


def test_front_matter_is_no_heading() -> None:
    found = rendered("---\ndescription: Rates\nicon: truck\n---\n\n# Rates\n\n---\n\nText")
    assert [each.text for each in found.headings] == ["Rates"]
    assert "<summary>Front matter</summary>\n<pre><code>description: Rates\nicon: truck\n</code>" in found.html
    assert "<hr>" in found.html
    assert rendered("---\n\nText\n\n---").html == "<hr>\n<p>Text</p>\n<hr>\n"


def test_addresses_in_a_text_are_links_and_those_in_code_are_not() -> None:
    found = rendered("See https://ok.example/a_b?c=1&d=2. (Or HTTP://ok.example), not `https://no.example`.")
    assert found.links == ["https://ok.example/a_b?c=1&d=2", "HTTP://ok.example"]
    assert "d=2</a>. (Or <a" in found.html


@for_each(
    "text, words",
    [
        ("Is it open?", "Is it open?"),
        ("", ""),
        ("Look at **this** and `that`,\n\n_please_", "Look at this and that, please"),
        ("# Duties\n\n1. One\n2. [Two](https://example.com/two)", "Duties One Two"),
        ("a < b & c, snake_case, 2 * 3 * 4", "a < b & c, snake_case, 2 * 3 * 4"),
        ("> Quoted\n\nAnswered ~~not~~", "Quoted Answered not"),
        ("`<b>` is a tag, <b>this</b> one too", "<b> is a tag, this one too"),
        ("<!-- a > b -->Hidden before", "Hidden before"),
        ('{% hint style="info" %}\nMind the gap\n{% endhint %}', "Note Mind the gap"),
        ("![](picture.png)", "![](picture.png)"),
    ],
)
def test_marks_are_left_out(text: str, words: str) -> None:
    assert markdown_excerpt(text, 120) == words


def test_a_long_text_ends_with_dots() -> None:
    assert markdown_excerpt("**word** " * 100, 20) == "word word word word…"


@for_each("text", ["*" * 400_000, "<" * 400_000, "[" * 400_000, "<!--" * 100_000])
def test_a_text_that_is_built_to_take_long_does_not(text: str) -> None:
    started = time.process_time()
    markdown_excerpt(text, 120)
    assert time.process_time() - started < 0.5
