// SPDX-License-Identifier: BSD-3-Clause
// Contact: the balls of one link against a surface or the balls of another, and segments across segments.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/contact/anchor_list.hpp"
#include "core/model/contact/contact_surface.hpp"

namespace tendril {

/// Force between what touches, at depth δ and relative velocity u of a against b at the contact point, n from b to a:
///   N = k δᵖ max(0, 1 + d δ̇),  f on a = N n − μ N u_t / sqrt(u_t² + v_ε²)
/// Hertz with Hunt–Crossley damping, which never pulls, and regularised Coulomb friction. rods.md §9
/// Friction that sticks (k_t > 0) is a spring from the anchor of what touches and a damper, both within the cone:
///   f on a = N n + π(π(−k_t s) − (μN / v_ε) u_t),  π(x) = x min(1, μN / |x|),
/// s the displacement along the surface since a touched b there, less what has slipped (dynamics/contact/anchors.hpp).
/// Resistance to turning, at the relative angular velocity ω of a against b: moments at the contact point
/// (dynamics/contact/turning_resistance.hpp), up to b_r N against the part of ω across n and b_s N against that about
/// n.
struct ContactLaw {
  double stiffness = 1e5;       ///< k, N/mᵖ
  double exponent = 1.5;        ///< p
  double damping = 0;           ///< d, s/m
  double friction = 0;          ///< μ
  double frictionSpeed = 1e-3;  ///< v_ε, m/s
  double stickStiffness = 0;    ///< k_t, N/m; 0: friction does not stick
  double rollingFriction = 0;   ///< b_r, m
  double spinningFriction = 0;  ///< b_s, m

  bool sticks() const { return stickStiffness > 0 && friction > 0; }
  bool resistsTurning() const { return rollingFriction > 0 || spinningFriction > 0; }
};

/// Where a ball lies on the rim of a cylinder. A plane finds it `turn` beyond the lowest point of the rim, wherever the
/// cylinder has rolled, so that twelve balls roll as a circle does; what is not flat finds it where its centre is.
struct RimPlace {
  Vec3 axis = Vec3::Zero();  ///< unit; zero: on no rim
  Vec3 middle = Vec3::Zero();
  double turn = 0;  ///< rad
};

/// Numbers of a record of an AnchorList, key included. Of a ball: the held points of both sides, each in its frame. Of
/// segments: s, t of contact_segments.hpp, and the held points of both sides in the frames of the four ends.
constexpr int kBallRecord = 7, kSegmentRecord = 15;

/// A ball that touches, as the builder gives it.
struct BallSpec {
  int link = -1;     ///< −1: the world
  int station = -1;  ///< of the link: kBaseStation, 0 = tip, or a station index of its body
  Vec3 centre = Vec3::Zero();
  double radius = 0;
  double along = 0;  ///< arclength along its rod, m
  RimPlace rim = {};
};

/// A straight part of a body from ball to ball: the axis of what is round, a rod between two stations, the rounded edge
/// of a solid. It touches across other segments; beside its ends it gives way to what touches there.
struct SegmentSpec {
  std::array<BallSpec, 2> ends;
  Vec3 outward =
      Vec3::Zero();         ///< of an edge: unit, midway between the normals of its faces, as centres are; else zero
  double leastCosine = -1;  ///< of an edge: between `outward` and a direction in which it may be touched
  double reach = 0;         ///< m: how deep it may be in something before it counts as beyond it
  double fade = 0.1;        ///< share of the length beside either end within which it gives way
};

/// A contact as the builder gives it: balls a against the surface where there is one, else against balls b and between
/// the segments b; segments a across segments b, and on balls b.
struct ContactSpec {
  std::uint64_t id = 0;  ///< of the load; several contacts may come from one
  std::string name;
  ContactLaw law;
  int linkA = -1, linkB = -1;
  std::vector<BallSpec> ballsA, ballsB;
  std::vector<SegmentSpec> segmentsA, segmentsB;
  std::shared_ptr<const ContactSurface> surface;
  Pose surfacePose;      ///< in the base frame of linkB (−1: the world)
  bool swapped = false;  ///< the load names side b first
  bool self = false;     ///< balls and segments a against each other; b is empty
  double apart = 0;      ///< self: arclength within which they leave each other alone, in sums of their radii
};

/// A ball with its place in the indexed model.
struct ContactBall {
  int frame = 0;
  Vec3 centre = Vec3::Zero();  ///< in the frame
  double radius = 0, along = 0;
  RimPlace rim = {};
};

/// A segment with its place in the indexed model.
struct ContactSegment {
  std::array<ContactBall, 2> ends;
  Vec3 outward = Vec3::Zero();  ///< in the frame of the first end
  double leastCosine = -1, reach = 0, fade = 0.1;

  bool rigid() const { return ends[0].frame == ends[1].frame; }
};

/// A contact with its places in the indexed model.
struct Contact : ContactSpec {
  std::vector<ContactBall> a, b;
  std::array<std::vector<ContactSegment>, 2> segments;  ///< of both sides
  int surfaceFrame = 0;
  Pose surfaceOffset;                      ///< of the surface in that frame
  AnchorList ballAnchors, segmentAnchors;  ///< of what sticks
};

}  // namespace tendril
