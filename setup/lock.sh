#!/bin/sh
# Pin every library with its hashes, for all platforms and Pythons from 3.11, naming no host.
set -eu

uv=${UV:-uv}
pin() {
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-header "$@"
}
pin setup/build.in -o requirements-build.lock
pin pyproject.toml -c requirements-build.lock -o requirements.lock
pin pyproject.toml --extra dev -c requirements-build.lock -c requirements.lock \
    -o requirements-dev.lock
