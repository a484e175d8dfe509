"""Time zones to choose from, by the name of a city, in groups: those of most clubs first."""

from functools import cache
from zoneinfo import available_timezones

from babel.dates import get_timezone_location

COMMON = "common"
NEAR = ("Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/Luxembourg", "Europe/Rome")
# What stands before the city in a zone's name. Other beginnings are old names of zones of these.
REGIONS = (
    *("Europe", "Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Indian", "Pacific"),
)

Zones = tuple[tuple[str, str], ...]
"""Zones, each with what to call it."""


@cache
def zone_groups(lang: str) -> tuple[tuple[str, Zones], ...]:
    """Return the zones by group, `common` first, then by region; a place is named once."""
    groups: list[tuple[str, Zones]] = [
        (COMMON, tuple((zone, zone_name(zone, lang)) for zone in NEAR))
    ]
    for region in REGIONS:
        named: dict[str, str] = {}
        for zone in sorted(available_timezones()):
            if zone.startswith(region + "/") and zone not in NEAR:
                name = zone_name(zone, lang)
                # Of several names of one zone the one that speaks of the city itself is kept.
                if name not in named or zone.endswith("/" + name.replace(" ", "_")):
                    named[name] = zone
        groups.append((region.lower(), tuple((zone, name) for name, zone in sorted(named.items()))))
    return tuple(groups)


@cache
def zone_name(zone: str, lang: str) -> str:
    """Return the city of a zone, as it is called in this language."""
    return get_timezone_location(zone, locale=lang, return_city=True)
