"""Account numbers of banks (ISO 13616): a slip of the finger is found before money goes astray."""

import re

_SHAPE = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")

# How long an IBAN of each country of the euro payments area is.
_SPANS = (
    "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 "
    "GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 "
    "NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22 "
)
_OUTSIDE_EEA = frozenset(["AD", "AL", "CH", "GB", "GI", "MC", "MD", "ME", "MK", "RS", "SM", "VA"])
# Whose banks are reached at a BIC of another country than their IBAN.
_TERRITORIES = {
    "FR": frozenset(["BL", "GF", "GP", "MC", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"]),
    "GB": frozenset(["GG", "IM", "JE"]),
    "MC": frozenset({"FR"}),
}
_LENGTHS = {one[:2]: int(one[2:]) for one in _SPANS.split()}


def read_iban(told: str) -> str | None:
    """Return an IBAN without blanks, None where it cannot be one.

    Its country must be one that euros are sent to, its length that country's, and its check digits
    right: with the first four signs put to its end and letters counted from A = 10, it leaves 1
    when divided by 97. That finds every single wrong digit and every two that changed places.
    """
    plain = "".join(told.split()).upper()
    if not plain.isascii() or not _SHAPE.fullmatch(plain):
        return None
    if len(plain) != _LENGTHS.get(plain[:2]):
        return None
    digits = "".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])
    return plain if int(digits) % 97 == 1 else None


def read_bic(told: str) -> str | None:
    """Return a BIC without blanks, None where it cannot be one."""
    plain = "".join(told.split()).upper()
    return plain if plain.isascii() and _BIC.fullmatch(plain) else None


def needs_bic(iban: str) -> bool:
    """Return whether a bank must be told the BIC too: outside the European Economic Area."""
    return iban[:2] in _OUTSIDE_EEA


def same_country(iban: str, bic: str) -> bool:
    """Return whether an IBAN and a BIC can be of one bank."""
    country = iban[:2]
    return bic[4:6] == country or bic[4:6] in _TERRITORIES.get(country, ())


def grouped(iban: str) -> str:
    """Return an IBAN as it stands on a bank card, in groups of four."""
    return " ".join(iban[i : i + 4] for i in range(0, len(iban), 4))
