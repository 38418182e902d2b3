"""Static files by hashed names, those that a module imports included; script in its lean form."""

from pathlib import PurePath

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile, File
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


def is_our_module(name: str) -> bool:
    """Whether a static file, named from the static root, is a script of our own."""
    path = PurePath(name)
    return path.suffix == ".js" and path.parts[0] in OUR_FOLDERS


def lean(script: str) -> str:
    """The script without comments and indentation, a third less to send."""
    return str(jsmin(script))


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Else a page's new module would import an old one that the phone still keeps."""

    patterns = (
        *HashedFilesMixin.patterns,
        *((f"{folder}/*.js", _IMPORTS) for folder in OUR_FOLDERS),
    )

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Under its own name and its hashed one alike; only the latter is served."""
        if is_our_module(name):
            script = b"".join(content.chunks()).decode()  # from the start, wherever it stands
            content = ContentFile(lean(script).encode())
        return str(super()._save(name, content))
