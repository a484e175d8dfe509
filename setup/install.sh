#!/bin/sh
# Build the wheel and install it with its locked libraries into an environment of its own.
set -eu

prefix=${1:?"usage: setup/install.sh FOLDER"}
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
pip="-m pip --disable-pip-version-check --quiet"

"${VENV:-.venv}/bin/python" $pip wheel --no-deps --no-build-isolation --wheel-dir "$built" .
[ -x "$prefix/bin/python" ] || python3 -m venv "$prefix"
"$prefix/bin/python" $pip install --require-hashes -r requirements.lock
"$prefix/bin/python" $pip install --no-deps --no-index --force-reinstall "$built"/*.whl
"$prefix/bin/scorekeeper" --version
