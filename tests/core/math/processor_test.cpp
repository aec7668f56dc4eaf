// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/processor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace tendril {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint32_t kLevel2 = kSse3 | kSsse3 | kSse41 | kSse42 | kPopcnt;  // Nehalem
constexpr std::uint32_t kLevel3 = kLevel2 | kAvx | kAvx2 | kBmi | kBmi2 | kF16c | kFma | kLzcnt | kMovbe;

std::string missing(std::uint32_t needed, std::uint32_t available) {
  char text[512] = "untouched";
  return describeMissingFeatures("tendril", needed, available, text, sizeof text) ? text : "";
}

TEST(Processor, thatHasAllIsNotComplainedAbout) {
  EXPECT_EQ(missing(kLevel3, kLevel3), "");
  EXPECT_EQ(missing(kLevel2, kLevel3), "");
  EXPECT_EQ(missing(0, 0), "");
}

TEST(Processor, thatIsTooOldIsToldWhatIsMissingAndWhatToDo) {
  const std::string text = missing(kLevel3, kLevel2);
  EXPECT_THAT(text, HasSubstr("tendril was compiled for processors with MOVBE, FMA, F16C, AVX, AVX2, BMI1, BMI2 and "
                              "LZCNT, which this one does not have"));
  EXPECT_THAT(text, HasSubstr("-DTENDRIL_ARCH=x86-64 "));
  EXPECT_THAT(text, Not(HasSubstr("SSE")));
}

TEST(Processor, oneOrTwoMissingFeaturesMakeASentenceToo) {
  EXPECT_THAT(missing(kLevel3, kLevel3 & ~kAvx2), HasSubstr("processors with AVX2, which"));
  EXPECT_THAT(missing(kLevel3, kLevel3 & ~(kAvx2 | kLzcnt)), HasSubstr("processors with AVX2 and LZCNT, which"));
}

TEST(Processor, aShortBufferCutsTheSentence) {
  char text[12] = {};
  text[11] = 'x';
  EXPECT_TRUE(describeMissingFeatures("tendril", kAvx2, 0, text, 11));
  EXPECT_STREQ(text, "tendril wa");
  EXPECT_EQ(text[11], 'x') << "nothing is written behind the end";
}

TEST(Processor, thatRunsThisHasWhatItWasCompiledFor) {
  EXPECT_EQ(compiledProcessorFeatures & ~availableProcessorFeatures(), 0u);
}

/// The kernel lists under names of its own what the processor has and it lets programs use.
TEST(Processor, isSeenAsTheKernelSeesIt) {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; std::getline(cpuinfo, line) && flags.empty();) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;) flags.insert(word);
  }
  if (flags.empty()) GTEST_SKIP() << "not an x86 processor, or no /proc";
  const char* const names[kProcessorFeatureCount] = {"pni", "ssse3",   "sse4_1",   "sse4_2",   "popcnt",   "movbe",
                                                     "fma", "f16c",    "avx",      "avx2",     "bmi1",     "bmi2",
                                                     "abm", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"};
  const std::uint32_t available = availableProcessorFeatures();
  for (int i = 0; i < kProcessorFeatureCount; ++i)
    EXPECT_EQ(available >> i & 1u, flags.count(names[i])) << processorFeatureNames[i];
}

}  // namespace
}  // namespace tendril
