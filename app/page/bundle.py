"""Join the page's ES modules into the one module that a component can carry.

The modules import one another by relative path, which a module that is handed over as
text cannot do. They are put in the order of their imports, and the import lines and
the word `export` (but for the entry's) are dropped. Top-level names are therefore
unique across the modules; that is checked here, not assumed. Lines of comment stay
behind.
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.{1,2}/[\w./-]+\.mjs)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?function |class |const )", re.M)
# A comment is for who reads the modules: every page would carry it.
_COMMENT = re.compile(r"^ *//.*\n|^\n", re.M)
_NAME = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", re.M)


def bundle(entry: Path) -> str:
    """Return the entry module and all it imports, as the text of one module.

    Parameters
    ----------
    entry : Path
        The module whose exports the bundle keeps.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If two modules use one top-level name, or an import has another form than
        ``import { a, b } from "./module.mjs";``.
    """
    texts: dict[Path, str] = {}
    entry = entry.resolve()
    _collect(entry, texts)
    seen: dict[str, Path] = {}
    for path, text in texts.items():
        if re.search(r"^import ", text, re.M):
            raise ValueError(f"{path.name} has an import that cannot be joined")
        for name in _NAME.findall(_EXPORT.sub("", text)):
            if name in seen:
                raise ValueError(
                    f"{path.name} and {seen[name].name} both define {name!r}"
                )
            seen[name] = path
    joined = [
        text if path == entry else _EXPORT.sub("", text) for path, text in texts.items()
    ]
    return _COMMENT.sub("", "\n".join(joined))


def _collect(path: Path, texts: dict[Path, str]) -> None:
    """Add the module to `texts` after all that it imports."""
    text = path.read_text(encoding="utf-8")
    for name in _IMPORT.findall(text):
        imported = (path.parent / name).resolve()
        if imported not in texts:
            _collect(imported, texts)
    texts[path] = _IMPORT.sub("", text)
