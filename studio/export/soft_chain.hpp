// SPDX-License-Identifier: GPL-3.0-or-later
// Soft bodies with sections as chains of rigid links with springs between them.
#pragma once

#include <optional>
#include <vector>

#include "core/model/model.hpp"

namespace tendril {

/// A soft body cut at the middles of `count` equal lengths: half a length stays with the base, then as many rigid
/// links, the last of half a length. At each cut stand springs as soft as the length around it, for the strains that
/// vary there.
struct SoftChain {
  /// One strain that varies at a cut: a hinge or slide along an axis of the section.
  struct Spring {
    int strain = 0;  ///< row of kStrainNames
    double stiffness = 0, damping = 0;
  };
  struct Part {
    Pose rest;  ///< frame in the soft link's base frame, undeformed: that of the section at the cut before it
    RigidInertia rigid;
    double from = 0, to = 1;      ///< over the body
    std::vector<Spring> springs;  ///< at `from`; of the first part none
    std::vector<Visual> visuals;
  };
  std::vector<Part> parts;  ///< count + 1
  std::vector<Pose> line;   ///< frames along the undeformed body, kSamples per part
  Pose tip;                 ///< of the undeformed body, in its base frame
  bool coupled = false;     ///< sections couple strains (their origin is not their centroid), which springs do not

  static constexpr int kSamples = 32;
  /// The part that a point (base frame, undeformed) is in.
  std::size_t partOf(const Vec3& point) const;
};

/// nullopt for a body without sections along a line: volumes. count ≥ 1.
std::optional<SoftChain> softChain(const Body& body, int count);

/// Puts the parts behind link `base`, which is the first part already; index of the link of each part. The springs of a
/// cut are links without mass, but for the last, which is the part.
std::vector<int> appendChain(const SoftChain& chain, int base, std::vector<LinkSpec>& links);

/// How far a chain is from its body, clamped at the base alone in the world.
struct ChainError {
  std::string link;
  int count = 0;
  double length = 0;                         ///< m, of the body
  std::optional<double> tipSag, tipOff;      ///< m: how far gravity moves the tip; distance between both tips
  std::optional<double> frequency, ofChain;  ///< Hz: the lowest of each
  std::string text() const;                  ///< one sentence
};

/// `link` has a soft body; `baseTurn`: its base frame in the world at the start. Of what cannot be computed (nothing
/// bends, no equilibrium) there are no numbers.
ChainError chainError(const Link& link, const SoftChain& chain, const Mat3& baseTurn, const Vec3& gravity);

}  // namespace tendril
