// SPDX-License-Identifier: BSD-3-Clause
// Contact: the balls of one link against a surface or the balls of another.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/contact_surface.hpp"

namespace tendril {

/// Force between what touches, at depth δ and relative velocity u of a against b at the contact point, n from b to a:
///   N = k δᵖ max(0, 1 + d δ̇),  f on a = N n − μ N u_t / sqrt(u_t² + v_ε²)
/// Hertz with Hunt–Crossley damping, which never pulls, and regularised Coulomb friction. rods.md §9
struct ContactLaw {
  double stiffness = 1e5;       ///< k, N/mᵖ
  double exponent = 1.5;        ///< p
  double damping = 0;           ///< d, s/m
  double friction = 0;          ///< μ
  double frictionSpeed = 1e-3;  ///< v_ε, m/s
};

/// A ball that touches, as the builder gives it.
struct BallSpec {
  int link = -1;     ///< −1: the world
  int station = -1;  ///< of the link: kBaseStation, 0 = tip, or a station index of its body
  Vec3 centre = Vec3::Zero();
  double radius = 0;
  double along = 0;  ///< arclength along its rod, m
};

/// A contact as the builder gives it: balls a against the surface where there is one, else against balls b.
struct ContactSpec {
  std::uint64_t id = 0;  ///< of the load; several contacts may come from one
  std::string name;
  ContactLaw law;
  int linkA = -1, linkB = -1;
  std::vector<BallSpec> ballsA, ballsB;
  std::shared_ptr<const ContactSurface> surface;
  Pose surfacePose;      ///< in the base frame of linkB (−1: the world)
  bool swapped = false;  ///< the load names side b first
  bool self = false;     ///< ballsA against each other; ballsB is empty
  double apart = 0;      ///< self: arclength within which balls leave each other alone, in sums of their radii
};

/// A ball with its place in the indexed model.
struct ContactBall {
  int frame = 0;
  Vec3 centre = Vec3::Zero();  ///< in the frame
  double radius = 0, along = 0;
};

/// A contact with its places in the indexed model.
struct Contact : ContactSpec {
  std::vector<ContactBall> a, b;
  int surfaceFrame = 0;
  Pose surfaceOffset;  ///< of the surface in that frame
};

}  // namespace tendril
