"""A season's report as a page: the first ladder and the chart in front, the others behind."""

from functools import cache

from jinja2 import Environment
from jinja2 import FileSystemLoader
from jinja2 import StrictUndefined
from markupsafe import Markup

from scorekeeper.documents import typography as set_
from scorekeeper.documents.charts import Series
from scorekeeper.documents.charts import line_chart
from scorekeeper.documents.season_facts import SeasonFacts
from scorekeeper.documents.symbols import qr_code
from scorekeeper.documents.symbols import suit_url
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_day
from scorekeeper.i18n.ladder_words import ladder_name
from scorekeeper.i18n.ladder_words import ladder_rules
from scorekeeper.i18n.ladder_words import night_words
from scorekeeper.i18n.ladder_words import standing_rows
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.paths import data_dir

CHART_LINES = 8


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(data_dir("templates") / "documents"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def season_html(facts: SeasonFacts, *, language: str) -> str:
    """Set a season's report as HTML, in the language asked for (de or en)."""
    t = translator(language)
    ladders = [
        {
            "name": ladder_name(one.ladder.number, one.name, t),
            "version": one.version,
            "column": t(f"season.kind.{one.ladder.kind}"),
            "rules": ladder_rules(one.ladder, t),
            "rows": standing_rows(one.rows, one.ladder, t),
        }
        for one in facts.ladders
        if one.rows
    ]
    number, of, end = (
        t("documents.page", page="\x00", pages="\x01").replace("\x01", "\x00").split("\x00")
    )
    return (
        _environment()
        .get_template("season.html")
        .render(
            facts=facts,
            lang=language,
            t=t,
            set=set_,
            span=_span(facts, t),
            after="" if facts.night is None else night_words(*facts.night, t),
            ladders=ladders,
            chart=_chart(facts, t),
            hash=printed_hash(facts.hash),
            qr=Markup(qr_code(facts.url)) if facts.url else "",
            suits=[suit_url(letter) for letter in "EGHS"],
            page_words=(number, of, end),
        )
    )


def _span(facts: SeasonFacts, t: Translator) -> str:
    begins = format_date(facts.begins, t.lang)
    if facts.ends is None:
        return t("web.season.since", day=begins)
    return f"{begins} – {format_date(facts.ends, t.lang)}"


def _chart(facts: SeasonFacts, t: Translator) -> str:
    lines = list(facts.lines)
    if len(lines) > CHART_LINES:
        lines = lines[: CHART_LINES // 2] + lines[-CHART_LINES // 2 :]
    if len(facts.days) < 2 or not lines:
        return ""
    return line_chart(
        [Series(name=name, values=sums) for name, sums in lines],
        [format_day(day, t.lang) for day in facts.days],
        title=t("season.course.chart", season=facts.season),
        description=t(
            "season.course.told",
            best=lines[0][0],
            most=format_amount(lines[0][1][-1], t.lang, sign=True),
            last=lines[-1][0],
            least=format_amount(lines[-1][1][-1], t.lang, sign=True),
        ),
        number=lambda cents: format_amount(cents, t.lang, sign=True),
    )
