"""Empty configuration of gunicorn for the peers, instead of the portal's gunicorn.conf.py."""
