"""The places of the portal: each has a `blueprint`, and its module, addresses, templates and tests share its name."""

from blueprints import account, directory, health, home, invites, published, scans, status
from blueprints.access import access_matrix, place_access
from blueprints.adaptive import audience, conditions
from blueprints.adaptive import views as adaptive
from blueprints.certificates import views as certificates
from blueprints.command_palette import views as command_palette
from blueprints.drafts import views as drafts
from blueprints.journal import views as journal
from blueprints.organizations import views as organizations
from blueprints.plans import views as plans
from blueprints.roster import views as roster
from blueprints.settings import views as settings
from blueprints.share_links import link_register, rotation
from blueprints.share_links import views as share_links
from blueprints.sites import bulk
from blueprints.sites import views as sites
from blueprints.sso import certificate as sso_certificate
from blueprints.sso import metadata as sso_metadata
from blueprints.sso import sign_in_trial
from blueprints.sso import steps as sso_steps
from blueprints.sso import views as sso
from blueprints.sso.enforcement import views as enforcement
from blueprints.structure import views as structure
from blueprints.teams import team_members
from blueprints.teams import views as teams
from blueprints.translations import coverage
from blueprints.translations import views as translations

PLACES = (
    health,
    home,
    account,
    organizations,
    settings,
    invites,
    sites,
    bulk,
    roster,
    structure,
    teams,
    team_members,
    published,
    share_links,
    rotation,
    command_palette,
    directory,
    scans,
    link_register,
    access_matrix,
    place_access,
    journal,
    plans,
    adaptive,
    conditions,
    audience,
    translations,
    coverage,
    sso,
    certificates,
    sso_metadata,
    sso_steps,
    sso_certificate,
    sign_in_trial,
    enforcement,
    drafts,
    status,
)
