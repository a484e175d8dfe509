"""The short notation of what people remember of a deal, one line for each thing.

    5 Anna: GO GK G8        trick 5, Anna led; "?" for a card nobody remembers
    gesehen Caro 7: GA      Caro still had the Grassau when trick 7 was over
    blatt Anna: HA HK …     all the cards Anna had at the first lead
    weg: S7 S8              out of play        stock: E7 E8    as it lay there
    frage Bert 5            judge this play (else every one)
    stiche Anna 6           so many tricks Anna took
    reizen: Anna ich spiele 6, Bert 7, Caro weiter, Anna halte ich
            (in Bolachen: Anna Brand, Bert Herz-Brand, Caro Bettel; `call_words` has all words)

Every word may be German or English, a name may be cut short as long as one can only mean one.
"""

import re
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import CARD_TEXTS
from scorekeeper.cards import Pack
from scorekeeper.rules.findings import pointer
from scorekeeper.schemas.call_words import read_call
from scorekeeper.schemas.call_words import write_call

LINES_MAX = 200
FORGOTTEN = "?"
FIELDS = ("auction", "hands", "talon", "discards", "tricks", "held", "tricks_taken", "ask")
KEYWORDS: Mapping[str, str] = {
    **dict.fromkeys(("gesehen", "held", "seen"), "held"),
    **dict.fromkeys(("blatt", "hand"), "hand"),
    **dict.fromkeys(("stock", "dabb", "dopper", "talon"), "talon"),
    **dict.fromkeys(("weg", "out", "discards"), "discards"),
    **dict.fromkeys(("frage", "ask"), "ask"),
    **dict.fromkeys(("stiche", "tricks", "taken"), "taken"),
    **dict.fromkeys(("reizen", "auction"), "auction"),
}
WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "held": "gesehen",
        "hand": "blatt",
        "talon": "stock",
        "discards": "weg",
        "ask": "frage",
        "taken": "stiche",
        "auction": "reizen",
    },
    "en": {
        "held": "seen",
        "hand": "hand",
        "talon": "stock",
        "discards": "out",
        "ask": "ask",
        "taken": "taken",
        "auction": "auction",
    },
}
_FILLERS = frozenset({"nach", "after", "stich", "trick", "im", "in"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LineError:
    """What cannot be read in a line; `key` is one of the `desk` catalogue."""

    line: int
    key: str
    values: Mapping[str, str | tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """What was read: fields of a deal record, and the line each place of it stands in."""

    fields: Mapping[str, Any]
    lines: Mapping[str, int]
    errors: tuple[LineError, ...]

    def line_of(self, path: str) -> int | None:
        """Return the line in which a place of the record was written, None if in none."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path.rpartition("/")[0]
        return None


class _LineRefusedError(Exception):
    def __init__(self, key: str, **values: str | tuple[str, ...]) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


def read_notation(text: str, players: Sequence[str], pack: Pack = Pack.GERMAN) -> Notation:
    """Read what was written; a line that cannot be read is an error, the others are kept."""
    reader = _Reader(players, pack)
    errors: list[LineError] = []
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if not told:
            continue
        try:
            if number > LINES_MAX:
                raise _LineRefusedError("desk.notation.too_long", most=str(LINES_MAX))
            reader.line(told, number)
        except _LineRefusedError as error:
            errors.append(LineError(line=number, key=error.key, values=error.values))
            if number > LINES_MAX:
                break
    return Notation(fields=reader.fields, lines=reader.lines, errors=tuple(errors))


class _Reader:
    def __init__(self, players: Sequence[str], pack: Pack) -> None:
        self.fields: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self._players = players
        self._pack = pack
        self._cards = CARD_TEXTS[pack]

    def line(self, told: str, number: int) -> None:
        head, colon, tail = told.partition(":")
        if not colon:
            head, tail = self._split(told)
        first, _, rest = head.strip().partition(" ")
        word = KEYWORDS.get(first.casefold())
        if word is None or self._is_player(head):
            self._trick(head, tail, number)
        elif word == "auction":
            self._auction(re.sub(r"^\w+\s*:?", "", told), number)
        elif word == "ask":
            self._ask(f"{rest} {tail}", number)
        elif word == "taken":
            self._taken(told.partition(" ")[2], number)
        elif word in ("talon", "discards"):
            self._put(word, self._some(f"{rest} {tail}" if not colon else tail), number)
        elif word == "hand":
            name = self._player(rest)
            self.fields.setdefault("hands", {})[name] = self._some(tail)
            self.lines["/hands/" + pointer(name)] = number
        else:
            name, after = self._name_and_number(rest)
            held = {"player": name, "cards": self._some(tail), "after_trick": after or 0}
            self._add("held", held, number)

    def _split(self, told: str) -> tuple[str, str]:
        """Part a line without a colon: the cards are at its end."""
        parts = told.replace(",", " ").split()
        at = len(parts)
        while at and self._is_card(parts[at - 1]):
            at -= 1
        return " ".join(parts[:at]), " ".join(parts[at:])

    def _trick(self, head: str, tail: str, number: int) -> None:
        found = re.fullmatch(r"(?:(\d{1,3})[.)]?(?:\s+|$))?(.*)", head.strip())
        assert found is not None
        trick: dict[str, Any] = {}
        if found[1]:
            trick["n"] = int(found[1])
        if found[2].strip():
            trick["lead"] = self._player(found[2])
        if not trick and not tail.strip():
            raise _LineRefusedError("desk.notation.line")
        trick["cards"] = [
            None if part in (FORGOTTEN, "-", "–") else self._card(part) for part in _parts(tail)
        ]
        self._add("tricks", trick, number)

    def _ask(self, told: str, number: int) -> None:
        name, trick = self._name_and_number(told)
        if trick is None:
            raise _LineRefusedError("desk.notation.ask")
        self._add("ask", {"trick": trick, "player": name}, number)

    def _taken(self, told: str, number: int) -> None:
        for part in re.split(r"[,;]", told.replace(":", " ")):
            if not part.strip():
                continue
            name, tricks = self._name_and_number(part)
            if tricks is None:
                raise _LineRefusedError("desk.notation.taken")
            self.fields.setdefault("tricks_taken", {})[name] = tricks
            self.lines["/tricks_taken/" + pointer(name)] = number
        self.lines.setdefault("/tricks_taken", number)

    def _auction(self, told: str, number: int) -> None:
        for part in re.split(r"[,;]", told):
            words = [word.strip('„“”‚‘"»«') for word in part.replace(":", " ").split()]
            if not words:
                continue
            # A name may have more than one word, and so may a call: the longest that is one.
            length = next((n for n in range(len(words), 0, -1) if self._begun(words[:n])), 1)
            player = self._player(" ".join(words[:length]))
            spoken = any(name == player for name, _ in self.fields.get("auction", ()))
            call = read_call(" ".join(words[length:]), self._pack, spoken=spoken)
            if call is None:
                raise _LineRefusedError("desk.notation.call", text=part.strip()[:40])
            self._add("auction", [player, call], number)
        self.lines.setdefault("/auction", number)

    def _name_and_number(self, told: str) -> tuple[str, int | None]:
        """Read "Bert 5", "5 Bert" or "Bert nach Stich 5"."""
        words = told.replace(":", " ").split()
        numbers = [word for word in words if re.fullmatch(r"\d{1,3}\.?", word)]
        names = [w for w in words if w not in numbers and w.casefold() not in _FILLERS]
        if len(numbers) > 1:
            raise _LineRefusedError("desk.notation.line")
        number = int(numbers[0].rstrip(".")) if numbers else None
        return self._player(" ".join(names)), number

    def _is_player(self, told: str) -> bool:
        return any(told.strip().casefold() == name.casefold() for name in self._players)

    def _player(self, told: str) -> str:
        found = self._begun(told.split())
        if len(found) != 1:
            names = tuple(self._players)
            if not told.strip():
                raise _LineRefusedError("desk.notation.nobody", names=names)
            raise _LineRefusedError("desk.notation.whom", text=told.strip()[:60], names=names)
        return found[0]

    def _begun(self, words: Sequence[str]) -> list[str]:
        """Return whose name it is, else whose name begins like that."""
        wanted = " ".join(words).casefold()
        same = [name for name in self._players if name.casefold() == wanted]
        return same or [n for n in self._players if wanted and n.casefold().startswith(wanted)]

    def _is_card(self, part: str) -> bool:
        return part in self._cards or part in (FORGOTTEN, "-", "–")

    def _card(self, part: str) -> str:
        if part not in self._cards:
            raise _LineRefusedError("desk.notation.card", text=part[:40])
        return part

    def _some(self, tail: str) -> list[str]:
        cards = [self._card(part) for part in _parts(tail)]
        if not cards:
            raise _LineRefusedError("desk.notation.no_cards")
        return cards

    def _put(self, name: str, value: object, number: int) -> None:
        self.fields[name] = value
        self.lines["/" + name] = number

    def _add(self, name: str, value: object, number: int) -> None:
        listed = self.fields.setdefault(name, [])
        self.lines[f"/{name}/{len(listed)}"] = number
        listed.append(value)


def _parts(tail: str) -> list[str]:
    return tail.replace(",", " ").replace("·", " ").split()


def with_call(text: str, player: str, call: str, lang: str) -> str:
    """Return a text with one more call in its last line of calls, in a new one if it has none."""
    said = f"{player} {write_call(call, lang)}"
    lines = text.splitlines()
    for at in range(len(lines) - 1, -1, -1):
        first = re.match(r"\s*(\w+)", lines[at])
        if first is not None and KEYWORDS.get(first[1].casefold()) == "auction":
            told, mark, remark = lines[at].partition("#")
            more = (
                f"{told.rstrip().rstrip(',;')}{'' if told.rstrip().endswith(':') else ','} {said}"
            )
            lines[at] = f"{more} {mark}{remark}" if mark else more
            break
    else:
        lines.insert(0, f"{WORDS['en' if lang == 'en' else 'de']['auction']}: {said}")
    return "\n".join(lines)


def write_notation(record: Mapping[str, Any], lang: str) -> str:
    """Write what the notation can say of a record."""
    words = WORDS["en" if lang == "en" else "de"]
    lines: list[str] = []
    calls = [f"{name} {write_call(str(call), lang)}" for name, call in record.get("auction") or ()]
    if calls:
        lines.append(f"{words['auction']}: {', '.join(calls)}")
    for name, cards in (record.get("hands") or {}).items():
        lines.append(f"{words['hand']} {name}: {' '.join(cards)}")
    for field in ("talon", "discards"):
        if record.get(field):
            lines.append(f"{words[field]}: {' '.join(record[field])}")
    for trick in record.get("tricks") or ():
        head = " ".join(str(trick[key]) for key in ("n", "lead") if key in trick)
        cards = " ".join(card or FORGOTTEN for card in trick["cards"])
        lines.append(f"{head}: {cards}" if head else cards)
    for held in record.get("held") or ():
        head = f"{words['held']} {held['player']} {held['after_trick']}"
        lines.append(f"{head}: {' '.join(held['cards'])}")
    for name, number in (record.get("tricks_taken") or {}).items():
        lines.append(f"{words['taken']} {name} {number}")
    for asked in record.get("ask") or ():
        lines.append(f"{words['ask']} {asked['player']} {asked['trick']}")
    return "".join(line + "\n" for line in lines)
