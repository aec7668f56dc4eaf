// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/expression_map.hpp"

#include <Eigen/LU>
#include <stdexcept>

#include "core/model/volume/map/chain_evaluator.hpp"

namespace tendril {

std::vector<std::string> ExpressionMap::variables(std::span<const std::string> coordinates) {
  std::vector<std::string> names = {"X", "x", "y", "z", "x3", "x1", "x2"};
  names.insert(names.end(), coordinates.begin(), coordinates.end());
  return names;
}

ExpressionMap::ExpressionMap(double length, std::array<Expression, 3> position, int coordinates)
    : chain_{length, coordinates, std::move(position)} {
  if (coordinates > kMostCoordinates)
    throw std::invalid_argument("has " + std::to_string(coordinates) + " coordinates; at most " +
                                std::to_string(kMostCoordinates) + " are computed");
}

std::unique_ptr<EvaluationPoints> ExpressionMap::makeEvaluationPoints(std::span<const Vec3> points) const {
  return std::make_unique<PlainPoints>(points);
}

std::vector<std::vector<int>> ExpressionMap::blocks(std::span<const Vec3> points) const {
  return PlainPoints::blocks(points.size());
}

std::unique_ptr<MapEvaluator<double>> ExpressionMap::makeEvaluator() const {
  return std::make_unique<ChainEvaluator<Chain, double>>(chain_);
}

std::unique_ptr<MapEvaluator<Directions>> ExpressionMap::makeDualEvaluator() const {
  return std::make_unique<ChainEvaluator<Chain, Directions>>(chain_);
}

std::unique_ptr<MapEvaluator<MotionSeries>> ExpressionMap::makeSeriesEvaluator() const {
  return std::make_unique<ChainEvaluator<Chain, MotionSeries>>(chain_);
}

std::pair<double, int> ExpressionMap::margin(const EvaluationPoints& given, const VecXRef& q) const {
  const VecX at = q;
  std::pair<double, int> worst(1, 0);
  for (int i = 0; i < given.count(); ++i) {
    const Vec3& x = static_cast<const PlainPoints&>(given).points[static_cast<std::size_t>(i)];
    const Vec3T<Dual<3>> p = chain_.move(spacedPoint<double>(x), at, true);
    Mat3 F;
    for (int r = 0; r < 3; ++r) F.row(r) = p[r].d.matrix().transpose();
    const double det = F.determinant(), margin = std::isnan(det) ? -1 : det;
    if (margin < worst.first) worst = {margin, i};
  }
  return worst;
}

std::string ExpressionMap::violation(const Vec3& point, const VecXRef& q) const {
  const Vec3 p = chain_.move(point, VecX(q), true);
  return p.allFinite() ? "its formulas fold the material over itself (det F falls to 0)"
                       : "its formulas are not finite";
}

}  // namespace tendril
