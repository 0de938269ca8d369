"""Share links of a site, new ones in the place of old ones, and the register of them all."""
