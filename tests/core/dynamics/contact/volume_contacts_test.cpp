// SPDX-License-Identifier: BSD-3-Clause
// Contact of points of the surfaces of volumes, which are stations of their own.
#include <gtest/gtest.h>

#include "core/model/volume/volume.hpp"
#include "tests/core/dynamics/contact/contact_cases.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr int kVolume = 1, kOtherVolume = 3;

/// A tree with volumes at links 1 and 3; the first, of this kind, has stations all over its surface.
ModelSpec softRobot(Random& random, std::size_t kind) {
  ModelSpec spec = randomTree(random, {"robot",
                                       {JointType::kFree, JointType::kRevolute, JointType::kUniversal,
                                        JointType::kSpherical, JointType::kPlanar},
                                       false,
                                       SoftBodies::kVolumes});
  const auto volume = std::dynamic_pointer_cast<Volume>(randomVolume(kind));
  volume->surfaceStations();
  spec.links[kVolume].body = volume;
  spec.links[kOtherVolume].body = randomVolume(0);
  return spec;
}

std::vector<BallSpec> surfaceBalls(const ModelSpec& spec, int link) {
  const auto data = spec.links[static_cast<std::size_t>(link)].body->makeData();
  std::vector<BallSpec> out;
  for (const int station : data->points) {
    BallSpec ball;
    ball.link = link, ball.station = station;
    out.push_back(ball);
  }
  return out;
}

/// The whole surface of the first volume on a surface that sits on `other`: one point is kDepth deep, some are less or
/// more.
Case surfaceOn(Random& random, const std::shared_ptr<const ContactSurface>& surface, std::size_t kind, int other,
               int law) {
  ModelSpec spec = softRobot(random, kind);
  const VecX q = randomConfiguration(random, Model(spec));
  ContactSpec contact;
  contact.law = lawOf(law);
  contact.law.exponent = 2;  // points that just touch would have a force without a slope of its slope
  contact.linkA = kVolume, contact.linkB = other;
  contact.ballsA = surfaceBalls(spec, kVolume);
  contact.surface = surface;
  const Vec3 point = poseOf(spec, q, kVolume, contact.ballsA[7].station).p;
  Pose X = randomPose(random);
  X.p = point - X.R * pointNear(random, *surface, -kDepth);
  contact.surfacePose = poseOf(spec, q, other, kBaseStation).inverse() * X;
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

/// A kind of volume (composed ones are slow) and what it touches: nothing whose inside has edges, as points are deep.
struct Pairing {
  std::size_t kind;
  SurfaceShape::Kind surface;
  int other;
};
using Kind = SurfaceShape::Kind;
constexpr Pairing kPairings[] = {
    {0, Kind::kPlane, kWorld},  {0, Kind::kSphere, 4}, {0, Kind::kCylinderInside, kOtherVolume},
    {1, Kind::kSphere, kWorld}, {2, Kind::kPlane, 4},  {2, Kind::kSphere, kWorld}};

Case surfaceOn(Random& random, const Pairing& pairing, int law) {
  for (const NamedSurface& each : everySurface())
    if (each.surface->shape().kind == pairing.surface)
      return surfaceOn(random, each.surface, pairing.kind, pairing.other, law);
  return {};
}

TEST(VolumeContact, HasTheDerivativesOfItsForce) {
  Random random(41);
  for (const Pairing& each : kPairings) {
    SCOPED_TRACE("kind " + std::to_string(each.kind) + " on " + std::string(surfaceName(each.surface)));
    surfaceOn(random, each, 3).check();
  }
}

TEST(VolumeContact, HasThoseOfItsResistanceToTurning) {
  Random random(45);
  for (const Pairing& each : kPairings) {
    SCOPED_TRACE("kind " + std::to_string(each.kind) + " on " + std::string(surfaceName(each.surface)));
    surfaceOn(random, each, 6).check();
  }
}

TEST(VolumeContact, StoresTheEnergyOfItsForce) {
  Random random(42);
  for (const Pairing& each : kPairings) {
    SCOPED_TRACE("kind " + std::to_string(each.kind) + " on " + std::string(surfaceName(each.surface)));
    expectPotential(surfaceOn(random, each, 0), 1e-7);
  }
}

/// A point of one surface on what is within another volume: on a ball, and on the segment between two.
Case pointOn(Random& random, std::size_t kind, bool segment, int law) {
  ModelSpec spec = softRobot(random, kind);
  const VecX q = randomConfiguration(random, Model(spec));
  ContactSpec contact;
  contact.law = lawOf(law);
  contact.linkA = kVolume, contact.linkB = kOtherVolume;
  contact.ballsA = {surfaceBalls(spec, kVolume)[11]};
  const Vec3 at = poseOf(spec, q, kVolume, contact.ballsA[0].station).p;
  SegmentSpec between;
  for (std::size_t i = 0; i < 2; ++i) {
    BallSpec& end = between.ends[i];
    end.link = kOtherVolume, end.station = 1 + static_cast<int>(i), end.radius = kRadius;
    const Vec3 away(i ? 0.1 : -0.06, 0, kRadius - kDepth);
    end.centre = poseOf(spec, q, kOtherVolume, end.station).inverse() * (at + away);
  }
  if (segment) {
    contact.segmentsB = {between};
  } else {
    contact.ballsB = {between.ends[0]};
    contact.ballsB[0].radius = std::hypot(0.06, kRadius - kDepth) + kDepth;
  }
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

TEST(VolumeContact, WithAnotherVolumeHasThemToo) {
  Random random(43);
  for (std::size_t kind = 0; kind < 3; ++kind)
    for (const bool segment : {false, true}) {
      SCOPED_TRACE("kind " + std::to_string(kind) + (segment ? ", segment" : ", ball"));
      pointOn(random, kind, segment, 3).check();
      expectPotential(pointOn(random, kind, segment, 0), 1e-7);
    }
}

/// Columns are found for the points that touch, whatever touched before.
TEST(VolumeContact, LeavesNothingOfWhatTouchedBefore) {
  Random random(44);
  const Case x = surfaceOn(random, kPairings[0], 3);
  Data data(*x.model), fresh(*x.model);
  for (int k = 0; k < 5; ++k)
    inverseDynamicsDerivatives(*x.model, data, randomConfiguration(random, *x.model), x.v, x.a);
  inverseDynamicsDerivatives(*x.model, data, x.q, x.v, x.a);
  inverseDynamicsDerivatives(*x.model, fresh, x.q, x.v, x.a);
  EXPECT_EQ(data.dIDdq, fresh.dIDdq);
  EXPECT_EQ(data.dIDdv, fresh.dIDdv);
}

}  // namespace
}  // namespace tendril
