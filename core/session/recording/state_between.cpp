// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/state_between.hpp"

#include <algorithm>

#include "core/dynamics/dynamics.hpp"

namespace tendril {

RecordedState stateBetween(const Model& model, const History& history, double t) {
  const std::size_t i = history.find(t), next = std::min(i + 1, history.size() - 1);
  const History::Record a = history.record(i), b = history.record(next);
  const double span = b.t - a.t, share = span > 0 ? std::clamp((t - a.t) / span, 0.0, 1.0) : 0;
  VecX delta(model.nv);
  RecordedState out{VecX(model.nq), a.v + share * (b.v - a.v), a.u + share * (b.u - a.u)};
  difference(model, a.q, b.q, delta);
  integrate(model, a.q, VecX(share * delta), out.q);
  return out;
}

}  // namespace tendril
