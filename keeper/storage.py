"""Static files by hashed names, with imported modules; script and style are sent minified."""

from collections.abc import Callable, Mapping
from pathlib import PurePath

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Ours alone: a library's script may look as if it imported a file that is not there. Modules
# must not import one another in a circle, or their names would never settle.
STATIC = settings.BASE_DIR / "static"
OUR_FOLDERS = sorted(path.name for path in STATIC.iterdir() if path.is_dir())

_IMPORTS = (
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
    """Else a page's new module would import an old one that the phone still keeps."""

    patterns = (
        *HashedFilesMixin.patterns,
        *((f"{folder}/*.js", _IMPORTS) for folder in OUR_FOLDERS),
    )

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Under its own name and its hashed one alike; only the latter is served."""
        if is_minified(name):
            text = b"".join(content.chunks()).decode()  # from the start, wherever it stands
            content = ContentFile(minify(name, text).encode())
        return str(super()._save(name, content))
