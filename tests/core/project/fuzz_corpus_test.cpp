// SPDX-License-Identifier: BSD-3-Clause
// Every text that the fuzzer found worth keeping.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <test_paths.hpp>
#include "tests/fuzz/project_fuzz.hpp"

namespace tendril {
namespace {

TEST(FuzzCorpus, everyFileKeepsThePromises) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TENDRIL_SOURCE_DIR "/tests/golden/fuzz_corpus")) {
    if (entry.path().extension() != ".txt") continue;
    std::stringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    SCOPED_TRACE(entry.path());
    checkProjectText(text.str());
    ++count;
  }
  EXPECT_GE(count, 50);
}

}  // namespace
}  // namespace tendril
