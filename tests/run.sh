#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, builds and tests.
#   tests/run.sh               everything, release build; works without a display
#   tests/run.sh --sanitizers  address and undefined-behaviour sanitizers on the core, thread sanitizer on the session
#   tests/run.sh -- ARGUMENTS  more arguments for ctest, such as -R golden; with --sanitizers, whose tests share
#                              processes, GTEST_FILTER=Statics.* in the environment chooses among them
# With TENDRIL_UNITY=ON in the environment a first build takes half the time, and each change of a file more.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/support/packages.sh"

sanitizers=no
while [ $# -gt 0 ]; do
  case $1 in
    --sanitizers) sanitizers=yes ;;
    --) shift; break ;;
    *) fail "usage: tests/run.sh [--sanitizers] [-- ctest arguments]" ;;
  esac
  shift
done

# ctest_command PRESET: sets `command`. An array, because shells between here and ctest drop exported functions.
ctest_command() {
  command=(ctest --test-dir "$root/build/$1" --parallel "$(nproc)" --output-on-failure --no-tests=error)
}

# tell COMMAND...: runs it; outside a terminal only what does not pass and every hundredth test is told, and the summary.
tell() {
  if [ -t 1 ]; then "$@"; else
    "$@" | sed -u -E '/^ +Start +[0-9]+: /d; /^ *[0-9]*00\//!{ /^ *[0-9]+\/[0-9]+ Test .* Passed +[0-9.]+ sec/d }'
  fi
}

install_packages $packages_build $packages_run $packages_test
with_tests=yes
export LANG=${LANG:-C.UTF-8}

if [ $sanitizers = yes ]; then
  # intercept_tls_get_addr: where thread-local variables of a loaded plugin begin 16 bytes into a page, which depends on
  # all that was allocated before, the sanitizer takes what stands before them for the header of an old glibc, and its
  # search for leaks ends the program ("Tracer caught signal 11").
  # Names in reports, and so what is suppressed by name, come from llvm-symbolizer, which Debian keeps off the path.
  symbolizer=external_symbolizer_path=/usr/lib/llvm-19/bin/llvm-symbolizer
  export ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1:intercept_tls_get_addr=0:$symbolizer
  export UBSAN_OPTIONS=print_stacktrace=1
  export LSAN_OPTIONS=suppressions="$root/tests/support/lsan.supp":print_suppressions=0
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:$symbolizer:suppressions="$root/tests/support/tsan.supp"
  build asan core_tests
  ctest_command asan
  tell "${command[@]}" --label-regex core "$@"
  build tsan test_session
  ctest_command tsan
  # Older thread sanitizers cannot start where addresses are very random.
  if setarch -R true 2>/dev/null; then command=(setarch -R "${command[@]}"); fi
  tell "${command[@]}" --label-regex session "$@"
else
  build release
  export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)} LIBGL_ALWAYS_SOFTWARE=1
  setsid nice -n 19 "$root/tests/support/beside_tests.sh" >/dev/null 2>&1 &
  beside=$!
  # Its group ends with it; compilers, which ninja gives groups of their own, a little later.
  end_beside() {
    kill -- -$beside 2>/dev/null || return 0
    while kill -0 -- -$beside 2>/dev/null; do sleep 0.2; done
    sleep 3
  }
  trap end_beside EXIT
  ctest_command release
  tell "$root/tests/support/own_screen.sh" "${command[@]}" "$@"
fi
