"""Forms of API specifications."""

from blueprints.specs.source_field import SavedSpecSource, SpecSource
from contract.authoring.openapi_specs import OpenAPISpecCreate, OpenAPISpecReplace
from i18n import N_
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import ContractForm

SOURCE = N_("Source")


class NewSpecForm(ContractForm):
    """The slug, which can't be changed later, and the source."""

    body = OpenAPISpecCreate
    unique = ("slug",)
    slug = TextInput(
        N_("Slug"),
        hint=N_(
            "Pages refer to the specification by this name, such as shipments-v2: lowercase letters, digits and single "
            "hyphens. You can't change it later."
        ),
        shape=N_("Use lowercase letters, digits and single hyphens between them, such as shipments-v2."),
    )
    source = SpecSource(SOURCE)


class SpecForm(ContractForm):
    """The source, the only setting that can be changed."""

    body = OpenAPISpecReplace
    source = SavedSpecSource(SOURCE)
