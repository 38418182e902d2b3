"""Static files with hashed names, imported modules included, and minified script and style."""

from collections.abc import Callable, Mapping
from pathlib import PurePath

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Only our own folders: a library's script may seem to import a file that does not exist. Modules
# must not import one another in a circle, or their hashes would never settle.
STATIC = settings.BASE_DIR / "static"
OUR_FOLDERS = sorted(path.name for path in STATIC.iterdir() if path.is_dir())

IMPORT_PATTERNS = (
    (r'(?P<matched>from "(?P<url>\.\.?/[a-z_/]+\.js)")', 'from "%(url)s"'),
    (r'(?P<matched>import\("(?P<url>\.\.?/[a-z_/]+\.js)"\))', 'import("%(url)s")'),
)


MINIFIERS: Mapping[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}
"""What takes comments and indentation out of a file, by its suffix."""


def is_minified(name: str) -> bool:
    """Whether a static file, named from the static root, is script or style of our own."""
    path = PurePath(name)
    return path.suffix in MINIFIERS and path.parts[0] in OUR_FOLDERS


def minify(name: str, text: str) -> str:
    """The text of our own script or style as it is sent, a third shorter."""
    return str(MINIFIERS[PurePath(name).suffix](text))


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage that hashes imported modules too, so that no page mixes new and cached old ones."""

    patterns = (
        *HashedFilesMixin.patterns,
        *((f"{folder}/*.js", IMPORT_PATTERNS) for folder in OUR_FOLDERS),
    )

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Minify script and style, under the plain and the hashed name (only that is served)."""
        if is_minified(name):
            text = b"".join(content.chunks()).decode()  # from the start, wherever it stands
            content = ContentFile(minify(name, text).encode())
        return str(super()._save(name, content))
