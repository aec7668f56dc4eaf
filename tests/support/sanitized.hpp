// SPDX-License-Identifier: BSD-3-Clause
// Whether a sanitizer watches: programs are then ten times slower, and long runs show no more than short ones.
#pragma once

namespace tendril {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tendril
