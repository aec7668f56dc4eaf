// SPDX-License-Identifier: BSD-3-Clause
// Whether a sanitizer watches: programs are then ten times slower, and long runs show no more than short ones.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TENDRIL_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TENDRIL_SANITIZED
#endif
#endif

namespace tendril {

#ifdef TENDRIL_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tendril
