import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "keeper.settings")

from keeper.locks import serve_while_running
from keeper.private import make_private
from keeper.unchanged import repeat_unchanged

str(settings.SECRET_KEY)  # made now where there is none, and not by the first request
make_private(settings.DATA_DIR)
serve_while_running()

application = repeat_unchanged(get_wsgi_application(), settings.DATABASES["default"])
