# SPDX-License-Identifier: BSD-3-Clause
# The one list of Debian packages, and what the scripts share. Sourced by tests/run.sh, studio/run.sh,
# studio/package.sh and tests/benchmarks/run.sh; the caller has set `root` to the repository's folder.

packages_build="g++ clang-19 libomp-19-dev cmake ninja-build ccache mold libeigen3-dev libtbb-dev nlohmann-json3-dev libcli11-dev libassimp-dev libfcl-dev libpugixml-dev libsdformat-dev zlib1g-dev libhdf5-dev libmatio-dev libsundials-dev libcairo2-dev
  qt6-base-dev libqt6opengl6-dev qt6-svg-dev libvtk9-dev libqcustomplot-dev libgl-dev"
packages_run="gmsh qt6-qpa-plugins libgl1-mesa-dri fonts-inter fonts-jetbrains-mono xvfb ffmpeg"
packages_test="clang-format-14 clang-tidy-19 llvm-19 libclang-rt-19-dev openbox xdotool python3 libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev libmujoco-dev liburdfdom-dev liborocos-kdl-dev libkdl-parser-dev python3-scipy python3-h5py octave hdf5-tools python3-vtk9 poppler-utils librsvg2-bin dpkg-dev file"
packages_package="dpkg-dev file"  # studio/package.sh only

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# missing_packages NAME...: prints those that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p')
  printf '%s\n' "$@" | grep -vxF -e "$installed" || true
}

# install_packages NAME...: installs what is missing, as root or through sudo; silent when nothing is.
install_packages() {
  command -v dpkg-query >/dev/null || {
    say "This is not a Debian system: please install the equivalents of $*"
    return 0
  }
  local missing as_root=""
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "Missing packages, and neither root nor sudo to install them. Please run as root:
  apt-get install --no-install-recommends" $missing
    as_root="sudo"
  fi
  say "Installing" $missing
  $as_root apt-get update -q || say "apt-get update failed; trying with the package lists that are there."
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing ||
    fail "Installation failed. Please install by hand:" $missing
}

# architecture: for an x86-64 processor from before 2013, the option that makes programs which run on it.
architecture() {
  if [ "$(uname -m)" = x86_64 ] && ! grep -qsw -m 1 avx2 /proc/cpuinfo; then echo -DTENDRIL_ARCH=x86-64; fi
}

# configure PRESET: once (later Ninja sees by itself what changed), or again where the caller wants tests and the build
# has none. Only callers that have installed packages_test set `with_tests`; a build that has tests keeps them.
configure() {
  local preset=$1 tests=OFF
  [ "${with_tests:-no}" != yes ] || tests=ON
  if [ ! -f "build/$preset/build.ninja" ] ||
    { [ $tests = ON ] && grep -q '^TENDRIL_TESTS:BOOL=OFF' "build/$preset/CMakeCache.txt"; }; then
    # The preset decides on benchmarks; without tests there are none.
    cmake --preset "$preset" -DTENDRIL_TESTS=$tests ${TENDRIL_UNITY:+-DTENDRIL_UNITY=$TENDRIL_UNITY} $(architecture)
  fi
}

# build PRESET [TARGET...]: on all processors, or `jobs` of them
build() {
  local preset=$1
  shift
  # CCACHE_DEPEND: what is not in the cache is preprocessed once, not twice.
  export CCACHE_DEPEND=1 CCACHE_NOHASHDIR=1 CCACHE_BASEDIR="$root" CCACHE_SLOPPINESS=pch_defines,time_macros
  cd "$root"
  configure "$preset"
  cmake --build --preset "$preset" --parallel "${jobs:-$(nproc)}" ${1:+--target "$@"}
}
