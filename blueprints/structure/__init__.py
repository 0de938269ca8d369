"""The structure of a site, as a board of rows that can be arranged."""
