#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Prints the tables of assets/guide/performance.md. Run it on a quiet machine.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/support/packages.sh"

install_packages $packages_build $packages_run $packages_test
with_tests=yes
[ ! -f "$root/build/release/build.ninja" ] || cmake "$root/build/release" >/dev/null  # looks for the peers again
build release bench_tree bench_soft bench_chain bench_volumes bench_systems bench_time_derivatives bench_studio bench_plots >&2
options="--benchmark_repetitions=5 --benchmark_min_time=0.1"
"$root/build/release/tests/benchmarks/bench_tree" $options
"$root/build/release/tests/benchmarks/bench_soft" $options
"$root/build/release/tests/benchmarks/bench_chain"
"$root/build/release/tests/benchmarks/bench_volumes"
"$root/build/release/tests/benchmarks/bench_systems"
"$root/build/release/tests/benchmarks/bench_time_derivatives"
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)} LIBGL_ALWAYS_SOFTWARE=1
"$root/tests/support/own_screen.sh" "$root/build/release/tests/benchmarks/bench_studio"
"$root/build/release/tests/benchmarks/bench_plots"
