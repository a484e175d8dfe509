#!/bin/sh
# Build .venv for running (run) or developing (test) from the locks, only when something changed.
set -eu

purpose=${1:?"usage: setup/environment.sh run|test"}
venv=${VENV:-.venv}
lock=requirements.lock
[ "$purpose" = test ] && lock=requirements-dev.lock

# What the environment was built from: another lock, Python or place means building again.
wanted=$(
    {
        cat "$lock" requirements-build.lock pyproject.toml
        python3 -c 'import sys; print(sys.version, sys.executable)'
        pwd
    } | sha256sum | cut -d' ' -f1
)
built="$venv/.built-$purpose"
if [ -x "$venv/bin/scorekeeper" ] && [ "$(cat "$built" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    python3 -m venv "$venv"
fi
echo "Installing the libraries of $lock into $venv"
pip="$venv/bin/python -m pip --disable-pip-version-check --quiet"
$pip install --require-hashes -r requirements-build.lock -r "$lock"
$pip install --no-deps --no-build-isolation --editable .
echo "$wanted" >"$built"
