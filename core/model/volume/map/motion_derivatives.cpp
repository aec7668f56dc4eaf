// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/motion_derivatives.hpp"

namespace tendril {

void FrameChange::setDirections(const FrameMotion<Directions>& frame, int first) {
  const auto n = static_cast<int>(J.size());
  for (int k = first; k < std::min(n, first + kDirections); ++k)
    for (int r = 0; r < 6; ++r) {
      bias(r, k) = frame.bias[r].d[k - first];
      for (int j = 0; j < n; ++j) J[static_cast<std::size_t>(k)](r, j) = frame.J(r, j).d[k - first];
    }
}

struct DualMotionDerivatives::Change final : MotionChange {
  PointMotion<Directions> dual;

  Change(int count, int size) : MotionChange(count, size), dual(count, size) {}
};

DualMotionDerivatives::DualMotionDerivatives(const PointMap& map)
    : qd_(map.size()), qdd_(map.size()), dualQ_(map.size()), dualQd_(map.size()), dualFrame_(map.size()) {
  for (int first = 0; first < map.size(); first += kDirections) maps_.push_back(map.makeDualEvaluator());
}

void DualMotionDerivatives::setState(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) {
  qd_ = qd, qdd_ = qdd;
  for (Eigen::Index j = 0; j < qd.size(); ++j) dualQd_[j] = Directions(qd[j]);
  for (std::size_t k = 0; k < maps_.size(); ++k) {
    seed(q, static_cast<int>(k) * kDirections, dualQ_);
    maps_[k]->setState(dualQ_, dualQd_);
  }
}

std::unique_ptr<MotionChange> DualMotionDerivatives::makeChange(int count) const {
  return std::make_unique<Change>(count, static_cast<int>(qd_.size()));
}

void DualMotionDerivatives::evaluate(const EvaluationPoints& points, const Columns<double>& force,
                                     MotionChange& change) const {
  auto& out = static_cast<Change&>(change);
  out.curvature.setZero();
  for (std::size_t k = 0; k < maps_.size(); ++k) {
    maps_[k]->motion(points, out.dual);
    addDirections(static_cast<int>(k) * kDirections, points.count(), force, out);
  }
}

/// From `first` on, of what stands in out.dual.
void DualMotionDerivatives::addDirections(int first, int count, const Columns<double>& force, Change& out) const {
  const int n = static_cast<int>(qd_.size()), last = std::min(n, first + kDirections);
  const Columns<Directions>&J = out.dual.J, &b = out.dual.b;
  for (int i = 0; i < count; ++i) {
    for (int k = first; k < last; ++k) {
      const int d = k - first;
      for (int a = 0; a < 3; ++a) {
        double rate = 0, acceleration = b(i, a).d[d];
        for (int j = 0; j < n; ++j) {
          const double x = J(i, 3 * j + a).d[d];
          rate += x * qd_[j], acceleration += x * qdd_[j];
          out.curvature(j, k) += x * force(i, a);
        }
        out.rate(i, 3 * k + a) = rate, out.acceleration(i, 3 * k + a) = acceleration;
      }
    }
  }
}

void DualMotionDerivatives::frame(double at, const Pose&, FrameChange& out) {
  for (std::size_t k = 0; k < maps_.size(); ++k) {
    maps_[k]->frame(at, dualFrame_);
    out.setDirections(dualFrame_, static_cast<int>(k) * kDirections);
  }
}

}  // namespace tendril
