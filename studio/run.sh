#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds and opens tendril-studio; arguments are passed on (a project to open).
# Without a display it simulates the first example instead and leaves a table and a picture.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
here=$PWD
. "$root/tests/support/packages.sh"

install_packages $packages_build $packages_run
export LANG=${LANG:-C.UTF-8}
bin="$root/build/release/studio"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  build release tendril-studio tendril
  cd "$here"
  exec "$bin/app/tendril-studio" "$@"
fi

say "No display: simulating an example instead of opening the window."
build release tendril
example="$root/assets/examples/soft-manipulator/soft-manipulator.tendril.json"
out="$root/build/first-run"
mkdir -p "$out"
"$bin/cli/tendril" simulate "$example" --out "$out/soft-manipulator.csv"
"$bin/cli/tendril" render "$example" --run "$out/soft-manipulator.csv" --time 2.5 --out "$out/soft-manipulator.png"
say "Table:   $out/soft-manipulator.csv"
say "Picture: $out/soft-manipulator.png"
