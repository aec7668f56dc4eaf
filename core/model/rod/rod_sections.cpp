// SPDX-License-Identifier: BSD-3-Clause
// Strain, elastic wrench and energy along a rod: ξ = Φ q + ξ*, [M; N] = C (ξ − ξ*) (rods.md §3, §8).
#include <limits>

#include "core/model/rod/rod.hpp"

namespace tendril {

bool Rod::sectionStates(const VecXRef& q, std::span<SectionResponse> out) const {
  VecX values;
  std::size_t k = 0;
  for (const RodDivision& d : tables_.divisions) {
    const RodDivisionSpec& spec = d.spec;
    const double shear = spec.young / (2 * (1 + spec.poisson));
    values.resize(d.columns);
    for (const QuadraturePoint& point : d.points) {
      evaluateBases(d, point.s, values);
      Vec6 beyond = Vec6::Zero();
      addStrain(d, values, q.segment(d.firstColumn, d.columns), beyond);
      const Vec6 wrench = sectionStiffness(spec.section.properties(point.s), spec.young, shear) * beyond;
      SectionResponse& state = out[k++];
      state.strain = referenceStrain(d, point.s) + beyond;
      state.energy = 0.5 * beyond.dot(wrench);
      state.wrench.setConstant(std::numeric_limits<double>::quiet_NaN());
      for (const StrainBlock& block : d.blocks) state.wrench[block.strain] = wrench[block.strain];
    }
  }
  return true;
}

}  // namespace tendril
