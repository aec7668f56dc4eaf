// SPDX-License-Identifier: BSD-3-Clause
// Soft bodies as chains of rigid sections, for algorithms that need more of a motion than Body gives.
#pragma once

#include <optional>
#include <vector>

#include "core/math/pose.hpp"

namespace tendril {

/// From one section to the next: the pose of the far one in the near one is exp(Ω), Ω = h/2 (ξ1 + ξ2) + c ξ1×ξ2 with
/// the strains ξi = ξi* + Σ φi q at two places between them (rods.md §4). The near one stands `before` behind the far
/// one of the step before.
struct SectionStep {
  struct Column {
    int coordinate, strain;  ///< row of ξ = [κ; γ]
    double phi[2];
  };
  Pose before;
  double h = 0, c = 0;
  Vec6 reference[2] = {Vec6::Zero(), Vec6::Zero()};
  std::vector<Column> columns;
};

/// What a section carries, in its axes about its origin: inertia, added mass of a fluid, and what weighs, which is less
/// by the fluid that is displaced.
struct SectionMass {
  double mass = 0;            ///< kg
  Vec3 first = Vec3::Zero();  ///< kg m
  Mat3 second = Mat3::Zero();
  Mat6 added = Mat6::Zero();
  double heavy = 0;
  Vec3 heavyFirst = Vec3::Zero();
};

struct SectionChain {
  struct Station {
    int section = -1;                 ///< behind this step; −1: the base
    std::optional<SectionStep> side;  ///< from there to the station; its `before` counts, too
    Pose after;
  };
  int size = 0;  ///< coordinates
  std::vector<SectionStep> steps;
  std::vector<SectionMass> masses;  ///< of the far section of each step
  std::vector<Station> stations;
  MatX stiffness, damping;  ///< size × size: elastic and damping force are these times q and q̇
};

/// Bodies that are such chains implement this beside Body.
class SectionChainBody {
 public:
  virtual ~SectionChainBody() = default;
  virtual SectionChain sectionChain() const = 0;
};

}  // namespace tendril
