"""A site's structure as a draft: read, rearranged, held against what there is, and brought about call by call."""
