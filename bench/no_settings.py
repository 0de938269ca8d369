"""What gunicorn reads for the peers: nothing, rather than the portal's gunicorn.conf.py."""
