"""What a WSGI server loads: gunicorn wsgi:application."""

from scorekeeper.app import create_app

application = create_app()
