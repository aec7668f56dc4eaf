// SPDX-License-Identifier: BSD-3-Clause
// Counts what this test program allocates with new.
#pragma once

namespace tendril {

/// Number of allocations of the calling thread so far.
long allocationCount();

}  // namespace tendril
