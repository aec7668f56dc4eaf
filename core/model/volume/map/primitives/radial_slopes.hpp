// SPDX-License-Identifier: BSD-3-Clause
// How h of a point of a section (radial.hpp) changes with the three numbers that it depends on: the curvature on its
// ray k = κy z − κz y, the stretch e = 1 + ε and the source m. Internal to core/model/volume.
#pragma once

#include "core/model/volume/map/primitives/packet_dual.hpp"

namespace tendril {

/// h depends on q through these alone; each is linear in q.
struct RadialArgument {
  static constexpr int kNone = -1, kCurvature = 0, kStretch = 1, kSource = 2;

  /// Which one a coordinate of this row changes.
  static constexpr int of(BackboneRow row) {
    switch (row) {
      case BackboneRow::kBendingY:
      case BackboneRow::kBendingZ:
        return kCurvature;
      case BackboneRow::kStretch:
        return kStretch;
      case BackboneRow::kSource:
        return kSource;
      default:
        return kNone;
    }
  }
  /// By how much, where its mode is phi.
  TENDRIL_INLINE static SimdPacket change(BackboneRow row, const SimdPacket& phi, const SimdPacket& y,
                                          const SimdPacket& z) {
    if (row == BackboneRow::kBendingY) return phi * z;
    if (row == BackboneRow::kBendingZ) return -(phi * y);
    return phi;
  }
};

/// h and ∂h/∂(k, e, m) on a scalar that carries their own changes.
template <class T>
struct RadialSlopes {
  T h, iE;          ///< iE = 1/(3c h² + 2h)
  T ie, c, turned;  ///< 1/e; turned = h³ iE
  std::array<T, 3> slope;

  TENDRIL_INLINE RadialSlopes(const T& k, const T& e, const T& m, const SimdPacket& inverseR2) {
    ie = 1.0 / e;
    c = k * ie * (2.0 / 3);
    h = radialFactor(c, T(ie + m * inverseR2));
    const T h2 = h * h;
    iE = 1.0 / T(c * h2 * 3.0 + h * 2.0);
    turned = h2 * h * iE;
    slope[RadialArgument::kCurvature] = turned * ie * (-2.0 / 3);
    slope[RadialArgument::kStretch] = ie * (c * turned - ie * iE);
    slope[RadialArgument::kSource] = iE * inverseR2;
  }
};

}  // namespace tendril
