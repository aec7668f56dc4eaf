// SPDX-License-Identifier: BSD-3-Clause
// Contact across segments: edges and axes of rigid links and chords of rods, whose ends are in frames of their own.
#include "core/dynamics/contact/segment_contacts.hpp"

#include "tests/core/dynamics/contact/contact_cases.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using namespace tests;

/// Where an end is fixed.
struct Place {
  int link = kWorld, station = kBaseStation;
};
using Ends = std::array<Place, 2>;

struct Crossing {
  Ends a, b;
  double s = 0.4, t = 0.6;  ///< where they cross
  double sine = 0.8;        ///< of the angle between them
  bool edges = false;       ///< of solids, with the sign of what is outside; deeper than their rounding
};

/// A ball in the frame of a place, at a point of the world.
BallSpec ballAt(const ModelSpec& spec, const VecX& q, const Place& place, const Vec3& x, double radius, double along) {
  BallSpec ball;
  ball.link = place.link, ball.station = place.station, ball.radius = radius, ball.along = along;
  ball.centre = poseOf(spec, q, place.link, place.station).inverse() * x;
  return ball;
}

/// Two segments that cross; both are given by the points of the world where their ends are now.
Case crossing(Random& random, const Crossing& given, int law) {
  constexpr double kLength = 0.2, kThick = 0.02, kThin = 0.015;
  ModelSpec spec = robot(random);
  const VecX q = randomConfiguration(random, Model(spec));
  const Mat3 R = randomPose(random).R;
  const Vec3 e = kLength * R.col(0), n = R.col(2);
  const Vec3 g = 1.3 * kLength * (std::sqrt(1 - given.sine * given.sine) * R.col(0) + given.sine * R.col(1));
  const Vec3 at = randomVector(random, 3, 0.2);
  const double radii = given.edges ? 0.008 : kThick + given.s * (kThin - kThick) + kThick;
  const Vec3 below = at - (radii - kDepth) * n;
  ContactSpec contact;
  contact.law = lawOf(law);
  contact.linkA = given.a[0].link, contact.linkB = given.b[0].link;
  SegmentSpec a, b;
  for (std::size_t i = 0; i < 2; ++i) {
    const double end = static_cast<double>(i);
    const double radiusA = given.edges ? 0.004 : i ? kThin : kThick, radiusB = given.edges ? 0.004 : kThick;
    a.ends[i] = ballAt(spec, q, given.a[i], at + (end - given.s) * e, radiusA, 0.1 + 0.1 * end);
    b.ends[i] = ballAt(spec, q, given.b[i], below + (end - given.t) * g, radiusB, 0.8 + 0.1 * end);
  }
  if (given.edges) {
    a.reach = b.reach = 0.05, a.leastCosine = b.leastCosine = 0.4;
    a.outward = poseOf(spec, q, given.a[0].link, given.a[0].station).R.transpose() * Vec3(-n);
    b.outward = poseOf(spec, q, given.b[0].link, given.b[0].station).R.transpose() * n;
  }
  contact.segmentsA = {a}, contact.segmentsB = {b};
  contact.self = given.a[0].link == given.b[0].link;
  if (contact.self) contact.segmentsA.push_back(b), contact.segmentsB.clear();
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

const Ends kRod = {Place{1, 1}, Place{1, 2}}, kOtherRod = {Place{3, 0}, Place{3, 1}}, kLink = {Place{0}, Place{0}},
           kOtherLink = {Place{4}, Place{4}}, kOnWorld = {};

std::vector<Crossing> crossings() {
  std::vector<Crossing> out;
  for (const auto& [a, b] : {std::pair{kRod, kOnWorld},
                             {kRod, kOtherRod},
                             {kRod, kLink},
                             {kLink, kRod},
                             {kLink, kOtherLink},
                             {kLink, kOnWorld},
                             {kOnWorld, kOtherRod}})
    out.push_back({a, b});
  out.push_back({.a = kRod, .b = kOtherRod, .s = 0.04});  // gives way to its end
  out.push_back({.a = kRod, .b = kOtherLink, .s = 0.97, .t = 0.05});
  out.push_back({.a = kOtherRod, .b = kLink, .sine = 0.1});  // nearly parallel
  out.push_back({.a = kLink, .b = kOtherLink, .edges = true});
  out.push_back({.a = kLink, .b = kOnWorld, .t = 0.93, .sine = 0.15, .edges = true});
  return out;
}

TEST(SegmentContact, HasTheDerivativesOfItsForce) {
  Random random(31);
  for (int law = 0; law < kLaws; law += kSanitized ? 3 : 1)
    for (const Crossing& each : crossings()) {
      SCOPED_TRACE("law " + std::to_string(law) + ", links " + std::to_string(each.a[0].link) + ", " +
                   std::to_string(each.b[0].link) + ", s " + std::to_string(each.s));
      crossing(random, each, law).check();
    }
}

TEST(SegmentContact, StoresTheEnergyOfItsForce) {
  Random random(32);
  for (const Crossing& each : crossings()) {
    SCOPED_TRACE("links " + std::to_string(each.a[0].link) + ", " + std::to_string(each.b[0].link) + ", s " +
                 std::to_string(each.s));
    expectPotential(crossing(random, each, 0), 1e-7);
  }
}

TEST(SegmentContact, OfARodWithItselfHasThemToo) {
  Random random(33);
  for (int law = 0; law < kLaws; ++law)
    crossing(random, {.a = {Place{1, 1}, Place{1, 2}}, .b = {Place{1, 0}, Place{1, kBaseStation}}}, law).check();
}

/// A ball of a link or of the world between two stations of a rod.
Case ballOn(Random& random, const Place& ball, const Ends& rod, double t, int law, bool first) {
  ModelSpec spec = robot(random);
  const VecX q = randomConfiguration(random, Model(spec));
  const Mat3 R = randomPose(random).R;
  const Vec3 at = randomVector(random, 3, 0.2);
  ContactSpec contact;
  contact.law = lawOf(law);
  SegmentSpec segment;
  for (std::size_t i = 0; i < 2; ++i)
    segment.ends[i] = ballAt(spec, q, rod[i], at + (static_cast<double>(i) - t) * 0.2 * R.col(0), i ? 0.01 : 0.02, 0);
  const double sum = kRadius + 0.02 - 0.01 * t;
  const BallSpec sphere = ballAt(spec, q, ball, at + (sum - kDepth) * R.col(2), kRadius, 0);
  contact.linkA = first ? ball.link : rod[0].link, contact.linkB = first ? rod[0].link : ball.link;
  (first ? contact.ballsA : contact.ballsB) = {sphere};
  (first ? contact.segmentsB : contact.segmentsA) = {segment};
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

TEST(SegmentContact, OfBallsHasThemToo) {
  Random random(34);
  for (int law = 0; law < kLaws; ++law)
    for (const bool first : {true, false})
      for (const double t : {0.5, 0.05}) {
        SCOPED_TRACE("law " + std::to_string(law) + ", t " + std::to_string(t));
        ballOn(random, {}, kRod, t, law, first).check();
        ballOn(random, {4}, kOtherRod, t, law, first).check();
        ballOn(random, {3, 0}, kLink, t, law, first).check();
        expectPotential(ballOn(random, {4}, kOtherRod, t, 0, first), 1e-7);
      }
}

Vec3 ballCentre(const Case& x, const Data& data, bool first) {
  const Contact& contact = x.model->contacts[0];
  return contact_detail::centreOf(data, (first ? contact.a : contact.b)[0]) + data.origin;
}

/// Forces of a touch add up to nothing and point as the load names its bodies.
TEST(SegmentContact, PointsAwayFromTheOtherBody) {
  Random random(35);
  for (const bool first : {true, false}) {
    const Case x = ballOn(random, {4}, kRod, 0.5, 0, first);
    Data data(*x.model);
    kinematics(*x.model, data, x.q, x.v);
    std::vector<ContactPoint> points;
    activeContacts(*x.model, data, points);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].linkA, first ? 4 : 1);
    EXPECT_EQ(points[0].linkB, first ? 1 : 4);
    EXPECT_NEAR(points[0].gap, -kDepth, 1e-4);
    EXPECT_GT(points[0].force.dot(points[0].normal), 0);
    const double sign = first ? 1 : -1;
    EXPECT_GT(sign * points[0].normal.dot(ballCentre(x, data, first) - points[0].point), 0.03);
    EXPECT_LT((contactForce(*x.model, data, 0) - points[0].force).norm(), 1e-12);
  }
}

/// Deeper than its rounding an edge is still pushed out the way it came in; beyond its reach it is let go.
TEST(SegmentContact, OfEdgesGoesOnBelowTheirRounding) {
  Random random(36);
  const Case x = crossing(random, {.a = kLink, .b = kOnWorld, .edges = true}, 0);
  Data data(*x.model);
  kinematics(*x.model, data, x.q, x.v);
  std::vector<ContactGap> gaps;
  contactGaps(*x.model, data, 0, 0, gaps);
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_NEAR(gaps[0].gap, -kDepth, 1e-9);
  EXPECT_LT(gaps[0].gap, -0.008);
}

}  // namespace
}  // namespace tendril
