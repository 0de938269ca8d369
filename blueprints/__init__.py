"""The portal's pages, with a module or package for each area."""
