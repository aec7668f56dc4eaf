// SPDX-License-Identifier: BSD-3-Clause
// Loads as series of time, for whatever finds the motion.
#pragma once

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/model/load_series.hpp"

namespace tendril::series {

/// R of a frame from Ṙ = R [ω], up to coefficient `last`; of R the first coefficients are given.
void turnAxes(StationSeries& frame, int last);

/// The wrench of a load on the frame that it acts on, in the axes of the frame, right up to coefficient `last`; t in s.
/// Throws NoTimeDerivatives that names load and link where it has none.
Vec6T<LoadSeries> loadWrench(const Model& model, std::size_t load, const StationSeries& frame, double t, int last);

}  // namespace tendril::series
