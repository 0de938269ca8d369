"""How the contract is written down: endpoints, types of fields, limits, listings, and what answers may lack."""
