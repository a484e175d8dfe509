"""No service finds a thing by its id alone: the club it is looked for in is always told."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import scorekeeper.services

# Belong to no club: one person signs in once, whatever clubs he keeps the book of.
OF_NO_CLUB = {"account_id", "device_id", "passkey_id"}


def services() -> Iterator[tuple[str, inspect.Signature]]:
    for module in pkgutil.iter_modules(scorekeeper.services.__path__):
        found: Any = importlib.import_module(f"scorekeeper.services.{module.name}")
        for name, value in vars(found).items():
            if name.startswith("_") or not inspect.isfunction(value):
                continue
            if value.__module__ != found.__name__:
                continue
            signature = inspect.signature(value)
            if next(iter(signature.parameters), "") == "desk":
                yield f"{module.name}.{name}", signature


def test_every_service_that_takes_an_id_takes_its_club() -> None:
    loose = []
    count = 0
    for name, signature in services():
        ids = {one for one in signature.parameters if one.endswith(("_id", "_ids"))} - OF_NO_CLUB
        count += 1
        if ids and not ids & {"club_id", "book"} and "grant" not in signature.parameters:
            loose.append(f"{name}: {sorted(ids)}")
    assert count > 100
    assert loose == []
