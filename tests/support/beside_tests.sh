#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What goes on beside the tests of the release build, with what they leave of the processors: clang-tidy, of which the
# test Tidy at the end shares what is found; with TENDRIL_SANITIZERS_AHEAD=ON then the build that --sanitizers needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/support/packages.sh"
with_tests=yes
# Of a session of its own, `nice` counts within it alone where the kernel shares processors among sessions.
{ echo 19 >/proc/self/autogroup; } 2>/dev/null || true
python3 "$root/tests/architecture/tidy.py" "$root/build/release" --jobs 1 || true
[ "${TENDRIL_SANITIZERS_AHEAD:-OFF}" = ON ] || exit 0
jobs=1
build asan core_tests
