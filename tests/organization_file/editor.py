"""A person who edits an exported organization file by chance, within what the API allows."""

from collections.abc import Callable
from random import Random
from typing import Any

Item = dict[str, Any]
TEXTS = ("Plain", "1e5", "null", "yes", "- #x: y", "Zwei\nZeilen", "tab\there", "“é” 😀", " space ", "0x1F", "~")


class Editor:
    """Edits `file`; each of `edits` is one edit, which leaves the file as it is where it doesn't fit."""

    def __init__(self, file: Item, random: Random) -> None:
        self.file, self.random, self.made = file, random, 0
        self.edits: list[Callable[[], None]] = [
            getattr(self, name) for name in sorted(vars(Editor)) if name.startswith("edit_")
        ]

    def do_one(self, *edits: Callable[[], object]) -> None:
        edit = self.random.choice(edits)
        edit()

    def edit(self) -> None:
        self.random.choice(self.edits)()

    def text(self) -> str:
        self.made += 1
        return f"{self.random.choice(TEXTS)} {self.made}"

    def site(self) -> Item:
        return self.pick(self.file["sites"])

    def pick(self, items: list[Item]) -> Item:
        return self.random.choice(items) if items else {}

    def drop(self, items: list[Item], *, but: Callable[[Item], bool] = lambda _: False) -> Item:
        free = [each for each in items if not but(each)]
        if free:
            items.remove(found := self.random.choice(free))
            return found
        return {}

    def edit_settings(self) -> None:
        self.file["settings"] |= self.random.choice(
            [
                {"title": self.text()},
                {"ai": False},
                {"defaultRole": None},
                {"defaultRole": "edit"},
                {"inviteLinks": False},
            ]
        )

    def edit_start_page(self) -> None:
        self.file["settings"]["defaultContent"] = self.random.choice(
            [
                None,
                {
                    "type": "site",
                    "site": self.random.choice([each["id"] for each in self.file["sites"] if "id" in each]),
                },
            ]
        )

    def edit_site(self) -> None:
        self.site().update(
            self.random.choice(
                [
                    {"title": self.text()},
                    {"visibility": self.random.choice(["public", "unlisted", "share-link"])},
                    {"agentsContext": self.random.choice(["included", "excluded"])},
                    {"proxy": self.random.choice([None, f"docs.example.com/p{self.made}"])},
                    {"basename": f"base-{self.made}-{len(self.text())}"},
                ]
            )
        )

    def add_site(self) -> None:
        links = [{"name": self.text(), "active": self.random.random() < 0.5}]
        spaces = [
            {"spaceId": "space_api", "path": "api", "condition": None},
            {"spaceId": "space_guide", "path": "other"},
        ]
        self.file["sites"].append({"title": self.text(), "shareLinks": links, "siteSpaces": spaces})

    edit_new_site = add_site

    def edit_site_gone(self) -> None:
        start = self.file["settings"].get("defaultContent") or {}
        seen = [each["spaceId"] for site in self.file["sites"] for each in site["siteSpaces"]]
        self.drop(
            self.file["sites"],
            but=lambda site: (
                site.get("id") in {None, start.get("site")}
                or any(seen.count(each["spaceId"]) < 2 for each in site["siteSpaces"])
            ),
        )

    def edit_share_links(self) -> None:
        links = self.site()["shareLinks"]
        self.do_one(
            lambda: links.append({"name": self.text(), "active": self.random.random() < 0.5}),
            lambda: self.drop(links),
            lambda: self.pick(links).update({"active": False}),
            lambda: self.pick(links).update({"name": self.text()}),
        )

    def edit_visitor_schema(self) -> None:
        properties = {f"is{self.made}": {"type": "boolean", "description": self.text()}}
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        self.site()["adaptiveSchema"] = {"jsonSchema": schema}

    def edit_order(self) -> None:
        spaces = self.site()["siteSpaces"]
        homes = [each.get("sectionId") for each in spaces]
        self.random.shuffle(spaces)
        spaces.sort(key=lambda each: homes.index(each.get("sectionId")))

    def edit_paths(self) -> None:
        space = self.pick(self.site()["siteSpaces"])
        space |= {"path": f"path-{self.made}-{len(self.text())}"} if self.random.random() < 0.5 else {}
        space |= {"condition": self.random.choice([None, "visitor.claims.unsigned.isEmployee == true"])}

    def edit_groups(self) -> None:
        site = self.site()
        if site.get("groups"):
            self.pick(site["groups"]).update({"title": self.text(), "icon": self.random.choice([None, "gear", "book"])})

    def edit_members_of_groups(self) -> None:
        site = self.file["sites"][0]
        if site.get("groups"):
            group = self.pick(site["groups"])["id"]
            loose = [each for each in site["sections"] if not each["groupId"] and not each["id"].endswith("start")]
            for section in loose[:1]:
                at = max(number for number, each in enumerate(site["sections"]) if each["groupId"] == group)
                site["sections"].remove(section)
                site["sections"].insert(at, section | {"groupId": group})

    def edit_custom_fields(self) -> None:
        fields = self.file["customFields"]
        self.made += 1
        name, kind = f"field-{self.made}", self.random.choice(["text", "number", "boolean", "select:single"])
        field: Item = {"name": name, "type": kind, "title": self.text(), "description": self.text()}
        field |= {"options": ["One", "Two"]} if kind.startswith("select") else {}

        def remove() -> None:
            gone = self.drop(fields).get("name")
            for space in self.file["spaces"]:
                space["values"].pop(gone, None)

        def add() -> None:
            fields.append(field)
            value = {"text": self.text(), "number": 2.5, "boolean": False, "select:single": "Two"}[kind]
            self.pick(self.file["spaces"])["values"][name] = value

        self.do_one(add, remove, lambda: self.pick(fields).update({"placeholder": self.text()}))

    def edit_translations(self) -> None:
        held = self.file["translations"]
        add = {"title": self.text()}
        self.do_one(lambda: held.append(add), lambda: self.drop(held), lambda: self.pick(held).update(add))

    def edit_specs(self) -> None:
        held, source = self.file["specs"], {"source": {"url": f"https://example.com/{self.made}.yaml"}}
        add = {"slug": f"spec-{self.made}-{len(self.text())}", **source}
        self.do_one(lambda: held.append(add), lambda: self.drop(held), lambda: self.pick(held).update(source))

    def edit_identity_providers(self) -> None:
        held, label = self.file["identityProviders"], f"SSO {len(self.text())}-{self.made}"
        add = {"label": label, "ssoURL": "https://idp.example.com/sso", "defaultRole": "read"}
        self.do_one(lambda: held.append(add), lambda: self.pick(held).update({"label": label}))

    def edit_members(self) -> None:
        members = self.pick(self.file["teams"])["members"]
        others = [each for team in self.file["teams"] for each in team["members"]]
        new = {each["id"]: each for each in others if each["id"] not in {one["id"] for one in members}}
        self.do_one(
            lambda: self.drop(members, but=lambda each: each["role"] == "owner"),
            lambda: self.pick(members).update({"role": "owner"}),
            lambda: members.extend([{**self.pick([*new.values()]), "role": "member"}] if new else []),
        )

    def edit_roles(self) -> None:
        place = self.pick(self.file[self.random.choice(["spaces", "collections"])])
        new = {each["id"] for each in self.file["teams"]} - {each["id"] for each in place["roles"]}
        roles = place["roles"]
        self.do_one(
            lambda: roles.extend({"id": each, "role": "comment"} for each in sorted(new)[:1]),
            lambda: self.pick(roles).update({"role": self.random.choice(["edit", "read", "review"])}),
        )
