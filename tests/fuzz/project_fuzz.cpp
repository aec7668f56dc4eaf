// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: reads, writes and builds projects from any bytes. Built with clang and -DTENDRIL_FUZZ=ON; README.md says
// how.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/project_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tendril::checkProjectText(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
