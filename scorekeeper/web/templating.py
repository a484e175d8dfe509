"""How templates are read: once for each language, its words already in their places.

A page says sixty sentences of our own, and which they are is known as soon as its template and the
language are. So every language has an environment, and a template that is read into it has each
`t("…")` without values replaced by what it says: what is left to do for a page is what is
different on every page.
"""

from typing import Any

from flask import Flask
from flask import has_request_context
from flask import request
from flask.templating import Environment
from jinja2 import StrictUndefined
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator

_ADDRESSES_MAX = 8192


class InPlace(NodeTransformer):
    """Puts what never changes between pages of a language into a template."""

    def __init__(self, t: Translator, constants: dict[str, str]) -> None:
        self._t = t
        self._constants = {"lang": t.lang, **constants}

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  # Jinja's own name
        said = node.args
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs) and len(said) == 1
        if plain and isinstance(node.node, nodes.Name) and node.node.name == "t":
            key = said[0]
            if isinstance(key, nodes.Const):
                return nodes.Const(self._t(key.value), lineno=node.lineno)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: nodes.Name) -> nodes.Node:  # noqa: N802  # Jinja's own name
        if node.ctx == "load" and node.name in self._constants:
            return nodes.Const(self._constants[node.name], lineno=node.lineno)
        return node


class Templates(Environment):
    """Jinja's environment, for one language when it was made by `in_language`.

    Jinja looks `row.name` up as an attribute and, after the exception, as a key. Nearly all that
    our templates are given are plain dicts, and a page of a hundred deals asks thousands of times;
    the exceptions alone were a tenth of its time, so a row that is a dict is asked for its key
    first.
    """

    in_place: InPlace | None = None

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def in_language(self, lang: str, constants: dict[str, str]) -> "Templates":
        """Return an environment like this one whose templates say things in a language."""
        made = self.overlay()
        assert isinstance(made, Templates)
        made.in_place = InPlace(translator(lang), constants)
        return made

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,
    ) -> str:
        if self.in_place is not None:
            self.in_place.visit(source)
        return super()._generate(source, name, filename, defer_init)


class Application(Flask):
    """Flask with our templates: what is missing in one is an error, and they do not change.

    The addresses it makes are kept: a page has a handful and they are those of the last time.
    """

    jinja_environment = Templates
    templates: dict[str, Templates]

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._addresses: dict[tuple[Any, ...], str] = {}

    def url_for(self, endpoint: str, **values: Any) -> str:
        plain = has_request_context() and not endpoint.startswith(".")
        if not plain or not all(
            type(one) is str and name[0] != "_" for name, one in values.items()
        ):
            return super().url_for(endpoint, **values)
        key = (request.script_root, endpoint, *values.items())
        found = self._addresses.get(key)
        if found is None:
            found = super().url_for(endpoint, **values)
            if len(self._addresses) >= _ADDRESSES_MAX:
                self._addresses = {}
            self._addresses[key] = found
        return found

    def create_jinja_environment(self) -> Environment:
        made = super().create_jinja_environment()
        made.undefined = StrictUndefined
        made.trim_blocks = True
        made.lstrip_blocks = True
        made.auto_reload = False
        return made

    def prepare_templates(self, **constants: str) -> None:
        """Make the environment of every language; `constants` are the same on every page."""
        made = self.jinja_env
        assert isinstance(made, Templates)
        self.templates = {lang: made.in_language(lang, constants) for lang in LANGUAGES}
