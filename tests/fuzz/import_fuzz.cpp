// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: reads robots of other programs from any bytes. Built with clang and -DTENDRIL_FUZZ=ON; README.md says how.
#include "tests/fuzz/import_fuzz.hpp"

#include <cstddef>
#include <cstdint>

#include "tests/support/temporary_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const bool mat = bytes.starts_with("MATLAB");
  static const tendril::TemporaryFolder folder;
  tendril::checkImport(bytes, folder.path() / (mat ? "robot.mat" : "robot.xml"));
  return 0;
}
