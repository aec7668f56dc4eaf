// SPDX-License-Identifier: BSD-3-Clause
// The field that a snapshot shows, at a place that somebody points at.
#pragma once

#include <optional>
#include <string>

#include "core/session/snapshot.hpp"

namespace tendril {

struct FieldReading {
  SurfaceField field = SurfaceField::kNone;
  int link = -1;
  double value = 0;          ///< SI, linear between sections or nodes as the colours are
  std::optional<double> at;  ///< of a line: position 0…1 over the body
  int tetrahedron = -1;      ///< of a volume: that holds the place, or that it lies on
  int node = -1;             ///< of a volume: the nearest node, a vertex or what lies inside
};

/// At the place of a link's body that is nearest to `world`: of its line, on its surface, or inside where the snapshot
/// has inside values. Empty where it shows no field, or has no number there.
std::optional<FieldReading> readField(const Snapshot& snapshot, int link, const Vec3& world);

/// The signal that is this field at this place over time (of volumes at the nearest node).
std::string signalOf(const Snapshot& snapshot, const FieldReading& reading);

}  // namespace tendril
