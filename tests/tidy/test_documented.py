"""What one can set, call and type is written down where people look."""

import re

import click

from scorekeeper.cli import main
from scorekeeper.config import KNOWN
from tests.tidy.tree import ROOT
from tests.tidy.tree import project_files
from tests.tidy.tree import texts


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_is_in_the_readme_and_nothing_else() -> None:
    assert set(re.findall(r"^\| `(SCOREKEEPER_[A-Z_]+)`", readme(), re.MULTILINE)) == set(KNOWN)


def test_every_command_is_in_the_readme_and_nothing_else() -> None:
    context = click.Context(main)
    documented = re.findall(r"^\| `scorekeeper ([a-z]+)`", readme(), re.MULTILINE)
    assert sorted(documented) == main.list_commands(context)


def test_every_command_explains_itself_and_its_options() -> None:
    silent = []

    def walk(command: click.Command, path: str) -> None:
        if not (command.help or "").strip():
            silent.append(path)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.help:
                silent.append(f"{path} {parameter.opts[0]}")
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                assert found is not None
                walk(found, f"{path} {name}")

    walk(main, "scorekeeper")
    assert not silent


def test_every_target_of_the_makefile_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8") + readme()
    (phony,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    targets = [name for name in phony.split() if not name.startswith("setup-") and name != "help"]
    assert not [name for name in targets if f"make {name}" not in contributing]


def test_links_between_documents_lead_somewhere() -> None:
    known = {path.as_posix() for path in project_files()}
    broken = []
    for path, text in texts(".md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            found = (ROOT / path.parent / target).resolve().relative_to(ROOT).as_posix()
            if found not in known:
                broken.append(f"{path}: {target}")
    assert not broken
