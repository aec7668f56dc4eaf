// SPDX-License-Identifier: BSD-3-Clause
// A map written as three formulas f(x, q). It need not keep the volume; det F > 0 bounds the admissible set
// (primitives.md §1F).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/model/volume/map/point_map.hpp"
#include "core/text/expression.hpp"

namespace tendril {

class ExpressionMap final : public PointMap {
 public:
  /// Most coordinates of one body.
  static constexpr int kMostCoordinates = 24;
  /// What the formulas read, in order: X (0…1 along the body), x, y, z (m), their names in [kane], the coordinates.
  static std::vector<std::string> variables(std::span<const std::string> coordinates);

  /// `position`: of the variables above. Throws std::invalid_argument where there are more coordinates than
  /// kMostCoordinates.
  ExpressionMap(double length, std::array<Expression, 3> position, int coordinates);

  int size() const override { return chain_.size; }
  double length() const override { return chain_.length; }
  std::unique_ptr<EvaluationPoints> makeEvaluationPoints(std::span<const Vec3> points) const override;
  std::vector<std::vector<int>> blocks(std::span<const Vec3> points) const override;
  std::unique_ptr<MapEvaluator<double>> makeEvaluator() const override;
  std::unique_ptr<MapEvaluator<Directions>> makeDualEvaluator() const override;
  std::unique_ptr<MapEvaluator<MotionSeries>> makeSeriesEvaluator() const override;
  std::pair<double, int> margin(const EvaluationPoints& points, const VecXRef& q) const override;
  std::string violation(const Vec3& point, const VecXRef& q) const override;

  struct Chain {
    double length = 0;
    int size = 0;
    std::array<Expression, 3> position;

    template <class S, class Q>
    Vec3T<S> move(const Vec3T<S>& x, const VecXT<Q>& q, bool) const {
      std::array<S, kOfPoint + kMostCoordinates> values;
      values[0] = x[0] * (1 / length);
      for (std::size_t a = 0; a < 3; ++a) values[1 + a] = values[4 + a] = x[static_cast<int>(a)];
      for (int j = 0; j < size; ++j) values[static_cast<std::size_t>(kOfPoint + j)] = S(q[j]);
      const std::span<const S> given(values.data(), static_cast<std::size_t>(kOfPoint + size));
      return {position[0].evaluate<S>(given), position[1].evaluate<S>(given), position[2].evaluate<S>(given)};
    }
  };

 private:
  static constexpr int kOfPoint = 7;  // variables that are no coordinates

  Chain chain_;
};

}  // namespace tendril
