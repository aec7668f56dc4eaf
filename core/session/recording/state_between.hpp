// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/model.hpp"
#include "core/session/recording/history.hpp"

namespace tendril {

/// What a run was like at any time, between its records.
struct RecordedState {
  VecX q, v, u;
};

/// At t (s): q on the geodesic from the record before to the one after, v and u on the straight line; before the first
/// and after the last record, that one. At least one record, of this model's sizes.
RecordedState stateBetween(const Model& model, const History& history, double t);

}  // namespace tendril
