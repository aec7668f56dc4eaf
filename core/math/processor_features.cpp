// SPDX-License-Identifier: BSD-3-Clause
// Compiled with the flags of the engine, unlike processor.cpp; a constant, so that nothing of it runs.
#include "core/math/processor.hpp"

namespace tendril {

constexpr std::uint32_t kCompiled = 0
#ifdef __SSE3__
                                    | kSse3
#endif
#ifdef __SSSE3__
                                    | kSsse3
#endif
#ifdef __SSE4_1__
                                    | kSse41
#endif
#ifdef __SSE4_2__
                                    | kSse42
#endif
#ifdef __POPCNT__
                                    | kPopcnt
#endif
#ifdef __MOVBE__
                                    | kMovbe
#endif
#ifdef __FMA__
                                    | kFma
#endif
#ifdef __F16C__
                                    | kF16c
#endif
#ifdef __AVX__
                                    | kAvx
#endif
#ifdef __AVX2__
                                    | kAvx2
#endif
#ifdef __BMI__
                                    | kBmi
#endif
#ifdef __BMI2__
                                    | kBmi2
#endif
#ifdef __LZCNT__
                                    | kLzcnt
#endif
#ifdef __AVX512F__
                                    | kAvx512f
#endif
#ifdef __AVX512CD__
                                    | kAvx512cd
#endif
#ifdef __AVX512BW__
                                    | kAvx512bw
#endif
#ifdef __AVX512DQ__
                                    | kAvx512dq
#endif
#ifdef __AVX512VL__
                                    | kAvx512vl
#endif
    ;

const std::uint32_t compiledProcessorFeatures = kCompiled;

}  // namespace tendril
