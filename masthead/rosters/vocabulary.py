"""Declares the words of other programs: headings, account states, and the programs that write them."""

import re


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


STATUS = _split_words(
    "status|user status|membership status|account status|account state|user state|member status|employee status|"
    "employment status|benutzerstatus|kontostatus|statut du compte|estado de la cuenta|stato account"
)
AMBIGUOUS = _split_words("state|zustand|état|etat|estado|stato|statut")
"""Headings that mean account states in some lists and states of a country in others; the cells decide."""
ON = _split_words(
    "active|is active|activated|enabled|is enabled|accountenabled|account enabled|account active|aktiv|aktiviert|"
    "ist aktiv|konto aktiv|actif|active ?|activé|compte actif|activo|activa|habilitado|cuenta activa|attivo|"
    "attiva|abilitato"
)
OFF = _split_words(
    "suspended|is suspended|locked|is locked|locked out|block credential|ns account lock|nsaccountlock|disabled|"
    "is disabled|deactivated|blocked|is blocked|inactive|archived|is archived|deleted|is deleted|terminated|"
    "accountdisabled|account disabled|account locked|gesperrt|deaktiviert|inaktiv|gelöscht|archiviert|suspendu|"
    "bloqué|désactivé|inactif|archivé|supprimé|suspendido|bloqueado|desactivado|inactivo|archivado|eliminado|"
    "sospeso|bloccato|disattivato|inattivo|archiviato|eliminato"
)
END = _split_words(
    "end date|enddate|termination date|terminated on|last day|last working day|leave date|leaving date|left on|"
    "access expiration|soft deletion time stamp|deactivated on|deactivated at|suspended at|suspended on|"
    "deleted at|expiry date|expires|account expires|enddatum|austritt|austrittsdatum|ausgetreten am|gesperrt am|"
    "date de fin|date de sortie|date de départ|fecha de fin|fecha de baja|data fine|data di fine|"
    "data di cessazione"
)
MEANS_ON = ON | _split_words(
    "ok|current|activated|approved|accepted|provisioned|recovery|password expired|password reset|invited|pending|"
    "pending user action|pending activation|primary owner|owner|admin|guest|single channel guest|"
    "multi channel guest|full time|part time|contractor|intern|staged active|confirmed|verified|member|employee|"
    "employed|working|present|aktiv|angestellt|beschäftigt|freigeschaltet|présent|en poste|employé|en activo|"
    "empleado|vigente|dipendente|in servizio|not suspended|unlocked|subscribed"
)
MEANS_OFF = OFF | _split_words(
    "deprovisioned|staged|left|gone|departed|leaver|former|ex employee|former employee|resigned|retired|"
    "dismissed|removed|closed|expired|revoked|cancelled|canceled|off|not active|password expired locked|"
    "locked out|banned|offboarded|no access|ausgeschieden|ausgetreten|gekündigt|ehemalig|verlassen|abgelaufen|"
    "nicht aktiv|entlassen|parti|partie|sorti|quitté|ancien|licencié|démissionné|expiré|résilié|baja|de baja|"
    "despedido|jubilado|caducado|antiguo|cesado|uscito|cessato|licenziato|dimesso|scaduto|ex dipendente"
)
FLAGS = _split_words("user account control|useraccountcontrol")
"""Headings of Active Directory's flags, as a number."""
DISABLED_FLAG = 2
KIND = _split_words("member type|object type|objecttype|object class|objectclass|recipient type|recipient type details")
"""Headings that say whether a row is a person; so does `type`, if a cell below names people."""
AMBIGUOUS_KIND = "type"
PERSONS = _split_words("user|member|person|people|employee|guest|invitee")
NOT_PERSONS = _split_words(
    "group|groups|customer|bot|app|integration|device|computer|service principal|serviceprincipal|"
    "service account|group of names|groupofnames|group of unique names|groupofuniquenames|posix group|posixgroup|"
    "organizational unit|room mailbox|equipment mailbox|shared mailbox|mail universal distribution group|"
    "mail universal security group|group mailbox|dynamic distribution group"
)
YES = _split_words("true|yes|y|1|x|on|ja|wahr|j|oui|vrai|o|sí|si|verdadero|s|sì|vero")
NO = _split_words("false|no|n|0|off|nein|falsch|non|faux|falso")
EMPTY = frozenset(("", "-", "–", "—", "n/a", "null", "none", "never"))
ADDRESS = _split_words(
    "email|e mail|mail|email address|e mail address|mail address|address|member email|primary email|work email|"
    "primary smtp address|login email|github com saml name id|emailadresse|e mail adresse|"
    "adresse e mail|courriel|correo|correo electrónico|saml name id"  # GitHub's, beside the login, which is no address
)
SIGN_IN_NAME = _split_words("upn|userprincipalname|user principal name|member object id or user principal name")
"""Entra's user name, which may only look like an address; used if there is no address column."""
OTHER_ADDRESS = re.compile(
    r"manager|supervisor|sponsor|superior|responsable|jefe|vorgesetzt|group|gruppe|second|recovery|home|privat|"
    r"personal|altern|alias|proxy|delegate|backup|verified",
    re.IGNORECASE,
)
"""Headings of addresses that people don't sign in with, or that are somebody else's."""
ID = _split_words("id|user id|userid|uid|member id|person id|account id")
LOOSE = _split_words("user|username|user name|login|person|people|account|benutzer")
ROLE = _split_words(
    "role|roles|member role|access level|max role|group status|workspace role|rolle|rôle|rol|ruolo|team role|"
    "role in team|role in the team"
)
PROGRAMS = {
    "email address|org unit path": "Google Workspace",
    "group email|member email": "Google Workspace",
    "email address|group status": "Google Groups",
    "e mail 1 value": "Google Contacts",
    "primary email|suspended": "GAM",
    "group|type|role|email|status": "GAM",
    "login|status|second email": "Okta",
    "user id|login|user status": "Okta",
    "user principal name|user type|account enabled": "Microsoft Entra ID",
    "user principal name|object type": "Microsoft Entra ID",
    "member object id or user principal name": "Microsoft Entra ID",
    "user principal name|block credential": "Microsoft 365",
    "login|saml name id": "GitHub",
    "github com login": "GitHub",
    "username|path|access level": "GitLab",
    "username|membership source": "GitLab",
    "username|billing active|status": "Slack",
    "user id|user status|org role": "Atlassian",
    "atlassian id|status": "Atlassian",
    "email|role|teamspaces": "Notion",
    "sam account name|distinguished name": "PowerShell",
    "primary smtp address|recipient type details": "PowerShell",
    "user id|user|name|role": "PowerShell",
    "display name|user principal name|account enabled": "PowerShell",
    "dn|user account control": "Active Directory",
    "dn|mail": "LDAP",
    "e mail address|e mail 2 address": "Outlook",
    "email|user group|user status": "Zoom",
}
"""The program that writes lists with these headings; the first match counts."""


def find_program(heading: tuple[str, ...]) -> str:
    """Return the name of the program that wrote these normalized headings; empty if unknown."""
    return next((name for words, name in PROGRAMS.items() if _split_words(words) <= {*heading}), "")
