#!/bin/sh
# Build .venv for running (run) or developing (test) from the locks, only when something changed.
set -eu

purpose=${1:?"usage: setup/environment.sh run|test"}
venv=${VENV:-.venv}
lock=requirements.lock
[ "$purpose" = test ] && lock=requirements-dev.lock

# What an environment is built from: another lock, Python or place means building again.
fingerprint() {
    {
        cat "$1" requirements-build.lock pyproject.toml
        python3 -c 'import sys; print(sys.version, sys.executable)'
        pwd
    } | sha256sum | cut -d' ' -f1
}

wanted=$(fingerprint "$lock")
if [ -x "$venv/bin/scorekeeper" ] && [ "$(cat "$venv/.built-$purpose" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    python3 -m venv "$venv"
fi
echo "Installing the libraries of $lock into $venv"
pip="$venv/bin/python -m pip --disable-pip-version-check --quiet"
$pip install --require-hashes -r requirements-build.lock -r "$lock"
$pip install --no-deps --no-build-isolation --editable .
echo "$wanted" >"$venv/.built-$purpose"
if [ "$purpose" = test ]; then # the development lock holds everything of the other one
    fingerprint requirements.lock >"$venv/.built-run"
fi
