// SPDX-License-Identifier: BSD-3-Clause
// What loads may depend on, as series of time.
#pragma once

#include "core/math/jet.hpp"
#include "core/model/load.hpp"

namespace tendril {

struct StationSeries {
  Mat3T<LoadSeries> R;  ///< axes of the station in the world
  Vec6T<LoadSeries> V;  ///< twist of the station, in its own frame
  LoadSeries t;         ///< s
};

}  // namespace tendril
