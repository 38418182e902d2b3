"""Static files by hashed names, those that a module imports included."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Ours alone: a library's script may look as if it imported a file that is not there. Modules
# must not import one another in a circle, or their names would never settle.
_OUR_MODULES = (
    "js/*.js",
    (
        (r'(?P<matched>from "(?P<url>\./[a-z]+\.js)")', 'from "%(url)s"'),
        (r'(?P<matched>import\("(?P<url>\./[a-z]+\.js)"\))', 'import("%(url)s")'),
    ),
)


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Else a page's new module would import an old one that the phone still keeps."""

    patterns = (*HashedFilesMixin.patterns, _OUR_MODULES)
