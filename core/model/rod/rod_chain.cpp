// SPDX-License-Identifier: BSD-3-Clause
// A rod as a chain of its computational sections.
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

/// Those of a step whose values at the two points are not both zero.
void addColumns(const RodDivision& d, int step, SectionStep& out) {
  for (const StrainBlock& block : d.blocks)
    for (int k = 0; k < block.count; ++k) {
      const double first = block.phi(2 * step, k), second = block.phi(2 * step + 1, k);
      if (first != 0 || second != 0) out.columns.push_back({block.first + k, block.strain, {first, second}});
    }
}

Vec6 rowOf(const MatX& strains, int row) {
  return strains.row(row).transpose();
}

}  // namespace

SectionChain Rod::sectionChain() const {
  SectionChain out;
  out.size = tables_.size;
  out.stiffness = out.damping = MatX::Zero(out.size, out.size);
  Pose before;
  for (const RodDivision& d : tables_.divisions) {
    before = before * d.spec.pose;
    for (int b = 0; b < d.steps; ++b) {
      const int step = d.firstStep + b;
      const MagnusInterval& interval = tables_.intervals[static_cast<std::size_t>(step)];
      SectionStep own{.before = before, .h = interval.h, .c = interval.c, .reference = {}, .columns = {}};
      for (int i = 0; i < 2; ++i) own.reference[i] = rowOf(tables_.reference, 2 * step + i);
      addColumns(d, b, own);
      out.steps.push_back(std::move(own));
      out.masses.push_back(b + 1 < d.steps ? sectionMass(step + 1) : SectionMass());
      before = Pose();
    }
    before = d.spec.tip;
    out.stiffness.block(d.firstColumn, d.firstColumn, d.columns, d.columns) = d.stiffness;
    out.damping.block(d.firstColumn, d.firstColumn, d.columns, d.columns) = d.damping;
  }
  for (const RodStation& station : stations_) out.stations.push_back(chainStation(station));
  return out;
}

SectionMass Rod::sectionMass(int node) const {
  const auto k = static_cast<std::size_t>(node);
  const NodeMass& own = tables_.masses[k];
  SectionMass out{.mass = own.mass, .first = own.first, .second = own.second};
  out.heavy = own.mass, out.heavyFirst = own.first;
  if (fluid_.empty()) return out;
  out.added = fluid_[k].added;
  out.heavy -= fluid_[k].displaced, out.heavyFirst -= fluid_[k].first;
  return out;
}

SectionChain::Station Rod::chainStation(const RodStation& station) const {
  const RodDivision& d = tables_.divisions[static_cast<std::size_t>(station.division)];
  SectionChain::Station out{.section = station.node - 1, .side = {}, .after = station.after};
  // At the start of a division the section behind its pose is meant, which belongs to the next step.
  Pose before;
  if (station.node == d.firstStep) {
    if (station.division > 0) before = tables_.divisions[static_cast<std::size_t>(station.division - 1)].spec.tip;
    before = before * d.spec.pose;
  }
  if (!station.side) {
    out.after = before * station.after;
    return out;
  }
  SectionStep side{.before = before, .h = station.interval.h, .c = station.interval.c, .reference = {}, .columns = {}};
  for (int i = 0; i < 2; ++i) side.reference[i] = station.reference[i];
  for (int j = 0; j < d.columns; ++j)
    side.columns.push_back({d.firstColumn + j,
                            tables_.columnStrain[static_cast<std::size_t>(d.firstColumn + j)],
                            {station.phi(0, j), station.phi(1, j)}});
  out.side = std::move(side);
  return out;
}

}  // namespace tendril
