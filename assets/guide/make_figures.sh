#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes the figures of the guide's page "Figures", one `tendril figure` each.
#   assets/guide/make_figures.sh [FOLDER] [DPI]    default: assets/screenshots/figures, 150 dpi
# In the environment, TENDRIL: the program, if it is not on the path; EXAMPLES: names of those to make, default: all;
# SKIP: names of those to leave out.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/assets/screenshots/figures} dpi=${2:-150}
tendril=${TENDRIL:-tendril}
mkdir -p "$out"
for project in "$root"/assets/examples/*/*.tendril.json; do
  example=$(basename "$project" .tendril.json)
  [[ -z ${EXAMPLES:-} || " $EXAMPLES " == *" $example "* ]] || continue
  [[ " ${SKIP:-} " != *" $example "* ]] || continue
  "$tendril" figure "$project" 2>/dev/null | while read -r name; do
    "$tendril" figure "$project" "$name" --dpi "$dpi" --out "$out/$example.png" </dev/null
  done
done
