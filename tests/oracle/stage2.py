"""Stage 2: shape.

What is read comes out in plain form: names trimmed, cards as E G H S and A to 7, numbers whole.
"""

from collections.abc import Callable
from decimal import Decimal

from .errors import Errors
from .names import is_seat_name
from .names import seat_key
from .names import trimmed
from .words import CALLS
from .words import FIELDS
from .words import KINDS
from .words import LETTER
from .words import OFFENCES
from .words import OPTIONS
from .words import Json
from .words import read_card
from .words import read_rank
from .words import read_suit

Step = str | int
Reader = Callable[..., Json]


def whole(value: Json) -> int | None:
    """'A whole number may be written 10 or 10.0; true and "10" are not numbers.'"""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    if isinstance(value, int):
        return value
    if not -(10**12) < float(value) < 10**12:
        return None  # no number of a record is that large
    return int(value) if value == int(value) else None


class Shape:
    """Reads one record and collects what is wrong with its shape."""

    def __init__(self, errors: Errors, game: str) -> None:
        self.errors = errors
        self.game = game
        self.pack: str | None = "german"
        self.last_trick = 5 if game == "watten" else 10

    def bad(self, *path: Step) -> None:
        """Every error of this stage is `format`."""
        self.errors.add("format", *path)

    # Single values -------------------------------------------------------------------------------

    def number(self, value: Json, low: int, high: int, *path: Step) -> int | None:
        """Read a whole number in its range."""
        number = whole(value)
        if number is None or not low <= number <= high:
            self.bad(*path)
            return None
        return number

    def name(self, value: Json, *path: Step) -> str | None:
        """Read a name anywhere but in `seats`: any string will do here."""
        if not isinstance(value, str):
            self.bad(*path)
            return None
        return trimmed(value)

    def word(self, value: Json, words: list[str], *path: Step) -> str | None:
        """Read one of these words."""
        if not isinstance(value, str) or value not in words:
            self.bad(*path)
            return None
        return value

    def card(self, value: Json, *path: Step) -> str | None:
        """Read a card; 'where `pack` itself is wrong, cards are not read'."""
        if not isinstance(value, str):
            self.bad(*path)
            return None
        if self.pack is None:
            return None
        card = read_card(value, self.pack)
        if card is None:
            self.bad(*path)
        return card

    def suit(self, value: Json, *path: Step) -> str | None:
        """Read a suit."""
        if not isinstance(value, str):
            self.bad(*path)
            return None
        if self.pack is None:
            return None
        suit = read_suit(value, self.pack)
        if suit is None:
            self.bad(*path)
        return suit

    def rank(self, value: Json, *path: Step) -> str | None:
        """Read a Schlag: here 'a number and its string are the same'."""
        if not isinstance(value, str):
            number = whole(value)
            if number is None:
                self.bad(*path)
                return None
            value = str(number)
        if self.pack is None:
            return None
        rank = read_rank(value, self.pack)
        if rank is None:
            self.bad(*path)
        return rank

    # Lists and objects ---------------------------------------------------------------------------

    def items(self, value: Json, reader: Reader, *path: Step) -> list[Json]:
        """Read a list, each item by `reader(item, *path)`."""
        if not isinstance(value, list):
            self.bad(*path)
            return []
        return [reader(item, *path, i) for i, item in enumerate(value)]

    def cards(self, value: Json, *path: Step) -> list[Json]:
        """Read a list of cards."""
        return self.items(value, self.card, *path)

    def by_name(self, value: Json, reader: Reader, *path: Step) -> list[tuple[str, str, Json]]:
        """Read an object of names; the value of one that comes twice 'is not looked at'."""
        if not isinstance(value, dict):
            self.bad(*path)
            return []
        entries: list[tuple[str, str, Json]] = []
        for key, inner in value.items():
            name = trimmed(key)
            if name in [earlier for _, earlier, _ in entries]:
                self.bad(*path, key)
            else:
                entries.append((key, name, reader(inner, *path, key)))
        return entries

    def thing(
        self, value: Json, readers: dict[str, Reader], needed: list[str], *path: Step
    ) -> dict[str, Json]:
        """Read an object with these keys and no others."""
        if not isinstance(value, dict):
            self.bad(*path)
            return {}
        for key in value:
            if key not in readers:
                self.bad(*path, key)
        for key in needed:
            if key not in value:
                self.bad(*path, key)
        return {
            key: reader(value[key], *path, key) for key, reader in readers.items() if key in value
        }


class RecordShape(Shape):
    """The fields of a record."""

    def read(self, record: dict[str, Json]) -> dict[str, Json]:
        """Read every field; the errors of stage 2 are in `errors` afterwards."""
        pack = record.get("pack", "german")
        self.pack = pack if pack in ("german", "french") else None
        for key in record:
            # "A field that does not belong to the record's game ... is unknown, also when empty"
            if key not in FIELDS or LETTER[self.game] not in FIELDS[key]:
                self.bad(key)
        for key in ("seats", "dealer"):
            if key not in record:
                self.bad(key)
        # "where it belongs to another game, what is wrong inside it is reported too"
        read: dict[str, Json] = {}
        for key, value in record.items():
            if key in FIELDS and key not in ("format", "game"):
                read[key] = getattr(self, f"_{key}")(value, key)
        return read

    def _house_rules(self, value: Json, key: str) -> dict[str, Json]:
        if not isinstance(value, dict):
            self.bad(key)
            return {}
        chosen = {}
        for name, given in value.items():
            found: Json = None
            for allowed in OPTIONS[self.game].get(name, []):
                if isinstance(allowed, str):
                    found = allowed if given == allowed else found
                elif whole(given) is not None:
                    fits = whole(given) in (allowed if isinstance(allowed, range) else [allowed])
                    found = whole(given) if fits else found
            if found is None:
                self.bad(key, name)
            chosen[name] = found
        return chosen

    def _tariff(self, value: Json, key: str) -> int | None:
        return self.number(value, 0, 1_000_000, key)

    def _haferl(self, value: Json, key: str) -> int | None:
        return self.number(value, 0, 1_000_000_000, key)

    def _currency(self, value: Json, key: str) -> None:
        # "three capital letters (ISO 4217)"
        if (
            not isinstance(value, str)
            or len(value) != 3
            or not all("A" <= letter <= "Z" for letter in value)
        ):
            self.bad(key)

    def _pack(self, value: Json, key: str) -> None:
        self.word(value, ["german", "french"], key)

    def _seats(self, value: Json, key: str) -> list[str]:
        if not isinstance(value, list):
            self.bad(key)
            return []
        seats: list[str] = []
        for i, seat in enumerate(value):
            name = trimmed(seat) if isinstance(seat, str) else ""
            # "not a seat's name, or equal to an earlier seat"
            if is_seat_name(name) and seat_key(name) not in map(seat_key, seats):
                seats.append(name)
            else:
                self.bad(key, i)
        return seats

    def _dealer(self, value: Json, key: str) -> str | None:
        return self.name(value, key)

    _gehen = _dealer
    _maschine = _dealer

    def _doubles(self, value: Json, key: str) -> list[Json]:
        return self.items(value, self.name, key)

    def _sitting_out(self, value: Json, key: str) -> list[Json]:
        names = self.items(value, self.name, key)
        for i, name in enumerate(names):
            if name is not None and name in names[:i]:
                self.bad(key, i)
        return names

    def _auction(self, value: Json, key: str) -> list[Json]:
        return self.items(value, self._auction_pair, key)

    def _auction_pair(self, value: Json, *path: Step) -> Json:
        if not isinstance(value, list) or len(value) != 2:
            self.bad(*path)
            return None
        return self.name(value[0], *path, 0), self._auction_call(value[1], *path, 1)

    def _auction_call(self, value: Json, *path: Step) -> str | None:
        call = value if isinstance(value, str) else str(whole(value))
        if call in CALLS[self.game]:
            return call
        head, colon, suit = call.partition(":")
        if self.game != "wallachen" and colon and head in ("brand", "names"):
            if self.pack is None:
                return None
            read = read_suit(suit, self.pack)
            if read is not None:
                return f"{head}:{read}"
        self.bad(*path)
        return None

    def _contract(self, value: Json, key: str) -> dict[str, Json]:
        if self.game == "watten":
            return self.thing(value, {"schlag": self.rank, "trump": self.suit}, [], key)
        if not isinstance(value, dict):
            self.bad(key)
            return {}
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in KINDS[self.game]:
            self.bad(key, "kind")  # "the rest of the contract is not looked at"
            return {}
        readers: dict[str, Reader] = {"kind": lambda kind, *path: kind}
        needed = []
        if kind != "passed_out":  # "a passed-out contract has nothing but `kind`"
            readers |= {"declarer": self.name, "trump": self.suit}
            needed.append("declarer")
        if kind == "number":  # "`bid` for a number and only there"
            readers["bid"] = lambda bid, *path: self.number(bid, 6, 9, *path)
            needed.append("bid")
        return self.thing(value, readers, needed, key)

    def _call(self, value: Json, key: str) -> dict[str, Json]:
        def giver(name: Json, *path: Step) -> str | None:
            return None if name is None else self.name(name, *path)

        readers: dict[str, Reader] = {"card": self.card, "from": giver, "given": self.card}
        return self.thing(value, readers, ["card"], key)

    def _hands(self, value: Json, key: str) -> list[Json]:
        return self.by_name(value, self.cards, key)

    def _talon(self, value: Json, key: str) -> list[Json]:
        return self.cards(value, key)

    _discards = _talon

    def _held(self, value: Json, key: str) -> list[Json]:
        readers: dict[str, Reader] = {
            "player": self.name,
            "cards": self.cards,
            "after_trick": lambda n, *path: self.number(n, 0, self.last_trick, *path),
        }
        return self.items(
            value, lambda item, *path: self.thing(item, readers, list(readers), *path), key
        )

    def _trick_number(self, value: Json, *path: Step) -> int | None:
        return self.number(value, 1, self.last_trick, *path)

    def _tricks(self, value: Json, key: str) -> list[Json]:
        def card_or_forgotten(card: Json, *path: Step) -> str | None:
            return None if card is None else self.card(card, *path)

        readers: dict[str, Reader] = {
            "n": self._trick_number,
            "lead": self.name,
            "cards": lambda cards, *path: self.items(cards, card_or_forgotten, *path),
        }
        return self.items(
            value, lambda item, *path: self.thing(item, readers, ["cards"], *path), key
        )

    def _tricks_taken(self, value: Json, key: str) -> list[Json]:
        return self.by_name(
            value, lambda number, *path: self.number(number, 0, self.last_trick, *path), key
        )

    def _match(self, value: Json, key: str) -> list[Json]:
        return self.by_name(value, lambda number, *path: self.number(number, 0, 1000, *path), key)

    def _raises(self, value: Json, key: str) -> list[Json]:
        readers: dict[str, Reader] = {
            "by": self.name,
            "answer": lambda word, *path: self.word(word, ["accept", "fold"], *path),
            "in_trick": self._trick_number,
        }
        return self.items(
            value, lambda item, *path: self.thing(item, readers, ["by", "answer"], *path), key
        )

    def _schlecken(self, value: Json, key: str) -> list[Json]:
        def card_or_unknown(card: Json, *path: Step) -> str | None:
            return None if card is None else self.card(card, *path)

        def truth(waived: Json, *path: Step) -> bool:
            if not isinstance(waived, bool):
                self.bad(*path)
            return waived is True

        readers: dict[str, Reader] = {
            "player": self.name,
            "card": card_or_unknown,
            "waived": truth,
        }
        return self.items(
            value, lambda item, *path: self.thing(item, readers, ["player"], *path), key
        )

    def _rulings(self, value: Json, key: str) -> list[Json]:
        readers: dict[str, Reader] = {
            "offence": lambda word, *path: self.word(word, OFFENCES[self.game], *path),
            "by": self.name,
            "trick": self._trick_number,
        }

        def ruling(item: Json, *path: Step) -> Json:
            # "`rulings` the `offence`, and `by` except for a misdeal"
            misdeal = isinstance(item, dict) and item.get("offence") == "misdeal"
            return self.thing(item, readers, ["offence"] if misdeal else ["offence", "by"], *path)

        return self.items(value, ruling, key)

    def _ask(self, value: Json, key: str) -> list[Json]:
        readers: dict[str, Reader] = {"trick": self._trick_number, "player": self.name}
        return self.items(
            value, lambda item, *path: self.thing(item, readers, ["trick", "player"], *path), key
        )
