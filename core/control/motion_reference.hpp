// SPDX-License-Identifier: BSD-3-Clause
// How all joints and soft bodies of a robot move along references, with as many derivatives as those know.
#pragma once

#include <string>
#include <vector>

#include "core/control/reference/pose_reference.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// What one joint follows: its numbers in their order, or, of a joint that turns in space, a pose. Or what the soft
/// body of a link follows: its coordinates in their order.
struct JointReference {
  int link = 0;          ///< whose joint or body it is
  bool ofBody = false;   ///< the soft body
  ReferencePtr numbers;  ///< of bodies, and of joints whose velocities are the rates of their positions
  PoseReference pose;    ///< of a free joint, of its link in the world; of a spherical one the orientation in its joint
                         ///< frame
};

class MotionReference {
 public:
  /// Joints and soft bodies without a reference stay at q0. std::invalid_argument, with the name of the link, for a
  /// reference that does not fit its joint.
  MotionReference(const Model& model, std::vector<JointReference> joints);

  /// q (nq) and v.col(k) = k-th derivative of v (nv) at t (s), for k = 0…order; q is given only as far as that takes
  /// `order` + 1 derivatives of the references. Of joints that turn in space: component-wise derivatives of the twist
  /// in the link's frame. std::runtime_error where a reference has no tangent.
  void evaluate(double t, int order, VecXMut q, MatXMut v) const;

  /// Why v has no derivatives up to `order` everywhere between two instants (s), exclusive, in words for people that
  /// name the link; empty: it has.
  std::string whyNot(int order, double from, double to) const;

 private:
  const Model& model_;
  std::vector<JointReference> joints_;
};

}  // namespace tendril
