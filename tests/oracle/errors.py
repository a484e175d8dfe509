"""What a stage collects: pairs of code and path, each once."""

from .words import Json

Path = tuple[str | int, ...]


class Errors:
    """The errors of one stage."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], None] = {}

    def add(self, code: str, *path: str | int) -> None:
        """Note an error at a JSON Pointer (RFC 6901), given as its steps."""
        self.found[(code, pointer(path))] = None

    def as_json(self) -> list[Json]:
        """Return the list for the report; messages are free, so there are none."""
        return [{"code": code, "path": path, "message": ""} for code, path in self.found]

    def __bool__(self) -> bool:
        return bool(self.found)


def pointer(path: Path) -> str:
    """Write steps as a JSON Pointer: '~' is '~0' and '/' is '~1'."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
