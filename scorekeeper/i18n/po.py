"""Read a gettext catalogue (.po): key, and its one text or its two for one and many.

Only what our catalogues use: comments, `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]`,
`msgstr[1]`, and strings that go on over several lines. The catalogues are read as they are, at
first use; nothing has to be compiled before.
"""

import re
from pathlib import Path

Messages = dict[str, tuple[str, ...]]

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[[01]\])\s+)?"((?:[^"\\]|\\.)*)"\s*')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}


class PoError(ValueError):
    """A line of a catalogue that cannot be read."""


def read_po(path: Path) -> Messages:
    """Read one catalogue: the texts of every key, one, or two where it has a plural.

    Raises PoError at a line that is none of a catalogue's, or a key that comes twice.
    """
    messages: Messages = {}
    entry: dict[str, str] = {}
    field = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise PoError(f"{path.name}:{number}: {line}")
        keyword, text = found[1], _unescaped(found[2])
        if keyword is None:
            entry[field] += text
            continue
        if keyword == "msgid":
            _keep(messages, entry, path)
            entry = {}
        field = keyword
        entry[field] = text
    _keep(messages, entry, path)
    return messages


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)


def _keep(messages: Messages, entry: dict[str, str], path: Path) -> None:
    key = entry.get("msgid")
    if not key:  # the header, or nothing yet
        return
    if key in messages:
        raise PoError(f"{path.name}: {key} comes twice")
    if "msgstr" in entry:
        messages[key] = (entry["msgstr"],)
    else:
        messages[key] = (entry["msgstr[0]"], entry["msgstr[1]"])
