"""A line chart people can read at arm's length: names stand at the ends of their lines.

Drawn as SVG for pages and paper alike. Lines differ by their dashes and marks, so that they can be
told apart in black and white; colours come from the style sheet by class (`chart-1`, `chart-2`, …)
and have a plain default here for paper. Lengths are whole tenths of a unit of the drawing: no
number of a chart is ever rounded twice.
"""

from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from markupsafe import escape

TENTH = 10
WIDTH, HEIGHT = 720, 360
_TOP, _BOTTOM, _LEFT, _RIGHT = 14, 34, 64, 150
_DIGIT = 7  # the most a digit at the axis is wide
_LETTER = 14  # the least height between two names at the line ends
_LABELS_MAX = 8
_NAME_MAX = 16
_TICKS = 5
_DASHES = ("", "7 3", "2 3", "10 3 2 3", "14 4", "5 2 1 2 1 2")
_COLOURS = ("#1f4d3a", "#8a4b2a", "#2f5f8f", "#7a5c00", "#6b3a6e", "#404a4a")
LINES_MAX = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line: a value for each label, None where there is none (the line passes over it)."""

    name: str
    values: Sequence[int | None]


def line_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    title: str,
    description: str,
    number: Callable[[int], str],
) -> Markup:
    """Draw lines over labels from left to right. `number` writes a value at the axis.

    Raises ValueError: no labels, a line of another length, or more than `LINES_MAX` lines.
    """
    if not labels or len(series) > LINES_MAX:
        raise ValueError("a chart needs labels, and no more lines than can be told apart")
    if any(len(one.values) != len(labels) for one in series):
        raise ValueError("every line needs a value, or None, for each label")
    told = [value for one in series for value in one.values if value is not None]
    low, high, step = _scale(min(told, default=0), max(told, default=0))
    marks = [(value, number(value)) for value in range(low, high + 1, step)]
    left = max(_LEFT, _DIGIT * max(len(said) for _, said in marks) + 4)
    across = _Across(len(labels), left)
    down = _Down(low, high)
    parts = [
        Markup(
            '<svg class="chart" role="img" viewBox="0 0 {} {}" xmlns="http://www.w3.org/2000/svg"'
            ' font-family="inherit" font-size="12">'
        ).format(WIDTH, HEIGHT),
        Markup("<title>{}</title><desc>{}</desc>").format(title, description),
        *_grid(marks, left, down),
        *_days(labels, across),
        *_lines(series, across, down),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


@dataclass(frozen=True, slots=True)
class _Across:
    """Places from left to right, in tenths."""

    count: int
    left: int

    def at(self, place: int) -> int:
        span = (WIDTH - self.left - _RIGHT) * TENTH
        return self.left * TENTH + (
            span // 2 if self.count == 1 else span * place // (self.count - 1)
        )


@dataclass(frozen=True, slots=True)
class _Down:
    """Heights of values, in tenths from the top."""

    low: int
    high: int

    def at(self, value: int) -> int:
        span = (HEIGHT - _TOP - _BOTTOM) * TENTH
        return _TOP * TENTH + span * (self.high - value) // (self.high - self.low)


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """Return where the axis begins and ends and its step: 1, 2 or 5 times a power of ten."""
    low, high = min(low, 0), max(high, 0)
    if low == high:
        high = low + 1
    step = 1  # 1, 2, 5, 10, 20, …
    while (high - low) > step * _TICKS:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    steps_down, steps_up = -(low // step), -(-high // step)
    return -steps_down * step, steps_up * step, step


def _grid(marks: Sequence[tuple[int, str]], left: int, down: _Down) -> list[Markup]:
    made = []
    for value, said in marks:
        y = _length(down.at(value))
        made.append(
            Markup(
                '<line class="chart-{}" x1="{}" x2="{}" y1="{}" y2="{}" stroke="{}"'
                ' stroke-width="{}"/>'
            ).format(
                "zero" if value == 0 else "grid",
                left,
                WIDTH - _RIGHT,
                y,
                y,
                "#655d4f" if value == 0 else "#ddd3c0",
                "1.2" if value == 0 else "0.8",
            )
        )
        made.append(
            Markup(
                '<text class="chart-text" x="{}" y="{}" text-anchor="end" fill="#655d4f">{}</text>'
            ).format(left - 8, _length(down.at(value) + 4 * TENTH), said)
        )
    return made


def _days(labels: Sequence[str], across: _Across) -> list[Markup]:
    """Write labels below, no more than fit beside each other, always the first and the last."""
    last = len(labels) - 1
    gap = max(1, -(-len(labels) // _LABELS_MAX))
    shown = [place for place in range(0, last, gap) if last - place >= gap] + [last]
    return [
        Markup(
            '<text class="chart-text" x="{}" y="{}" text-anchor="middle" fill="#655d4f">{}</text>'
        ).format(_length(across.at(place)), HEIGHT - 10, labels[place])
        for place in shown
    ]


def _lines(series: Sequence[Series], across: _Across, down: _Down) -> list[Markup]:
    ends = _ends(series, down)
    made = []
    for number, one in enumerate(series):
        points = [
            (across.at(place), down.at(value))
            for place, value in enumerate(one.values)
            if value is not None
        ]
        if not points:
            continue
        kind, colour = number % len(_COLOURS) + 1, _COLOURS[number % len(_COLOURS)]
        dash = _DASHES[(number + number // len(_COLOURS)) % len(_DASHES)]
        drawn = " ".join(f"{_length(x)},{_length(y)}" for x, y in points)
        made.append(
            Markup(
                '<polyline class="chart-line chart-{}" fill="none" stroke="{}" stroke-width="2.2"'
                ' stroke-linejoin="round"{} points="{}"/>'
            ).format(
                kind,
                colour,
                Markup(' stroke-dasharray="{}"').format(dash) if dash else "",
                drawn,
            )
        )
        x, y = points[-1]
        made.append(
            Markup('<circle class="chart-dot chart-{}" cx="{}" cy="{}" r="3" fill="{}"/>').format(
                kind, _length(x), _length(y), colour
            )
        )
        made.append(_name(one.name, kind, colour, (x, y), ends[number]))
    return made


def _name(name: str, kind: int, colour: str, end: tuple[int, int], height: int) -> Markup:
    """Write a name beside the end of its line, led there by a thin stroke when it had to move."""
    x = (WIDTH - _RIGHT + 14) * TENTH
    shown = name if len(name) <= _NAME_MAX else name[: _NAME_MAX - 1] + "…"
    lead = Markup("")
    if end[0] + 14 * TENTH < x or abs(height - end[1]) > 4 * TENTH:
        lead = Markup(
            '<line class="chart-lead" x1="{}" y1="{}" x2="{}" y2="{}" stroke="#8f846f"'
            ' stroke-width="0.7"/>'
        ).format(
            _length(end[0] + 4 * TENTH), _length(end[1]), _length(x - 3 * TENTH), _length(height)
        )
    return lead + Markup(
        '<text class="chart-name chart-{}" x="{}" y="{}" fill="{}" font-size="13">{}</text>'
    ).format(kind, _length(x), _length(height + 4 * TENTH), colour, escape(shown))


def _ends(series: Sequence[Series], down: _Down) -> dict[int, int]:
    """Find a height for each name, as near its line's end as the others allow, none overlapping."""
    wanted = []
    for number, one in enumerate(series):
        last = next((value for value in reversed(one.values) if value is not None), None)
        if last is not None:
            wanted.append((down.at(last), number))
    wanted.sort()
    least = _LETTER * TENTH
    bottom = (HEIGHT - _BOTTOM + 4) * TENTH
    placed: list[int] = []
    for height, _ in wanted:
        placed.append(max(height, placed[-1] + least) if placed else height)
    for place in range(len(placed) - 1, -1, -1):
        limit = bottom if place == len(placed) - 1 else placed[place + 1] - least
        placed[place] = min(placed[place], limit)
    return {number: height for (_, number), height in zip(wanted, placed, strict=True)}


def _length(tenths: int) -> str:
    whole, rest = divmod(tenths, TENTH)
    return f"{whole}.{rest}" if rest else str(whole)
