#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, builds and tests.
#   tests/run.sh               everything, release build; works without a display
#   tests/run.sh --sanitizers  address and undefined-behaviour sanitizers on the core, thread sanitizer on the session
#   tests/run.sh [--sanitizers] -- ARGUMENTS    more arguments for ctest, such as -R golden
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

# run_tests PRESET ARGUMENTS...
launcher=""
run_tests() {
  local preset=$1
  shift
  $launcher ctest --test-dir "$root/build/$preset" --parallel "$(nproc)" --output-on-failure --no-tests=error "$@"
}

install_packages $packages_build $packages_run $packages_test
export LANG=${LANG:-C.UTF-8}

if [ $sanitizers = yes ]; then
  export ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:suppressions="$root/tests/support/tsan.supp"
  build asan
  run_tests asan --label-regex 'core' "$@"
  build tsan test_session
  # Older thread sanitizers cannot start where addresses are very random.
  if setarch -R true 2>/dev/null; then launcher="setarch -R"; fi
  run_tests tsan --label-regex 'session' "$@"
else
  build release
  # Windows of the tests open on a private screen, also where there is a display.
  export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)} LIBGL_ALWAYS_SOFTWARE=1
  unset WAYLAND_DISPLAY
  export -f run_tests
  export root launcher
  xvfb-run -a -s "-screen 0 1600x1000x24" "$root/tests/support/with_window_manager.sh" \
    bash -c 'run_tests release "$@"' run_tests "$@"
fi
