// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

namespace tendril {

/// A Python that has NumPy and SciPy (packages_test of packages.sh); empty: there is none.
inline std::string python() {
  for (const char* name : {"python3", "/usr/bin/python3"})
    if (std::system((std::string(name) + " -c 'import numpy, scipy' >/dev/null 2>&1").c_str()) == 0) return name;
  return {};
}

}  // namespace tendril
