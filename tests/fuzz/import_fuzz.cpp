// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: reads robots of other programs from any bytes. Built with clang and -DTENDRIL_FUZZ=ON; README.md says how.
#include "tests/fuzz/import_fuzz.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const bool mat = bytes.starts_with("MATLAB");
  const auto file =
      std::filesystem::temp_directory_path() / ("tendril-fuzz-" + std::to_string(getpid()) + (mat ? ".mat" : ".xml"));
  tendril::checkImport(bytes, file);
  return 0;
}
