"""The application that the server runs: Django's pages in threads, and streams that stay open.

Imported once, before the server forks: what is wrong with the settings stops the start.
"""

from django.conf import settings
from django.utils.module_loading import import_string

from keeper.bell import make_bell
from keeper.bridge import Bridge
from keeper.env import env_int
from keeper.streams import Streams
from keeper.wsgi import application as pages

THREADS = env_int("THREADS", 4, least=1, most=64)

streams = Streams(import_string(settings.READ_FOLLOWED), make_bell(settings.DATABASES["default"]))
application = Bridge(pages, streams, THREADS)
