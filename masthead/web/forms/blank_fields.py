"""The fields of a form without a request that fills it in: for what is told of values that were sent earlier."""

from wtforms.fields.core import UnboundField
from wtforms.meta import DefaultMeta

from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import PageForm


def blank_fields(form: type[PageForm]) -> list[WireField]:
    """List the fields of a form in its order, without a request that fills them in."""
    declared = [(each.creation_counter, name, each) for name, each in _declared(form)]
    made = [each.bind(form=None, name=name, _meta=DefaultMeta()) for _, name, each in sorted(declared)]
    return [each for each in made if isinstance(each, WireField)]


def _declared(form: type[PageForm]) -> list[tuple[str, UnboundField]]:
    found = ((name, getattr(form, name)) for name in dir(form) if not name.startswith("_"))
    return [(name, each) for name, each in found if isinstance(each, UnboundField)]
