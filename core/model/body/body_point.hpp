// SPDX-License-Identifier: BSD-3-Clause
// A point of a deformable body that may be chosen while the body moves, unlike its stations.
#pragma once

#include <optional>

#include "core/model/body/body.hpp"

namespace tendril {

/// Where on a link something from outside acts.
struct BodyPlace {
  /// 0…1 over a soft body: the section whose axes are meant. Empty: the base frame of the link.
  std::optional<double> at;
  Vec3 offset = Vec3::Zero();  ///< fixed in the axes of that section or base frame, m
  /// A material point of a body whose sections deform: where it is undeformed, in B, m. It replaces section and offset,
  /// and has the axes of B.
  std::optional<Vec3> material;
};

/// Frame at one place of a body: it moves with a section, or with a material point. Immutable, like TendonPiece; must
/// not outlive its body. Of BodyPlace it knows section and material point, not the offset.
class BodyPoint {
 public:
  virtual ~BodyPoint() = default;

  /// X, J, V of the frame (not `bias`), after Body::kinematics(). Allocates nothing once `out` has the body's size.
  virtual void kinematics(BodyData& data, const BodyCoordinates& c, StationKinematics& out) const = 0;

  /// Adds what acts here to the results of Body::derivatives(), as one more station would. `acting`: spatial in B,
  /// without inertia (I = 0); `here`: of kinematics(). `columns` (6×n) is scratch.
  void addDerivatives(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion, const StationKinematics& here,
                      const Composite& acting, Mat6X& columns) const;

 protected:
  /// Writes R (6×n) of StationColumns. Adds what a wrench F (spatial in B) that turns with the frame does:
  /// data.Uq += J_k ×* F, data.Qq += ∂J/∂q_kᵀ F + Jᵀ (J_k ×* F). After Body::derivatives().
  virtual void turn(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion, const StationKinematics& here,
                    const Vec6& F, Mat6X& R) const = 0;
};

}  // namespace tendril
