// SPDX-License-Identifier: BSD-3-Clause
// Evaluates a map that is given as one function f(x, q) on any scalar, by duals of duals. Internal to
// core/model/volume.
#pragma once

#include "core/model/volume/map/axis_frame.hpp"

namespace tendril {

/// The points alone.
class PlainPoints final : public EvaluationPoints {
 public:
  static constexpr std::size_t kBlock = 64;

  explicit PlainPoints(std::span<const Vec3> points) : points(points.begin(), points.end()) {}
  int count() const override { return static_cast<int>(points.size()); }
  /// Indices in their order, block after block.
  static std::vector<std::vector<int>> blocks(std::size_t count) { return consecutiveBlocks(count, kBlock); }

  std::vector<Vec3> points;
};

/// x without derivatives.
template <class T>
Vec3T<T> constantPoint(const Vec3& x) {
  return {T(x[0]), T(x[1]), T(x[2])};
}

/// x with its own three directions.
template <class T>
Vec3T<DualT<T, 3>> spacedPoint(const Vec3& x) {
  Vec3T<DualT<T, 3>> out = constantPoint<DualT<T, 3>>(x);
  for (int a = 0; a < 3; ++a) out[a].d[a] = T(1.0);
  return out;
}

/// Chain: size, length (m), and move(x, q, all) = f on the scalar of x; q may be on a scalar that it is made of. `all`
/// false leaves out what is not defined on the axis.
template <class Chain, class S>
class ChainEvaluator final : public MapEvaluator<S> {
 public:
  explicit ChainEvaluator(const Chain& chain) : chain_(chain), seeds_(chain.size) {}

  void setState(const VecXT<S>& q, const VecXT<S>& qd) override { seeds_.set(q, qd); }
  void setStrains(const VecXT<S>& q) override { seeds_.set(q); }
  void motion(const EvaluationPoints& given, PointMotion<S>& out) const override;
  void positions(const EvaluationPoints& given, Columns<S>& out) const override;
  void strain(const EvaluationPoints& given, bool turning, PointStrain<S>& out) const override;
  void gradient(const EvaluationPoints& given, Columns<S>& out) const override;
  PoseT<S> pose(double at) const override { return frameOf<S>(at * chain_.length, seeds_.q()); }
  void frame(double at, FrameMotion<S>& out) const override {
    frameMotion(
        seeds_, [&]<class T>(const VecXT<T>& q) { return frameOf<T>(at * chain_.length, q); }, out);
  }

 private:
  static const std::vector<Vec3>& pointsOf(const EvaluationPoints& given) {
    return static_cast<const PlainPoints&>(given).points;
  }
  /// The axis: y along ∂f/∂y, z by Gram–Schmidt from ∂f/∂z.
  template <class T>
  PoseT<T> frameOf(double x, const VecXT<T>& q) const {
    const Vec3T<DualT<T, 3>> p = chain_.move(spacedPoint<T>(Vec3(x, 0, 0)), q, false);
    const auto along = [&](int a) { return Vec3T<T>(p[0].d[a], p[1].d[a], p[2].d[a]); };
    return sectionFrame<T>(Vec3T<T>(p[0].value, p[1].value, p[2].value), along(1), along(2));
  }

  const Chain& chain_;
  SeededCoordinates<S> seeds_;
};

template <class Chain, class S>
void ChainEvaluator<Chain, S>::motion(const EvaluationPoints& given, PointMotion<S>& out) const {
  const std::vector<Vec3>& points = pointsOf(given);
  for (int first = 0; first == 0 || first < chain_.size; first += kDirections) {
    for (int i = 0; i < given.count(); ++i) {
      const Vec3T<Along<S>> p =
          chain_.move(constantPoint<Along<S>>(points[static_cast<std::size_t>(i)]), seeds_.lead(first), true);
      for (int a = 0; a < 3; ++a) {
        out.p(i, a) = p[a].value;
        for (int j = first; j < seeds_.last(first); ++j) out.J(i, 3 * j + a) = p[a].d[j - first];
      }
    }
  }
  for (int i = 0; i < given.count(); ++i) {
    const Vec3T<Second<S>> p =
        chain_.move(constantPoint<Second<S>>(points[static_cast<std::size_t>(i)]), seeds_.second(), true);
    for (int a = 0; a < 3; ++a) out.b(i, a) = p[a].d[0].d[0];
  }
}

template <class Chain, class S>
void ChainEvaluator<Chain, S>::positions(const EvaluationPoints& given, Columns<S>& out) const {
  for (int i = 0; i < given.count(); ++i) {
    const Vec3T<S> p = chain_.move(constantPoint<S>(pointsOf(given)[static_cast<std::size_t>(i)]), seeds_.q(), true);
    for (int a = 0; a < 3; ++a) out(i, a) = p[a];
  }
}

template <class Chain, class S>
void ChainEvaluator<Chain, S>::strain(const EvaluationPoints& given, bool, PointStrain<S>& out) const {
  using T = DualT<Along<S>, 3>;
  const std::vector<Vec3>& points = pointsOf(given);
  for (int first = 0; first == 0 || first < chain_.size; first += kDirections) {
    for (int i = 0; i < given.count(); ++i) {
      const Vec3T<T> p =
          chain_.move(spacedPoint<Along<S>>(points[static_cast<std::size_t>(i)]), seeds_.lead(first), true);
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
          out.G(i, 3 * c + r) = p[r].d[c].value;
          for (int j = first; j < seeds_.last(first); ++j) out.Gq(i, 9 * j + 3 * c + r) = p[r].d[c].d[j - first];
        }
    }
  }
}

template <class Chain, class S>
void ChainEvaluator<Chain, S>::gradient(const EvaluationPoints& given, Columns<S>& out) const {
  for (int i = 0; i < given.count(); ++i) {
    const Vec3T<DualT<S, 3>> p =
        chain_.move(spacedPoint<S>(pointsOf(given)[static_cast<std::size_t>(i)]), seeds_.q(), true);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) out(i, 3 * c + r) = p[r].d[c];
  }
}

}  // namespace tendril
