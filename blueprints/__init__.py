"""The pages of the portal, a module or a package for each area."""
