// SPDX-License-Identifier: BSD-3-Clause
// A rod in a fluid: added mass in the inertia of its points, buoyancy in their weight (rods.md §9). Added mass does not
// weigh, so the inertia of a point no longer tells its weight: `buoyancyCoupling` is what the two differ by.
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {
namespace {

/// Added mass of a point about the origin of B, in its axes.
Mat6 aboutBase(const NodeFluid& node, const Pose& X) {
  if (!node.straight) {
    const Mat6 toSection = adjointMatrix<double>(X.inverse());
    return toSection.transpose() * node.added * toSection;
  }
  const Mat3 turned = X.R.lazyProduct(node.added.bottomRightCorner<3, 3>());
  const Mat3 linear = turned.lazyProduct(X.R.transpose()), mixed = screw::skewTimes(X.p, linear);
  Mat6 out;
  out.topLeftCorner<3, 3>() = -screw::timesSkew(mixed, X.p);
  out.topRightCorner<3, 3>() = mixed;
  out.bottomLeftCorner<3, 3>() = -screw::timesSkew(linear, X.p);
  out.bottomRightCorner<3, 3>() = linear;
  return out;
}

}  // namespace

bool Rod::immerse(const BodyFluid& fluid) {
  fluid_.resize(tables_.masses.size());
  for (const RodDivision& d : tables_.divisions) {
    for (int k = 0; k <= d.steps; ++k) {
      const QuadraturePoint& point = d.points[static_cast<std::size_t>(k)];
      if (point.weight == 0) continue;
      const SectionProperties section = d.spec.section.properties(point.s);
      const double line = point.weight * d.spec.length * fluid.density;
      NodeFluid& node = fluid_[static_cast<std::size_t>(d.firstStep + k)];
      node.added += line * section.A * fluid.added;
      node.straight = node.added.topRows<3>().isZero(0) && node.added.leftCols<3>().isZero(0);
      if (!fluid.buoyancy) continue;
      node.displaced += line * section.A;
      node.first += line * Vec3(0, section.Sy, section.Sz);
    }
  }
  return true;
}

std::vector<BodySlice> Rod::slices() const {
  std::vector<BodySlice> all;
  for (const RodPoint& point : points())
    if (point.weight > 0)
      all.push_back({point.at, point.weight, division(point.division).spec.section.radius(point.s)});
  return all;
}

void Rod::addFluidInertias(RodData& data) const {
  data.displacedMoment.setZero();
  for (std::size_t d = 0; d < tables_.divisions.size(); ++d) {
    const RodDivision& division = tables_.divisions[d];
    for (auto k = static_cast<std::size_t>(division.firstStep) + 1; k < static_cast<std::size_t>(division.lastStep());
         ++k) {
      if (tables_.masses[k].mass == 0) continue;
      const NodeFluid& node = fluid_[k];
      const Pose& X = data.sections[k + d];
      const Mat6 added = aboutBase(node, X);
      const Vec3 moment = X.R * node.first + node.displaced * X.p;
      data.displacedMoment += moment;
      Mat63& buoyancyCoupling = data.buoyancyCoupling[k];
      buoyancyCoupling = -added.rightCols<3>();
      buoyancyCoupling.topRows<3>() -= skew<double>(moment);
      buoyancyCoupling.bottomRows<3>().diagonal().array() -= node.displaced;
      data.inertia[k] += added;
    }
  }
}

Mat3 Rod::rotationalInertia(const BodyData& data) const {
  Mat3 out = data.I.topLeftCorner<3, 3>();
  for (std::size_t d = 0; d < tables_.divisions.size() && !fluid_.empty(); ++d) {
    const RodDivision& division = tables_.divisions[d];
    for (auto k = static_cast<std::size_t>(division.firstStep) + 1; k < static_cast<std::size_t>(division.lastStep());
         ++k)
      if (tables_.masses[k].mass > 0) out -= aboutBase(fluid_[k], data.sections[k + d]).topLeftCorner<3, 3>();
  }
  return out;
}

// As nodeColumns, with all columns of N = B(I V) − ad_Vᵀ I − I ad_V (rods.md (20a)) since I is no rigid inertia, and
// the weight's own change.
void Rod::wetColumns(RodData& data, const RodDivision& d, int node, const Vec3& gamma) const {
  const auto k = static_cast<std::size_t>(node);
  const int n = tables_.size;
  const Eigen::Index row = 6 * node;
  const Mat6& I = data.inertia[k];
  const Mat6 ad = crossMotionMatrix<double>(data.V[k]);
  const Mat6 N = crossForceBar<double>(I * data.V[k]) - ad.transpose() * I - I * ad + data.attachedN[k];
  const Mat63 weight = data.buoyancyCoupling[k] * skew<double>(gamma);
  data.W.middleCols<6>(2 * n).middleRows<6>(row) = N;
  data.W.middleCols<3>(2 * n + 6).middleRows<6>(row) = weight;
  data.base.N += N;
  data.base.K.leftCols<3>() += weight;
  const auto at = [&](const MatX& columns, int j) { return columns.col(j).segment<6>(row); };
  addNodeColumns(
      data, d, node,
      [&](int j) -> Vec6 {
        return I.lazyProduct(at(data.L, j)) + N.lazyProduct(at(data.R, j)) +
               weight.lazyProduct(at(data.J, j).head<3>());
      },
      [&](int j) -> Vec6 { return I.lazyProduct(at(data.Y, j)) + N.lazyProduct(at(data.J, j)); });
}

}  // namespace tendril
