#!/bin/sh
# Install the Debian packages that running (run) or testing (test) scorekeeper needs.
# As root it installs what is missing; otherwise it stops with the command that does.
set -eu

purpose=${1:?"usage: setup/debian.sh run|test"}

# WeasyPrint draws text with Pango and HarfBuzz; the fonts are embedded in every document.
run_packages="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-vollkorn fonts-dejavu-core"
# A browser, the database server of the hosted set-up, tools that read the PDF files.
test_packages="chromium postgresql poppler-utils qpdf fonts-noto-core git"

packages=$run_packages
if [ "$purpose" = test ]; then
    packages="$packages $test_packages"
fi

# Any Python from 3.11 with venv will do; only where there is none Debian's is installed.
if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    packages="python3 python3-venv $packages"
fi

if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian: please install the counterparts of these packages yourself:" >&2
    echo "  $packages" >&2
    exit 0
fi

missing=
for package in $packages; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    case $state in
        *installed*) [ "$state" = not-installed ] && missing="$missing $package" ;;
        *) missing="$missing $package" ;;
    esac
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "Some Debian packages are missing. Please run this, then try again:" >&2
    echo "  sudo apt-get update && sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
echo "Installing Debian packages:$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# shellcheck disable=SC2086
apt-get install -q -y --no-install-recommends $missing
