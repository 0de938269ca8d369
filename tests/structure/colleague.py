"""Somebody who changes a site while a bulk change is at work, and what of that has to be there in the end."""

from dataclasses import dataclass, field
from random import Random

from masthead.structure.tree import SiteStructure, containers, map_items_to_lines
from tests.structure.editors import Editor
from tests.structure.model import Model

HOME = "home"
Key = tuple[str, str]


@dataclass
class Colleague:
    """`set_last` are settings by item and field, from what they were to what they are; `gone` the spaces not shown.

    A site space is named by what it shows: removed and added again, it has another id.
    """

    random: Random
    set_last: dict[Key, tuple[object, object]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    acts: int = 0

    def act(self, model: Model) -> None:
        """One thing, done to the site itself."""
        self.acts += 1
        before = model.now
        editor = Editor(before.copy(), self.random, f"bob{self.acts}-")
        editor.act()
        model.now = editor.now
        self._note(_settings(before), _settings(model.now))

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

    def missing(self, site: SiteStructure, left: list[str]) -> list[str]:
        """What was taken back, and is named in none of the sentences."""
        settings, told = _settings(site), " ".join(left)
        titles = {each.space: each.title for each in site.spaces.values()}
        return [
            *(
                f"{key} made {value}"
                for key, (_, value) in self.set_last.items()
                if settings.get(key) != value and (key[1] == HOME or f"path of {titles.get(key[0])}:" not in told)
            ),
            *(f"{each.space} was removed" for each in site.spaces.values() if each.space in self.gone),
        ]


def _settings(site: SiteStructure) -> dict[Key, object]:
    homes = map_items_to_lines(containers(site))
    spaces = {
        (each.space, name): value
        for id_, each in site.spaces.items()
        for name, value in ((HOME, homes[id_]), ("path", each.path), ("condition", each.condition))
    }
    return spaces | {(id_, "group"): each for id_, each in site.groups.items()}
