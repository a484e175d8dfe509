"""A chart shows each value at its height, names every line, and lets no two names overlap."""

import itertools
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.documents.charts import LINES_MAX
from scorekeeper.documents.charts import Series
from scorekeeper.documents.charts import line_chart
from scorekeeper.i18n.formats import format_amount
from scorekeeper.ledger.money import AMOUNT_MAX

SVG = "{http://www.w3.org/2000/svg}"
values = st.integers(-2_000_000, 2_000_000)


def drawn(series: list[Series], labels: list[str]) -> ElementTree.Element:
    text = line_chart(series, labels, title="Stand", description="Wer wo steht", number=str)
    return ElementTree.fromstring(str(text))


def axis(root: ElementTree.Element) -> dict[int, Fraction]:
    """Return the height of each value the axis writes."""
    strokes = [
        Fraction(one.attrib["y1"])
        for one in root.iter(SVG + "line")
        if one.attrib["class"] in ("chart-grid", "chart-zero")
    ]
    told = [int(one.text or "") for one in root.iter(SVG + "text") if one.attrib.get("x") == "56"]
    return dict(zip(told, strokes, strict=True))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 40).flatmap(
        lambda count: st.lists(
            st.lists(st.none() | values, min_size=count, max_size=count),
            min_size=1,
            max_size=LINES_MAX,
        )
    )
)
def test_every_value_stands_at_its_height(told: list[list[int | None]]) -> None:
    series = [Series(name=f"P{n}", values=one) for n, one in enumerate(told)]
    root = drawn(series, [str(n) for n in range(len(told[0]))])
    heights = axis(root)
    assert 0 in heights
    assert len(heights) <= 8
    low, high = min(heights), max(heights)
    lines = [
        [tuple(map(Fraction, p.split(","))) for p in one.attrib["points"].split()]
        for one in root.iter(SVG + "polyline")
    ]
    expected = [[v for v in one if v is not None] for one in told]
    expected = [one for one in expected if one]
    assert [len(one) for one in lines] == [len(one) for one in expected]
    for points, line in zip(lines, expected, strict=True):
        for (_, y), value in zip(points, line, strict=True):
            assert low <= value <= high
            exact = heights[high] + (heights[low] - heights[high]) * (high - value) / (high - low)
            assert abs(y - exact) <= Fraction(2, 10)


@settings(max_examples=60, deadline=None)
@given(st.lists(values, min_size=2, max_size=LINES_MAX))
def test_no_two_names_overlap(ends: list[int]) -> None:
    root = drawn([Series(name=f"P{n}", values=[v]) for n, v in enumerate(ends)], ["1.11."])
    names = [t for t in root.iter(SVG + "text") if t.attrib["class"].startswith("chart-name")]
    assert sorted(t.text or "" for t in names) == sorted(f"P{n}" for n in range(len(ends)))
    heights = sorted(Fraction(t.attrib["y"]) for t in names)
    assert all(b - a >= 13 for a, b in itertools.pairwise(heights))
    assert heights[-1] <= 360


def test_a_name_cannot_be_markup_and_a_long_one_is_cut() -> None:
    names = ["<script>alert(1)</script>", "Bartholomäus-Maximilian Huber"]
    root = drawn([Series(name=n, values=[1]) for n in names], ["1.11."])
    shown = [t.text for t in root.iter(SVG + "text") if t.attrib["class"].startswith("chart-name")]
    assert shown == ["<script>alert(1…", "Bartholomäus-Ma…"]


def test_lines_differ_without_colour() -> None:
    root = drawn([Series(name=str(n), values=[n, n]) for n in range(LINES_MAX)], ["1", "2"])
    looks = {
        (one.attrib["stroke"], one.attrib.get("stroke-dasharray", ""))
        for one in root.iter(SVG + "polyline")
    }
    assert len(looks) == LINES_MAX
    assert not re.search(r"style=", ElementTree.tostring(root, encoding="unicode"))


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="labels"):
        drawn([], [])
    with pytest.raises(ValueError, match="value"):
        drawn([Series(name="A", values=[1])], ["1", "2"])
    with pytest.raises(ValueError, match="lines"):
        drawn([Series(name=str(n), values=[1]) for n in range(LINES_MAX + 1)], ["1"])


def test_large_amounts_at_the_axis_stay_within_the_drawing() -> None:
    most = 50_000 * AMOUNT_MAX
    series = [Series(name="Anna", values=[0, most]), Series(name="Bert", values=[0, -most])]
    text = line_chart(
        series,
        ["20.11.", "27.11."],
        title="Stand",
        description="Wer wo steht",
        number=lambda cents: format_amount(cents, "de", sign=True),
    )
    root = ElementTree.fromstring(str(text))
    told = [one for one in root.iter(SVG + "text") if one.attrib.get("text-anchor") == "end"]
    assert len(told) > 3
    # A digit of this size is less than seven wide, a point or comma less than four.
    for one in told:
        said = one.text or ""
        assert Fraction(one.attrib["x"]) >= sum(4 if sign in ".," else 7 for sign in said)
