#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Draws the moving thumbnails of the examples: assets/thumbnails/make.sh [path to tendril] [names…]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tendril=${1:-$root/build/release/studio/cli/tendril}
shift || true
names=("$@")
[ ${#names[@]} -gt 0 ] || names=($(ls -d "$root"/assets/examples/*/ | xargs -n 1 basename))

# about how long the motion is that loops, s; what is driven periodically: its period
declare -A seconds=([curved-tube]=6 [floating-star]=3.4 [hybrid-arm]=5 [kirchhoff-finger]=3.2 [soft-manipulator]=5
  [spinning-pendulum]=2 [tendon-arm-3-segments]=4 [double-pendulum]=2 [four-bar]=2 [five-bar]=4 [fin-ray-finger]=2.5
  [parallel-platform]=5 [contact-in-cylinder]=5 [underwater-swimmer]=3 [constant-curvature-chain]=3
  [trimmed-helicoid-passive]=4 [inflating-tube]=4 [mixed-chain]=4 [egg-finger]=12 [wall-drawing]=16
  [ball-on-platform]=8 [fem-and-formulas]=2 [aerial-manipulator]=20 [soft-quadrotor]=8)
# stand still: with all points of their meshes a second of motion takes minutes; or they go from rest to rest
still=(helicoid-tracking helicoid-pulling ur10e-soft-gripper variable-stiffness-3r variable-stiffness-7r elastic-arm)
# s before such a picture, where it is not the beginning; what has an end cannot loop
declare -A before=([ur10e-soft-gripper]=7 [variable-stiffness-3r]=2.5 [variable-stiffness-7r]=2.5 [elastic-arm]=1.1)

for name in "${names[@]}"; do
  for theme in light dark; do
    options=(--bare --film-strip 24 --size 320x200 --duration "${seconds[$name]:-3}" --warm-up 4)
    [[ " ${still[*]} " != *" $name "* ]] || options=(--bare --film-strip 24 --size 320x200 --duration 0.024 --warm-up "${before[$name]:-0}")
    [ $theme = light ] || options+=(--dark)
    "$tendril" render "$root/assets/examples/$name/$name.tendril.json" "${options[@]}" \
      --out "$root/assets/thumbnails/$name-$theme.jpg"
  done
done
