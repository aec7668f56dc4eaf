// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/rod_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kMaxGauss = 200;

[[noreturn]] void fail(int division, const std::string& what) {
  throw std::invalid_argument("rod, division " + std::to_string(division + 1) + ": " + what);
}

void checkPositive(int division, const char* name, double value, const char* unit) {
  if (!(value > 0) || !std::isfinite(value))
    fail(division, std::string(name) + " must be positive, is " + std::to_string(value) + " " + unit);
}

void checkNotNegative(int division, const char* name, double value, const char* unit) {
  if (!(value >= 0) || !std::isfinite(value))
    fail(division, std::string(name) + " must not be negative, is " + std::to_string(value) + " " + unit);
}

void checkDivision(const RodDivisionSpec& spec, int d) {
  checkPositive(d, "length", spec.length, "m");
  checkPositive(d, "density", spec.density, "kg/m³");
  checkPositive(d, "young", spec.young, "Pa");
  checkNotNegative(d, "viscosity", spec.viscosity, "Pa·s");
  checkNotNegative(d, "relaxation", spec.relaxation, "s");
  if (!(spec.poisson > -1 && spec.poisson <= 0.5))
    fail(d, "poisson must be above -1 and at most 0.5, is " + std::to_string(spec.poisson));
  if (spec.quadrature < 0 || spec.quadrature > kMaxGauss)
    fail(d, "quadrature must be from 1 to " + std::to_string(kMaxGauss) + " points, or 0 for the default, is " +
                std::to_string(spec.quadrature));
}

// The union of the breakpoints of all strains, the largest number of Gauss points (conventions.md).
void setGrid(RodDivision& division) {
  int gauss = division.spec.quadrature;
  for (const StrainBasisPtr& basis : division.spec.strain) {
    if (!basis) continue;
    division.breakpoints = mergeBreakpoints(std::move(division.breakpoints), basis->breakpoints());
    if (division.spec.quadrature == 0) gauss = std::max(gauss, basis->gaussPoints());
  }
  division.gauss = std::min(gauss > 0 ? gauss : 5, kMaxGauss);
  division.points = divisionPoints(division.breakpoints, division.gauss);
  division.steps = static_cast<int>(division.points.size()) - 1;
}

void setActiveSteps(StrainBlock& block) {
  for (int k = 0; k < block.count; ++k) {
    int begin = 0, end = static_cast<int>(block.phi.rows()) / 2;
    const auto zero = [&](int step) { return block.phi(2 * step, k) == 0 && block.phi(2 * step + 1, k) == 0; };
    while (begin < end && zero(begin)) ++begin;
    while (end > begin && zero(end - 1)) --end;
    block.local = block.local || begin > 0 || 2 * end < block.phi.rows();
    block.begin.push_back(begin);
    block.end.push_back(end);
  }
}

void setBlocks(RodDivision& division, RodTables& tables) {
  division.firstColumn = tables.size;
  for (int strain = 0; strain < 6; ++strain) {
    const StrainBasisPtr& basis = division.spec.strain[static_cast<std::size_t>(strain)];
    if (!basis || basis->count() == 0) continue;
    const int count = basis->count();
    division.blocks.push_back({strain, tables.size, count, MatX::Zero(2 * division.steps, count), {}, {}});
    tables.size += count;
    tables.columnStrain.insert(tables.columnStrain.end(), static_cast<std::size_t>(count), strain);
  }
  division.columns = tables.size - division.firstColumn;
}

void setCollocation(RodDivision& division, int index, RodTables& tables) {
  VecX values(division.columns);
  const Eigen::Index old = tables.reference.rows();
  tables.reference.conservativeResize(old + 2 * division.steps, 6);
  for (int b = 0; b < division.steps; ++b) {
    double points[2];
    const auto at = static_cast<std::size_t>(b);
    tables.intervals.push_back(
        magnusInterval(division, division.points[at].s, division.points[at + 1].s, tables.magnus, points));
    for (int i = 0; i < 2; ++i) {
      evaluateBases(division, points[i], values);
      for (StrainBlock& block : division.blocks)
        block.phi.row(2 * b + i) = values.segment(block.first - division.firstColumn, block.count).transpose();
      const Vec6 reference = referenceStrain(division, points[i]);
      if (!values.allFinite() || !reference.allFinite())
        fail(index, "a strain function is not finite at X = " + std::to_string(points[i]));
      tables.reference.row(old + 2 * b + i) = reference.transpose();
    }
  }
  for (StrainBlock& block : division.blocks) setActiveSteps(block);
}

// Masses of the Gauss points; stiffness Σ w Φᵀ C Φ and damping.
void setSections(RodDivision& division, RodTables& tables) {
  const RodDivisionSpec& spec = division.spec;
  const double shear = spec.young / (2 * (1 + spec.poisson));
  division.stiffness = MatX::Zero(division.columns, division.columns);
  division.damping = division.stiffness;
  MatX phi = MatX::Zero(6, division.columns);
  VecX values(division.columns);
  for (int k = 0; k <= division.steps; ++k) {
    const QuadraturePoint& point = division.points[static_cast<std::size_t>(k)];
    if (point.weight == 0) continue;
    const double w = point.weight * spec.length;
    const SectionProperties section = spec.section.properties(point.s);
    const Mat6 inertia = w * sectionInertia(section, spec.density);
    NodeMass& node = tables.masses[static_cast<std::size_t>(division.firstStep + k)];
    node.mass = inertia(3, 3);
    node.first = Vec3(inertia(2, 4), inertia(0, 5), inertia(1, 3));
    node.second = inertia.topLeftCorner<3, 3>();
    tables.totalMass += node.mass;
    evaluateBases(division, point.s, values);
    for (const StrainBlock& block : division.blocks) {
      const int local = block.first - division.firstColumn;
      phi.row(block.strain).segment(local, block.count) = values.segment(local, block.count).transpose();
    }
    division.stiffness += phi.transpose() * (w * sectionStiffness(section, spec.young, shear)) * phi;
    division.damping += phi.transpose() * (w * sectionStiffness(section, 3 * spec.viscosity, spec.viscosity)) * phi;
  }
  division.damping += spec.relaxation * division.stiffness;
}

}  // namespace

RodTables buildRodTables(const RodSpec& spec) {
  if (spec.divisions.empty()) throw std::invalid_argument("rod: at least one division is needed");
  if (spec.magnus != 2 && spec.magnus != 4)
    throw std::invalid_argument("rod: magnus must be 2 or 4, is " + std::to_string(spec.magnus));
  RodTables tables;
  tables.magnus = spec.magnus;
  for (std::size_t d = 0; d < spec.divisions.size(); ++d) {
    checkDivision(spec.divisions[d], static_cast<int>(d));
    RodDivision division;
    division.spec = spec.divisions[d];
    division.start = tables.length;
    division.firstStep = tables.steps;
    setGrid(division);
    tables.steps += division.steps;
    tables.length += division.spec.length;
    tables.masses.resize(static_cast<std::size_t>(tables.nodes()));
    setBlocks(division, tables);
    setCollocation(division, static_cast<int>(d), tables);
    try {
      setSections(division, tables);
    } catch (const std::invalid_argument& error) {
      fail(static_cast<int>(d), error.what());
    }
    tables.divisions.push_back(std::move(division));
  }
  return tables;
}

MagnusInterval magnusInterval(const RodDivision& division, double s0, double s1, int magnus, double (&points)[2]) {
  const double h = (s1 - s0) * division.spec.length;
  if (magnus == 2) {
    points[0] = points[1] = (s0 + s1) / 2;
    return {h, 0};
  }
  const double offset = std::numbers::sqrt3 / 6;
  points[0] = s0 + (0.5 - offset) * (s1 - s0);
  points[1] = s0 + (0.5 + offset) * (s1 - s0);
  return {h, std::numbers::sqrt3 / 12 * h * h};
}

void evaluateBases(const RodDivision& division, double s, Eigen::Ref<VecX> values) {
  for (const StrainBlock& block : division.blocks) {
    const StrainBasis& basis = *division.spec.strain[static_cast<std::size_t>(block.strain)];
    const double scale = block.strain < 3 ? 1 / division.spec.length : 1;
    for (int k = 0; k < block.count; ++k) values(block.first - division.firstColumn + k) = scale * basis.value(k, s);
  }
}

Vec6 referenceStrain(const RodDivision& division, double s) {
  if (division.spec.referenceStrain) return division.spec.referenceStrain(s);
  Vec6 straight = Vec6::Zero();
  straight(3) = 1;
  return straight;
}

void addStrain(const RodDivision& division, const VecXRef& values, const VecXRef& q, Vec6& strain) {
  for (const StrainBlock& block : division.blocks) {
    const int local = block.first - division.firstColumn;
    double sum = 0;
    for (int k = 0; k < block.count; ++k) sum += values(local + k) * q(local + k);
    strain(block.strain) += sum;
  }
}

RodStation makeRodStation(const RodTables& tables, double at) {
  constexpr double kSame = 1e-12;
  RodStation station;
  station.at = std::min(at, 1.0);
  const double x = at < 0 ? tables.length : station.at * tables.length;
  std::size_t d = 0;
  while (d + 1 < tables.divisions.size() && x > (tables.divisions[d + 1].start + kSame * tables.length)) ++d;
  const RodDivision& division = tables.divisions[d];
  const double s = std::clamp((x - division.start) / division.spec.length, 0.0, 1.0);
  int b = 0;
  while (b < division.steps && division.points[static_cast<std::size_t>(b + 1)].s <= s + kSame) ++b;
  station.division = static_cast<int>(d);
  station.node = division.firstStep + b;
  station.section = station.node + station.division;
  station.end = s;
  if (at < 0) station.after = division.spec.tip;
  const double s0 = division.points[static_cast<std::size_t>(b)].s;
  if (s - s0 <= kSame) return station;
  station.side = true;
  double points[2];
  station.interval = magnusInterval(division, s0, s, tables.magnus, points);
  station.phi.resize(2, division.columns);
  VecX values(division.columns);
  for (int i = 0; i < 2; ++i) {
    evaluateBases(division, points[i], values);
    station.phi.row(i) = values.transpose();
    station.reference[i] = referenceStrain(division, points[i]);
  }
  return station;
}

}  // namespace tendril
