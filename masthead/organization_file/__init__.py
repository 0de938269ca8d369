"""An organization as a file: the schema, the export from the API, and the plan that applies the file.

Nothing here depends on pages or the portal's records. `masthead/bulk/goals/organization.py` applies a file.
"""
