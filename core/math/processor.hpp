// SPDX-License-Identifier: BSD-3-Clause
// What the compiler was allowed to use of an x86 processor, and whether the one that runs the program has it.
//
// All of this runs before main() and on processors that are too old for the rest of the program, so it is compiled for
// the oldest one, includes nothing that might leave inline functions behind, and allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tendril {

/// One bit per extension of the instruction set, in the order of `processorFeatureNames`.
enum ProcessorFeature : std::uint32_t {
  kSse3 = 1u << 0,
  kSsse3 = 1u << 1,
  kSse41 = 1u << 2,
  kSse42 = 1u << 3,
  kPopcnt = 1u << 4,
  kMovbe = 1u << 5,
  kFma = 1u << 6,
  kF16c = 1u << 7,
  kAvx = 1u << 8,
  kAvx2 = 1u << 9,
  kBmi = 1u << 10,
  kBmi2 = 1u << 11,
  kLzcnt = 1u << 12,
  kAvx512f = 1u << 13,
  kAvx512cd = 1u << 14,
  kAvx512bw = 1u << 15,
  kAvx512dq = 1u << 16,
  kAvx512vl = 1u << 17,
};

constexpr int kProcessorFeatureCount = 18;
extern const char* const processorFeatureNames[kProcessorFeatureCount];

/// What the engine was compiled for: TENDRIL_ARCH as the compiler understood it. 0 where there is nothing to check.
extern const std::uint32_t compiledProcessorFeatures;

/// Asks the processor, and the operating system whether it keeps the wide registers. 0 on other architectures.
std::uint32_t availableProcessorFeatures();

/// Writes one sentence to `text` if something needed is not available, cut at `size` bytes: what is missing and what to
/// do. Returns whether it did.
bool describeMissingFeatures(const char* program, std::uint32_t needed, std::uint32_t available, char* text,
                             std::size_t size);

}  // namespace tendril
