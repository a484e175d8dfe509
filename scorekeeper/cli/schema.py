"""`scorekeeper schema`: the JSON Schema of a deal record, its report or its solution."""

import json

import click


@click.command("schema")
@click.argument("name", type=click.Choice(["record", "report", "solution"]))
def command(name: str) -> None:
    """Print the JSON Schema (2020-12) of record, report or solution."""
    from scorekeeper.rules.record import REPORT_FORMAT
    from scorekeeper.schemas import answers
    from scorekeeper.schemas.record_json import record_json_schema

    if name == "record":
        schema = record_json_schema()
    elif name == "report":
        schema = answers.answer_json_schema(answers.REPORT, REPORT_FORMAT)
    else:
        schema = answers.answer_json_schema(answers.SOLUTION, answers.SOLUTION_FORMAT)
    click.echo(json.dumps(schema, ensure_ascii=False, indent=2))
