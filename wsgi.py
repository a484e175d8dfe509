"""What a WSGI server loads: gunicorn -k scorekeeper.server.ReceivingWorker wsgi:application.

With gunicorn's own workers a few requests half sent hold every thread; `scorekeeper serve` is the
usual way, and does the long jobs besides.
"""

import os

from scorekeeper.app import create_app

os.umask(0o077)  # what is kept is nobody else's to read
application = create_app()
