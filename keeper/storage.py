"""Static files by hashed names, those that a module imports included; script in its lean form."""

from pathlib import PurePath

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile, File
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Ours alone: a library's script may look as if it imported a file that is not there. Modules
# must not import one another in a circle, or their names would never settle.
OUR_MODULES = "js/*.js"

_IMPORTS = (
    (r'(?P<matched>from "(?P<url>\./[a-z]+\.js)")', 'from "%(url)s"'),
    (r'(?P<matched>import\("(?P<url>\./[a-z]+\.js)"\))', 'import("%(url)s")'),
)


def lean(script: str) -> str:
    """The script without comments and indentation, a third less to send."""
    return str(jsmin(script))


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Else a page's new module would import an old one that the phone still keeps."""

    patterns = (*HashedFilesMixin.patterns, (OUR_MODULES, _IMPORTS))

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Under its own name and its hashed one alike; only the latter is served."""
        if PurePath(name).match(OUR_MODULES):
            script = b"".join(content.chunks()).decode()  # from the start, wherever it stands
            content = ContentFile(lean(script).encode())
        return str(super()._save(name, content))
