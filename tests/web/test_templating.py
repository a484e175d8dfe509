"""Words set into templates when they are read: each language its own, escaped, nothing missed."""

import pytest
from flask import Flask
from jinja2 import DictLoader
from jinja2 import nodes

from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import UnknownKeyError
from scorekeeper.i18n import translator
from scorekeeper.web.templating import Application
from scorekeeper.web.templating import Templates


def templates(lang: str, **sources: str) -> Templates:
    app = Application("probe")
    app.jinja_env.loader = DictLoader(sources)
    app.prepare_templates(static="/static/x&y/")
    return app.templates[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_template_says_what_its_language_says(lang: str) -> None:
    source = '{{ t("web.skip") }}|{{ t("web.night.title", number=3) }}|{{ lang }}|{{ static }}'
    t = translator(lang)
    made = templates(lang, **{"a.html": source}).get_template("a.html")
    said = made.render(t=lambda key, **values: f"<{key} {values}>")
    assert said == (
        f"{t('web.skip')}|&lt;web.night.title {{&#39;number&#39;: 3}}&gt;|{lang}|/static/x&amp;y/"
    )


def test_words_in_place_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"web.skip": ("<b>&",)}
    monkeypatch.setattr("scorekeeper.i18n.catalogue", lambda domain, lang: known)
    translator.cache_clear()
    made = templates("de", **{"a.html": '{{ t("web.skip") }}<i title="{{ t("web.skip") }}">'})
    said = made.get_template("a.html").render()
    translator.cache_clear()
    assert said == '&lt;b&gt;&amp;<i title="&lt;b&gt;&amp;">'


def test_a_sentence_nobody_wrote_is_found_when_the_template_is_read() -> None:
    with pytest.raises(UnknownKeyError):
        templates("de", a='{% if false %}{{ t("web.no-such-words") }}{% endif %}').get_template("a")


def test_a_key_that_is_worked_out_is_asked_for_when_the_page_is_made() -> None:
    made = templates("de", a='{{ t("web." ~ what) }}').get_template("a")
    assert made.render(t=translator("de"), what="skip") == translator("de")("web.skip")


def test_every_template_has_its_words_in_both_languages(app: Flask) -> None:
    assert isinstance(app, Application)
    for lang, made in app.templates.items():
        for name in made.list_templates(extensions=["html"]):
            if not name.startswith(("web/", "_macros/", "api/")):
                continue
            made.get_template(name)
            assert made.loader is not None
            source = made.loader.get_source(made, name)[0]
            tree = made.parse(source, name)
            assert made.in_place is not None
            made.in_place.visit(tree)
            left = [
                call.args[0].value
                for call in tree.find_all(nodes.Call)
                if isinstance(call.node, nodes.Name)
                and call.node.name == "t"
                and len(call.args) == 1
                and not call.kwargs
                and isinstance(call.args[0], nodes.Const)
            ]
            assert left == [], (lang, name)
