"""What a WSGI server loads: gunicorn -k scorekeeper.server.ReceivingWorker wsgi:application.

With gunicorn's own workers a few requests half sent hold every thread; `scorekeeper serve` is the
usual way, and does the long jobs besides.
"""

from scorekeeper.app import create_app

application = create_app()
