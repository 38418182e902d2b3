from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Without the admin's libraries: looking needs none, and every start would compress them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "vendor"]
