// SPDX-License-Identifier: GPL-3.0-or-later
// Files of every format with bytes changed, by the same function as the fuzzer (tests/fuzz): there is a robot or a
// reason, always the same.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <test_paths.hpp>

#include "tests/fuzz/import_fuzz.hpp"
#include "tests/support/python.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

std::string bytesOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// One to four changes: bytes turned, taken out, doubled, replaced by what numbers and names should not be.
std::string mutated(std::string bytes, std::mt19937& random) {
  static const std::vector<std::string> kWords = {"nan",
                                                  "-1",
                                                  "1e999",
                                                  "",
                                                  "<",
                                                  ">",
                                                  "\"",
                                                  "0",
                                                  "world",
                                                  "::",
                                                  "\xff\xff\xff\xff",
                                                  "..",
                                                  "1e-320",
                                                  "[",
                                                  std::string(4, '\0')};
  const auto below = [&](std::size_t most) { return most == 0 ? 0 : random() % most; };
  for (std::size_t change = 1 + below(4); change > 0 && !bytes.empty(); --change) {
    const std::size_t at = below(bytes.size()), length = std::min(1 + below(30), bytes.size() - at);
    switch (below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(below(bytes.size()), bytes.substr(at, length));
        break;
      default:
        bytes.replace(at, std::min<std::size_t>(length, 4), kWords[below(kWords.size())]);
    }
  }
  return bytes;
}

void expectAnswers(const std::string& whole, const fs::path& file, int times) {
  std::mt19937 random(7);
  checkImport(whole, file);
  for (int k = 0; k < times; ++k) checkImport(mutated(whole, random), file);
}

TEST(MutatedFiles, OfUrdfHaveAnAnswer) {
  const TemporaryFolder folder;
  expectAnswers(bytesOf(fs::path(TENDRIL_SOURCE_DIR) / "assets/robots/panda/panda.urdf"), folder.path() / "a.urdf",
                150);
}

TEST(MutatedFiles, OfSdfHaveAnAnswer) {
  const TemporaryFolder folder;
  expectAnswers(bytesOf(fs::path(TENDRIL_SOURCE_DIR) / "tests/studio/import/corpus/arm.sdf"), folder.path() / "a.sdf",
                25);
}

TEST(MutatedFiles, OfMjcfHaveAnAnswer) {
  const TemporaryFolder folder;
  expectAnswers(bytesOf(fs::path(TENDRIL_SOURCE_DIR) / "tests/studio/import/corpus/arm.xml"), folder.path() / "a.xml",
                400);
}

TEST(MutatedFiles, OfSorosimHaveAnAnswer) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.mat";
  const std::string command = python() + " " + std::string(TENDRIL_SOURCE_DIR) +
                              "/tests/studio/import/sorosim_file.py " + file.string() + " objects >/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  expectAnswers(bytesOf(file), file, 400);
}

/// What a fuzzer found, and where it began.
TEST(MutatedFiles, OfTheCorpusHaveAnAnswer) {
  const TemporaryFolder folder;
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TENDRIL_SOURCE_DIR) / "tests/studio/import/corpus")) {
    checkImport(bytesOf(entry.path()), folder.path() / ("a" + entry.path().extension().string()));
    ++count;
  }
  EXPECT_GE(count, 2);
}

}  // namespace
}  // namespace tendril
