"""Answers about a structure that contradict each other, as a hypothesis strategy: no service is held to make sense."""

from typing import Any

from hypothesis import strategies as st
from pydantic import MISSING

from contract.authoring.spaces import Space
from contract.publishing.section_groups import SiteSection, SiteSectionGroup
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import PublishedContentSite
from contract.publishing.sites import Structure as Published

GROUPS, SECTIONS, SPACES = ("g0", "g1", "same"), ("a", "b", "c", "same", ""), ("s0", "s1", "s2", "s3", "same", "new-1")
MAYBE = st.sampled_from([True, False, MISSING])


def _or_missing(ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - the type of MISSING
    return st.sampled_from([*ids, MISSING])


def _space_shown(id_: str) -> Any:  # noqa: ANN401 - without all that a space has besides
    fields: Any = {"id": id_, "createdAt": MISSING}
    return Space.model_construct(**fields)


def _published(items: list[Any]) -> PublishedContentSite:
    fields: Any = {"structure": Published.model_construct(type="sections", structure=items)}
    return PublishedContentSite.model_construct(**fields)


site_spaces = st.builds(
    SiteSpace.model_construct,
    object=st.just("site-space"),
    id=st.sampled_from(SPACES),
    title=st.sampled_from(["One", "Two"]),
    path=st.sampled_from(["p", "q", ""]),
    condition=st.sampled_from(["visitor.claims.a", MISSING]),
    default=MAYBE,
    section=_or_missing(SECTIONS),
    space=st.one_of(st.just(MISSING), st.builds(_space_shown, st.sampled_from(["x", "y"]))),
)
sections = st.builds(
    SiteSection,
    id=st.sampled_from(SECTIONS),
    title=st.sampled_from(["A", "B", ""]),
    default=MAYBE,
    sectionGroup=_or_missing(GROUPS),
)
groups = st.builds(
    SiteSectionGroup,
    id=st.sampled_from(GROUPS),
    title=st.sampled_from(["Group", "Other"]),
    sections=st.one_of(st.just(MISSING), st.lists(sections, max_size=4)),
)
published = st.builds(
    _published,
    st.lists(st.one_of(groups, sections, site_spaces, st.just({"object": "external-link"})), max_size=5),
)
answers = st.tuples(st.lists(site_spaces, max_size=6), st.lists(groups, max_size=3), st.one_of(st.none(), published))
"""The site spaces, the groups and the published view, each of them read for itself."""
