"""Pages that are kept to compare with: python -m tests.documents.golden writes them anew."""

from pathlib import Path

from scorekeeper.documents.html import ledger_html
from tests.documents.sample import night_of
from tests.documents.sample import three_tables

FOLDER = Path(__file__).parent.parent / "golden" / "documents"
NIGHTS = {"wallachen": lambda: night_of(4, 36), "three_tables": three_tables}
LANGUAGES = ("de", "en")


def kept(name: str, language: str) -> Path:
    """Return the file of a page."""
    return FOLDER / f"{name}.{language}.html"


def set_now(name: str, language: str) -> str:
    """Set a page as the program does now, without its head."""
    html = ledger_html(NIGHTS[name](), language=language)
    return html[html.index("<body>") :]


def main() -> None:
    """Write every page anew."""
    for name in NIGHTS:
        for language in LANGUAGES:
            kept(name, language).write_text(set_now(name, language), "utf-8")


if __name__ == "__main__":
    main()
