#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# check_format.sh CLANG_FORMAT: fails and names every line of a C++ source that clang-format would write in another way.
# `CLANG_FORMAT -i FILE` writes it so.
set -euo pipefail
cd "$(dirname "$0")/../.."
"$1" --version | grep -q 'version 14\.' || { echo "$1 is not clang-format 14, whose style the sources have" >&2; exit 1; }
find core render widgets studio plugins tests \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) -print0 |
  xargs -0 -n 50 -P "$(nproc)" "$1" --dry-run -Werror
