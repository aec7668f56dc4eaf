// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/volume_probe.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tendril {
namespace {

constexpr int kHalvings = 20;  // of the way to the edge of the admissible set
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<Vec3> pointsOf(const TetMesh& mesh) {
  std::vector<Vec3> points = mesh.nodes;
  for (const Tetrahedron& corners : mesh.tetrahedra) {
    Vec3 centre = Vec3::Zero();
    for (const int corner : corners) centre += mesh.nodes[static_cast<std::size_t>(corner)] / 4;
    points.push_back(centre);
  }
  return points;
}

double determinant(const Columns<double>& F, int i) {
  Mat3 matrix;
  for (int k = 0; k < 9; ++k) matrix(k % 3, k / 3) = F(i, k);
  return matrix.determinant();
}

/// True if `value` is farther from 1 than `other`; what is no number is farthest.
bool isFarther(double value, double other) {
  return !(std::abs(value - 1) <= std::abs(other - 1)) && !std::isnan(other);
}
bool isLower(double value, double other) {
  return !(value >= other) && !std::isnan(other);
}

/// Largest distance along x between neighbouring nodes, m.
double widestGap(const TetMesh& mesh) {
  std::vector<double> x;
  for (const Vec3& node : mesh.nodes) x.push_back(node.x());
  std::sort(x.begin(), x.end());
  double gap = 0;
  for (std::size_t i = 1; i < x.size(); ++i) gap = std::max(gap, x[i] - x[i - 1]);
  return gap;
}

}  // namespace

double VolumeReport::deviation() const {
  const double low = std::abs(least - 1), high = std::abs(most - 1);
  return std::isnan(low) || std::isnan(high) ? kNaN : std::max(low, high);
}

VolumeProbe::VolumeProbe(std::shared_ptr<const PointMap> map, const TetMesh& mesh)
    : map_(std::move(map)), evaluator_(map_->makeEvaluator()) {
  beside_ = static_cast<int>(std::ceil(std::min(1.0, widestGap(mesh) / map_->length()) * kSlabs / 2));
  std::array<std::vector<Vec3>, kSlabs> slabs;
  for (const Vec3& point : pointsOf(mesh)) {
    const auto slab = static_cast<int>(point.x() / map_->length() * kSlabs);
    slabs[static_cast<std::size_t>(std::clamp(slab, 0, kSlabs - 1))].push_back(point);
  }
  std::size_t largest = 0;
  for (int slab = 0; slab < kSlabs; ++slab) {
    const std::vector<Vec3>& all = slabs[static_cast<std::size_t>(slab)];
    for (const std::vector<int>& indices : map_->blocks(all)) {
      std::vector<Vec3> positions;
      for (const int i : indices) positions.push_back(all[static_cast<std::size_t>(i)]);
      largest = std::max(largest, positions.size());
      std::unique_ptr<EvaluationPoints> points = map_->makeEvaluationPoints(positions);
      blocks_.push_back({slab, std::move(points), std::move(positions)});
    }
  }
  gradient_.resize(static_cast<Eigen::Index>(largest), 9);
}

VolumeReport VolumeProbe::evaluate(const VecX& q) {
  VolumeReport report;
  report.marginAlong.assign(kSlabs, 1), report.determinantAlong.assign(kSlabs, 1);
  evaluator_->setState(q, VecX::Zero(q.size()));
  for (const Block& block : blocks_) {
    const auto slab = static_cast<std::size_t>(block.slab);
    const auto [margin, index] = map_->margin(*block.points, q);
    double& along = report.marginAlong[slab];
    if (isLower(margin, along)) along = margin;
    if (isLower(margin, report.margin)) {
      report.margin = margin;
      report.at = block.positions[static_cast<std::size_t>(index)].x() / map_->length();
    }
    evaluator_->gradient(*block.points, gradient_);
    for (int i = 0; i < block.points->count(); ++i) {
      const double det = determinant(gradient_, i);
      double& worst = report.determinantAlong[slab];
      if (isFarther(det, worst)) worst = det;
      if (isLower(det, report.least)) report.least = det;
      if (!(det <= report.most) && !std::isnan(report.most)) report.most = det;
    }
  }
  spread(report.marginAlong, isLower);
  spread(report.determinantAlong, isFarther);
  return report;
}

/// Slabs between two rings of nodes hold inner points alone: they would look better than they are.
void VolumeProbe::spread(std::vector<double>& along, bool (*isWorse)(double, double)) const {
  const std::vector<double> own = along;
  const int count = static_cast<int>(own.size());
  for (int i = 0; i < count; ++i)
    for (int k = std::max(0, i - beside_); k <= std::min(count - 1, i + beside_); ++k) {
      double& worst = along[static_cast<std::size_t>(i)];
      if (isWorse(own[static_cast<std::size_t>(k)], worst)) worst = own[static_cast<std::size_t>(k)];
    }
}

std::pair<double, Vec3> VolumeProbe::worst(const VecX& q) const {
  std::pair<double, Vec3> worst(1, Vec3::Zero());
  for (const Block& block : blocks_) {
    const auto [margin, index] = map_->margin(*block.points, q);
    if (!(margin >= worst.first)) worst = {margin, block.positions[static_cast<std::size_t>(index)]};
  }
  return worst;
}

double VolumeProbe::margin(const VecX& q) const {
  return worst(q).first;
}

std::string VolumeProbe::violation(const VecX& q) const {
  const Vec3 point = worst(q).second;
  char where[60];
  std::snprintf(where, sizeof where, " near X = %.2f", point.x() / map_->length());
  return map_->violation(point, q) + where;
}

double VolumeProbe::reach(const VecX& from, const VecX& to, double least) const {
  if (margin(to) >= least || !(margin(from) >= least)) return 1;
  double good = 0, bad = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (good + bad) / 2;
    (margin(from + middle * (to - from)) >= least ? good : bad) = middle;
  }
  return good;
}

}  // namespace tendril
