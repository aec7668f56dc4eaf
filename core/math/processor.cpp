// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/processor.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace tendril {

const char* const processorFeatureNames[kProcessorFeatureCount] = {
    "SSE3", "SSSE3", "SSE4.1", "SSE4.2", "POPCNT",  "MOVBE",    "FMA",      "F16C",     "AVX",
    "AVX2", "BMI1",  "BMI2",   "LZCNT",  "AVX512F", "AVX512CD", "AVX512BW", "AVX512DQ", "AVX512VL"};

#if defined(__x86_64__) || defined(__i386__)
namespace {

/// A bit of a register of CPUID and what it stands for.
struct Bit {
  int bit;
  std::uint32_t feature;
};

constexpr Bit kLeaf1Ecx[] = {{0, kSse3},   {9, kSsse3},   {12, kFma}, {19, kSse41}, {20, kSse42},
                             {22, kMovbe}, {23, kPopcnt}, {28, kAvx}, {29, kF16c}};
constexpr Bit kLeaf7Ebx[] = {{3, kBmi},       {5, kAvx2},      {8, kBmi2},      {16, kAvx512f},
                             {17, kAvx512dq}, {28, kAvx512cd}, {30, kAvx512bw}, {31, kAvx512vl}};
constexpr Bit kExtendedEcx[] = {{5, kLzcnt}};

constexpr std::uint32_t kWide = kAvx | kAvx2 | kFma | kF16c;
constexpr std::uint32_t kWidest = kAvx512f | kAvx512cd | kAvx512bw | kAvx512dq | kAvx512vl;
constexpr unsigned kOsxsave = 1u << 27;                               // leaf 1, ECX
constexpr unsigned kXmmAndYmm = 0x6, kXmmYmmZmm = kXmmAndYmm | 0xe0;  // XCR0

template <int N>
std::uint32_t collect(unsigned value, const Bit (&bits)[N]) {
  std::uint32_t found = 0;
  for (const Bit& each : bits)
    if (value >> each.bit & 1u) found |= each.feature;
  return found;
}

/// The registers that the operating system saves when it switches between programs (XCR0).
unsigned savedRegisters() {
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

}  // namespace

std::uint32_t availableProcessorFeatures() {
  unsigned a, b, c, d, osxsave = 0;
  std::uint32_t found = 0;
  if (__get_cpuid(1, &a, &b, &c, &d)) {
    osxsave = c & kOsxsave;
    found |= collect(c, kLeaf1Ecx);
  }
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) found |= collect(b, kLeaf7Ebx);
  if (__get_cpuid(0x80000001, &a, &b, &c, &d)) found |= collect(c, kExtendedEcx);
  const unsigned saved = osxsave ? savedRegisters() : 0;
  if ((saved & kXmmAndYmm) != kXmmAndYmm) found &= ~(kWide | kWidest);
  if ((saved & kXmmYmmZmm) != kXmmYmmZmm) found &= ~kWidest;
  return found;
}
#else
std::uint32_t availableProcessorFeatures() {
  return 0;
}
#endif

namespace {

/// Text in memory of a fixed size, always ended by 0.
struct Writer {
  char* text;
  std::size_t size, length = 0;

  void add(const char* more) {
    for (; *more && length + 1 < size; ++more) text[length++] = *more;
    if (size > 0) text[length] = '\0';
  }
};

int countBits(std::uint32_t bits) {
  int count = 0;
  for (; bits; bits &= bits - 1) ++count;
  return count;
}

void addNames(std::uint32_t features, Writer& out) {
  int left = countBits(features);
  for (int i = 0; i < kProcessorFeatureCount; ++i) {
    if (!(features >> i & 1u)) continue;
    out.add(processorFeatureNames[i]);
    --left;
    out.add(left > 1 ? ", " : left == 1 ? " and " : "");
  }
}

}  // namespace

bool describeMissingFeatures(const char* program, std::uint32_t needed, std::uint32_t available, char* text,
                             std::size_t size) {
  const std::uint32_t missing = needed & ~available;
  if (!missing) return false;
  Writer out{text, size};
  out.add(program);
  out.add(" was compiled for processors with ");
  addNames(missing, out);
  out.add(
      ", which this one does not have: build it again with `cmake -DTENDRIL_ARCH=x86-64 …` (or "
      "`-DTENDRIL_ARCH=native` on this machine).\n");
  return true;
}

}  // namespace tendril
