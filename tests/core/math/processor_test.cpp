// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/processor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
/// GCC's library asks the processor by itself. (/proc/cpuinfo is no such source: a virtual machine's may be
/// incomplete.)
TEST(Processor, isSeenAsTheCompilersLibrarySeesIt) {
  const bool seen[kProcessorFeatureCount] = {
      __builtin_cpu_supports("sse3") != 0,     __builtin_cpu_supports("ssse3") != 0,
      __builtin_cpu_supports("sse4.1") != 0,   __builtin_cpu_supports("sse4.2") != 0,
      __builtin_cpu_supports("popcnt") != 0,   __builtin_cpu_supports("movbe") != 0,
      __builtin_cpu_supports("fma") != 0,      __builtin_cpu_supports("f16c") != 0,
      __builtin_cpu_supports("avx") != 0,      __builtin_cpu_supports("avx2") != 0,
      __builtin_cpu_supports("bmi") != 0,      __builtin_cpu_supports("bmi2") != 0,
      __builtin_cpu_supports("lzcnt") != 0,    __builtin_cpu_supports("avx512f") != 0,
      __builtin_cpu_supports("avx512cd") != 0, __builtin_cpu_supports("avx512bw") != 0,
      __builtin_cpu_supports("avx512dq") != 0, __builtin_cpu_supports("avx512vl") != 0};
  const std::uint32_t available = availableProcessorFeatures();
  for (int i = 0; i < kProcessorFeatureCount; ++i)
    EXPECT_EQ((available >> i & 1u) != 0, seen[i]) << processorFeatureNames[i];
}
#endif

}  // namespace
}  // namespace tendril
