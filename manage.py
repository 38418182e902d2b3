#!/usr/bin/env python
"""Django's command line: `./manage.py help` lists what there is."""

import os
import sys

from django.core.management import execute_from_command_line

from keeper.private import keep_private

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "keeper.settings")
    if "collectstatic" not in sys.argv:  # what that collects, the server's user must read
        keep_private()
    execute_from_command_line(sys.argv)
