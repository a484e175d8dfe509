"""The `scorekeeper` command: one file per noun, read only when its noun is called.

A module of this package with a `command` in it is a subcommand named like the module. What a
command needs of the service it imports inside its functions, so that `--help` stays quick.
"""

import importlib
import keyword
import os
import pkgutil
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from scorekeeper.errors import ScorekeeperError


class Nouns(click.Group):
    """The group whose commands are the modules beside this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands in order."""
        # A noun that Python keeps for itself has an underscore after it in its file's name.
        return sorted(module.name.rstrip("_") for module in pkgutil.iter_modules(__path__))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of that name; its module is read now."""
        if name not in self.list_commands(ctx):
            return None
        file = f"{name}_" if keyword.iskeyword(name) else name
        command = importlib.import_module(f"{__name__}.{file}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; refusals and unusable settings become sentences."""
        from scorekeeper.config import ConfigError
        from scorekeeper.config import FolderMissingError
        from scorekeeper.errors import ScorekeeperError

        try:
            return super().invoke(ctx)
        except FolderMissingError as error:
            from scorekeeper.i18n import translator

            raise click.UsageError(
                translator(language())("cli.no-folder", folder=error.folder)
            ) from error
        except ConfigError as error:
            raise click.UsageError(str(error)) from error
        except ScorekeeperError as error:
            raise click.ClickException(refused(error)) from error


def language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language to speak on a terminal: the setting, else what the terminal speaks."""
    wanted = environ.get("SCOREKEEPER_LANGUAGE")
    if wanted in ("de", "en"):
        return wanted
    spoken = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or "de"
    return "en" if spoken.startswith(("en", "C", "POSIX")) else "de"


def refused(error: "ScorekeeperError") -> str:
    """Say a refusal to somebody at a terminal, where there is no page to go back to or reload."""
    from scorekeeper.i18n import error_sentence
    from scorekeeper.i18n import translator

    t = translator(language())
    key = f"cli.refused.{error.code.value}"
    for one in (f"{key}.{error.place}", key):
        if t.has(one):
            return error_sentence(error, t.lang, key=one)
    return error_sentence(error, t.lang)


@click.group(cls=Nouns, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper", prog_name="scorekeeper")
def main() -> None:
    """Keep the score and the money of Bolachen, Wallachen and Watten."""
    os.umask(0o077)  # what is kept is nobody else's to read
