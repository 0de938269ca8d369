"""An organization written down as a file: its schema, export from the API, and the plan that makes both equal.

Nothing here knows pages or the portal's records. `masthead/bulk/goals/organization.py` applies a file.
"""
