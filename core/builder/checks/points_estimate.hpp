// SPDX-License-Identifier: BSD-3-Clause
// What the quadrature points of a body cost in accuracy, and how many of them take that away.
#pragma once

#include <vector>

#include "core/model/body/body.hpp"

namespace tendril {

inline constexpr double kToldTipError = 5e-3;     ///< of the length: a rod's error that is told
inline constexpr double kToldEnergyError = 0.02;  ///< of the elastic energy: a volume's

/// One rule of a body.
struct PointsEstimate {
  enum class Rule {
    kGauss,           ///< of a division of a rod, per element
    kPerTetrahedron,  ///< of a volume
    kFitted,          ///< of a volume in live runs
  };
  Rule rule = Rule::kGauss;
  int division = 0;  ///< of a rod
  int points = 0;    ///< in use; of kFitted: all of them
  /// Of a rod: where the tip of smooth bent shapes is, of the length (rodAccuracy); of a volume: its elastic energy,
  /// relative (volumeAccuracy).
  double error = 0;
  int offered = 0;  ///< points with which the rule is good enough; 0: it is, or none are
  double then = 0;  ///< error with these

  bool isTold() const { return error > (rule == Rule::kGauss ? kToldTipError : kToldEnergyError); }
};

/// Rods: one per division that has coordinates. Volumes with a mesh and a law: the points of the mesh
/// (`perTetrahedron`, 1 or 4), and fitted ones if the body has them. Empty of other bodies. From any thread; takes
/// milliseconds, and tenths of a second where fitted points are too few and more of them are tried.
std::vector<PointsEstimate> estimatePoints(const Body& body, int perTetrahedron = 1);

}  // namespace tendril
