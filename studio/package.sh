#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds and makes the packages tendril and libtendril-dev in build/packages.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/support/packages.sh"

install_packages $packages_build $packages_package
export LANG=${LANG:-C.UTF-8}
build release tendril tendril-studio libraries
rm -rf "$root/build/packages"
(cd "$root/build/release" && cpack -G DEB -B "$root/build/packages" >&2)
rm -rf "$root/build/packages/_CPack_Packages"
say "Install them with: apt-get install" "$root"/build/packages/*.deb
