// SPDX-License-Identifier: BSD-3-Clause
// Where the plugins of the tests and the examples were built.
#pragma once

#include <filesystem>
#include <string>

#include <test_paths.hpp>

namespace tendril {

inline std::filesystem::path testPlugin(const std::string& name) {
  return std::filesystem::path(TENDRIL_BINARY_DIR) / "tests/plugins" / (name + ".so");
}

inline std::filesystem::path examplePlugin(const std::string& name) {
  return std::filesystem::path(TENDRIL_BINARY_DIR) / "plugins" / (name + ".so");
}

}  // namespace tendril
