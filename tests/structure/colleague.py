"""Somebody who changes a site while a bulk change is at work, and what of that has to be there in the end."""

from dataclasses import dataclass, field
from random import Random

from masthead.structure.tree import SiteStructure, lines_by_key, map_items_to_lines
from tests.structure.editors import Editor
from tests.structure.model import Model

HOME = "home"
CHANGED_BY_OTHERS = "outside of this bulk change"
Key = tuple[str, str]


@dataclass
class Colleague:
    """`set_last` are settings by item and field, from what they were to what they are; `gone` the spaces not shown.

    A site space is named by what it shows: removed and added again, it has another id.
    """

    random: Random
    set_last: dict[Key, tuple[object, object]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    touched: set[Key] = field(default_factory=set)
    acts: int = 0

    def act(self, model: Model) -> None:
        """One thing, done to the site itself."""
        self.acts += 1
        before = model.now
        editor = Editor(before.copy(), self.random, f"bob{self.acts}-")
        editor.act()
        model.now = editor.now
        old, new = settings_by_name(before), settings_by_name(model.now)
        self.touched |= {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        self._note(old, new)

    def _note(self, old: dict[Key, object], new: dict[Key, object]) -> None:
        for key, value in new.items():
            if old.get(key) != value and (key in old or key[1] == HOME):
                self._note_value(key, old.get(key), value)
        self.gone = (self.gone | {item for item, name in old.keys() - new.keys() if name == HOME}) - {
            item for item, _ in new
        }
        self.set_last = {key: value for key, value in self.set_last.items() if key in new}

    def _note_value(self, key: Key, was: object, value: object) -> None:
        """Changed and changed back, with nothing in between, it looks like something left alone."""
        begun, last = self.set_last.pop(key, (was, was))
        if last != was:
            begun = was
        if begun != value:
            self.set_last[key] = (begun, value)

    def unmet(self, base: SiteStructure, wanted: SiteStructure, site: SiteStructure, left: list[str]) -> list[Key]:
        """List differences from the colleague's wish that no message explains."""
        was, mine, now = (settings_by_name(each) for each in (base, wanted, site))
        titles = {each.space: each.title for side in (site, base) for each in side.spaces.values()}
        titles |= {id_: each.title for id_, each in site.groups.items()}
        differing = [
            key for key, value in mine.items() if key in was and was[key] != value and now.get(key, value) != value
        ]
        named = {key: [told for told in left if titles[key[0]] in told] for key in differing}
        return [
            key
            for key, told in named.items()
            if not (told if key in self.touched else [each for each in told if CHANGED_BY_OTHERS not in each])
        ]

    def missing(self, site: SiteStructure, left: list[str]) -> list[str]:
        """What was taken back, and is named in none of the sentences."""
        settings, told = settings_by_name(site), " ".join(left)
        titles = {each.space: each.title for each in site.spaces.values()}
        return [
            *(
                f"{key} made {value}"
                for key, (_, value) in self.set_last.items()
                if settings.get(key) != value and (key[1] == HOME or f"path of {titles.get(key[0])}:" not in told)
            ),
            *(f"{each.space} was removed" for each in site.spaces.values() if each.space in self.gone),
        ]


def settings_by_name(site: SiteStructure) -> dict[Key, object]:
    homes = map_items_to_lines(lines_by_key(site))
    spaces = {
        (each.space, name): value
        for id_, each in site.spaces.items()
        for name, value in ((HOME, homes[id_]), ("path", each.path), ("condition", each.condition))
    }
    return spaces | {(id_, "group"): each for id_, each in site.groups.items()}
