// SPDX-License-Identifier: BSD-3-Clause
// Frames of maps that say where the axis goes and how its sections lie: pose on any scalar, from which duals give the
// motion. Internal to core/model/volume.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/model/volume/map/point_map.hpp"

namespace tendril {

/// A number with derivatives in the directions of a dual.
template <class S>
using Along = DualT<S, kDirections>;
/// Two infinitesimals for a second derivative along one direction.
template <class S>
using Second = DualT<DualT<S, 1>, 1>;

/// Coordinates q, and q with directions of its own: of each coordinate, and twice of q̇.
template <class S>
class SeededCoordinates {
 public:
  explicit SeededCoordinates(int size)
      : q_(size),
        second_(size),
        leads_(static_cast<std::size_t>(std::max(1, (size + kDirections - 1) / kDirections)), VecXT<Along<S>>(size)) {}

  void set(const VecXT<S>& q, const VecXT<S>& qd) {
    set(q);
    for (int j = 0; j < q.size(); ++j) {
      DualT<S, 1> inner(q[j]);
      inner.d[0] = qd[j];
      second_[j] = Second<S>(inner);
      second_[j].d[0] = DualT<S, 1>(qd[j]);
    }
  }
  void set(const VecXT<S>& q) {
    q_ = q;
    for (int first = 0; first < size(); first += kDirections) {
      VecXT<Along<S>>& lead = leads_[static_cast<std::size_t>(first / kDirections)];
      for (int j = 0; j < size(); ++j) {
        lead[j] = Along<S>(q[j]);
        if (j >= first && j < first + kDirections) lead[j].d[j - first] = S(1.0);
      }
    }
  }
  int size() const { return static_cast<int>(q_.size()); }
  const VecXT<S>& q() const { return q_; }
  /// With the second derivative along q̇.
  const VecXT<Second<S>>& second() const { return second_; }
  /// With the directions [first, last(first)).
  const VecXT<Along<S>>& lead(int first) const { return leads_[static_cast<std::size_t>(first / kDirections)]; }
  int last(int first) const { return std::min(size(), first + kDirections); }

 private:
  VecXT<S> q_;
  VecXT<Second<S>> second_;
  std::vector<VecXT<Along<S>>> leads_;  ///< for each group of directions
};

/// The frame at p with y along the first vector and z by Gram–Schmidt from the second.
template <class T>
PoseT<T> sectionFrame(const Vec3T<T>& p, Vec3T<T> y, Vec3T<T> z) {
  using std::sqrt;
  y *= T(1.0 / T(sqrt(y.dot(y))));
  z -= y * z.dot(y);
  z *= T(1.0 / T(sqrt(z.dot(z))));
  PoseT<T> X;
  X.R.col(0) = y.cross(z), X.R.col(1) = y, X.R.col(2) = z;
  X.p = p;
  return X;
}

/// a with a~ = the skew part of A.
template <class S>
Vec3T<S> axisOf(const Mat3T<S>& A) {
  return Vec3T<S>(S(A(2, 1) - A(1, 2)), S(A(0, 2) - A(2, 0)), S(A(1, 0) - A(0, 1))) * S(0.5);
}

/// Pose, Jacobian and J̇q̇ of a frame; frameOf(q) gives its pose for q of any scalar.
template <class S, class FrameOf>
void frameMotion(const SeededCoordinates<S>& seeds, const FrameOf& frameOf, FrameMotion<S>& out) {
  for (int first = 0; first == 0 || first < seeds.size(); first += kDirections) {
    const PoseT<Along<S>> X = frameOf(seeds.lead(first));
    for (int r = 0; r < 3; ++r) {
      out.X.p[r] = X.p[r].value;
      for (int c = 0; c < 3; ++c) out.X.R(r, c) = X.R(r, c).value;
    }
    for (int j = first; j < seeds.last(first); ++j) {
      Mat3T<S> turned;
      Vec3T<S> moved;
      for (int r = 0; r < 3; ++r) {
        moved[r] = X.p[r].d[j - first];
        for (int c = 0; c < 3; ++c) turned(r, c) = X.R(r, c).d[j - first];
      }
      const Vec3T<S> w = axisOf<S>(turned * out.X.R.transpose());
      out.J.col(j).template head<3>() = w;
      out.J.col(j).template tail<3>() = moved - w.cross(out.X.p);
    }
  }
  // Along q̇: first and second derivatives of the pose give the twist's rate.
  const PoseT<Second<S>> X = frameOf(seeds.second());
  Mat3T<S> R1, R2;
  Vec3T<S> p1, p2;
  for (int r = 0; r < 3; ++r) {
    p1[r] = X.p[r].d[0].value, p2[r] = X.p[r].d[0].d[0];
    for (int c = 0; c < 3; ++c) R1(r, c) = X.R(r, c).d[0].value, R2(r, c) = X.R(r, c).d[0].d[0];
  }
  const Vec3T<S> w = axisOf<S>(R1 * out.X.R.transpose());
  const Vec3T<S> turn = axisOf<S>(R2 * out.X.R.transpose());  // ω~ ω~ᵀ is symmetric
  out.bias.template head<3>() = turn;
  out.bias.template tail<3>() = p2 - turn.cross(out.X.p) - w.cross(p1);
}

}  // namespace tendril
