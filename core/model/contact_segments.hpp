// SPDX-License-Identifier: BSD-3-Clause
// Which segments cross each other or lie on balls, in the order of the model; after kinematics. Nothing is allocated.
//
// What touches is where the two lines are nearest, x_a(s) and x_b(t): y = x_a − x_b is perpendicular to both, and the
// gap is measured along y, for edges of solids with the sign of what is outside, so that it goes on below zero. The
// potential of the contact is
//   w(s) w(t) w(sin²) k δᵖ⁺¹/(p+1),   δ = r_a(s) + r_b(t) − n·y,
// where w goes smoothly from 0 to 1 beside the ends, which have balls of their own, and where the lines are nearly
// parallel and touch along more than one point. Ends may be in frames of their own: between two stations a rod is the
// chord of its axis.
#pragma once

#include <array>
#include <cmath>

#include "core/math/dual.hpp"
#include "core/model/contact_kinematics.hpp"

namespace tendril {

/// A segment or a ball that touches a segment; tree frame. Ends 0 and 1 are those of side a, 2 and 3 of side b.
struct SegmentTouch {
  int contact = 0;
  int a = 0, b = 0;      ///< places in the lists of the contact: balls first, then segments
  bool ball = false;     ///< side a is a ball: its centre is both ends
  bool flipped = false;  ///< side a is that of the contact's second body
  std::array<const ContactBall*, 4> ends{};
  double fadeA = 0, fadeB = 0;
  double side = 1;   ///< of e × g: which way the normal points
  double depth = 0;  ///< m, negative: apart
  double reach = 0;  ///< m: how deep it may be
  Vec3 normal = Vec3::UnitZ();
};

/// Where two lines are nearest, and what the potential needs of it.
template <class T>
struct SegmentGap {
  SegmentGap(const SegmentTouch& touch, const std::array<Vec3T<T>, 4>& x) {
    e = x[1] - x[0], g = x[3] - x[2];
    const Vec3T<T> between = x[0] - x[2];
    ee = e.dot(e), eg = e.dot(g), gg = g.dot(g);
    const T bg = between.dot(g);
    if (touch.ball) {
      t = bg / gg;
    } else {
      area = ee * gg - eg * eg;
      const T be = between.dot(e);
      s = (eg * bg - gg * be) / area, t = (ee * bg - eg * be) / area;
    }
    y = between + s * e - t * g;
    const Vec3T<T> cross = e.cross(g);
    n = touch.ball ? Vec3T<T>(y / sqrtOf(y.dot(y))) : Vec3T<T>(cross * (touch.side / sqrtOf(cross.dot(cross))));
    distance = n.dot(y);
    radiusA = touch.ends[0]->radius + s * (touch.ends[1]->radius - touch.ends[0]->radius);
    radiusB = touch.ends[2]->radius + t * (touch.ends[3]->radius - touch.ends[2]->radius);
    depth = radiusA + radiusB - distance;
    weigh(touch);
  }

  /// Share of the ends in what happens at the nearest points: Σ = 0.
  std::array<T, 4> shares() const { return {T(1.0) - s, s, t - 1.0, -t}; }

  Vec3T<T> e, g, y, n;
  T ee = 0, eg = 0, gg = 0, area = 0;  ///< area: |e × g|²
  T s = 0, t = 0, distance = 0, radiusA = 0, radiusB = 0, depth = 0;
  T weight = 1, weightByS = 0, weightByT = 0, weightBySine = 0;  ///< the last by sin²

 private:
  static T sqrtOf(const T& x) {
    using std::sqrt;
    return sqrt(x);
  }
  /// 0 below 0, 1 above 1, smooth between.
  static T smooth(const T& u, T& slope) {
    slope = T(0.0);
    if (!(u > T(0.0))) return T(0.0);
    if (u >= T(1.0)) return T(1.0);
    slope = 6.0 * u * (1.0 - u);
    return u * u * (3.0 - 2.0 * u);
  }
  static T besideEnds(const T& s, double fade, T& slope) {
    const bool first = plainValue(s) < 0.5;
    const T value = smooth((first ? s : T(1.0 - s)) / fade, slope);
    slope *= (first ? 1 : -1) / fade;
    return value;
  }
  void weigh(const SegmentTouch& touch) {
    constexpr double kParallel = 0.0025, kCrossing = 0.03;  // sin²
    T byS = 0, byT = 0, bySine = 0, wA = 1, wSine = 1;
    const T wB = besideEnds(t, touch.fadeB, byT);
    if (!touch.ball) {
      wA = besideEnds(s, touch.fadeA, byS);
      wSine = smooth((area / (ee * gg) - kParallel) / (kCrossing - kParallel), bySine);
    }
    weight = wA * wB * wSine;
    weightByS = byS * wB * wSine, weightByT = wA * byT * wSine;
    weightBySine = wA * wB * bySine / (kCrossing - kParallel);
  }
};

namespace contact_detail {

/// Whether an edge may be touched from where n points, away from it.
inline bool faces(const Data& data, const ContactSegment& segment, const Vec3& n) {
  if (segment.leastCosine <= -1) return true;
  return n.dot(data.frames[static_cast<std::size_t>(segment.ends[0].frame)].X.R * segment.outward) >=
         segment.leastCosine;
}

/// Fills in what two segments have between them; false if that is not less than `margin`.
inline bool crosses(const Data& data, const ContactSegment& a, const ContactSegment& b, double margin,
                    SegmentTouch& touch) {
  touch.ends = {&a.ends[0], &a.ends[1], &b.ends[0], &b.ends[1]};
  std::array<Vec3, 4> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = centreOf(data, *touch.ends[i]);
  const double around = std::max(a.ends[0].radius, a.ends[1].radius) + std::max(b.ends[0].radius, b.ends[1].radius);
  const Vec3 e = x[1] - x[0], g = x[3] - x[2];
  const double apart = ((x[0] + x[1] - x[2] - x[3]) / 2).norm();
  if (!(apart < (e.norm() + g.norm()) / 2 + around + margin)) return false;
  touch.fadeA = a.fade, touch.fadeB = b.fade, touch.side = 1;
  const SegmentGap<double> gap(touch, x);
  if (!(gap.weight > 0)) return false;
  const auto outward = [&](const ContactSegment& edge) {
    return Vec3(data.frames[static_cast<std::size_t>(edge.ends[0].frame)].X.R * edge.outward);
  };
  double side = gap.distance;
  if (a.leastCosine > -1) side = -gap.n.dot(outward(a));
  if (b.leastCosine > -1) side = gap.n.dot(outward(b));
  touch.side = side < 0 ? -1 : 1;
  touch.normal = touch.side * gap.n;
  touch.depth = gap.radiusA + gap.radiusB - touch.side * gap.distance;
  touch.reach = std::min(a.reach, b.reach) + around;
  return touch.depth > -margin && touch.depth < touch.reach && faces(data, a, -touch.normal) &&
         faces(data, b, touch.normal);
}

/// The same for a ball and a segment.
inline bool liesOn(const Data& data, const ContactBall& ball, const ContactSegment& b, double margin,
                   SegmentTouch& touch) {
  touch.ends = {&ball, &ball, &b.ends[0], &b.ends[1]};
  std::array<Vec3, 4> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = centreOf(data, *touch.ends[i]);
  const double around = ball.radius + std::max(b.ends[0].radius, b.ends[1].radius);
  const Vec3 away = x[0] - (x[2] + x[3]) / 2;
  if (!(away.norm() < (x[3] - x[2]).norm() / 2 + around + margin)) return false;
  touch.fadeB = b.fade;
  const SegmentGap<double> gap(touch, x);
  if (!(gap.weight > 0) || !(gap.distance > 0) || !(gap.depth > -margin)) return false;
  touch.depth = gap.depth, touch.normal = gap.n, touch.reach = around;
  return true;
}

template <class F>
void forCrossings(const Data& data, const Contact& contact, double margin, SegmentTouch& touch, F&& apply) {
  const auto &a = contact.segments[0], &b = contact.segments[1];
  if (a.empty() || b.empty()) return;
  const int firstA = static_cast<int>(contact.a.size()), firstB = static_cast<int>(contact.b.size());
  const Bounds allA(data, a), allB(data, b);
  if ((allA.centre - allB.centre).norm() >= allA.radius + allB.radius + margin) return;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double around = std::max(a[i].ends[0].radius, a[i].ends[1].radius) + margin;
    if (!allB.near(centreOf(data, a[i].ends[0]), centreOf(data, a[i].ends[1]), around)) continue;
    touch.a = firstA + static_cast<int>(i);
    for (std::size_t k = 0; k < b.size(); ++k) {
      touch.b = firstB + static_cast<int>(k);
      if (crosses(data, a[i], b[k], margin, touch)) apply(std::as_const(touch));
    }
  }
}

/// Balls on the segments of the other side.
template <class F>
void forBalls(const Data& data, const std::vector<ContactBall>& balls, const std::vector<ContactSegment>& segments,
              double margin, SegmentTouch& touch, F&& apply) {
  if (balls.empty() || segments.empty()) return;
  const Bounds all(data, segments);
  int &ball = touch.flipped ? touch.b : touch.a, &segment = touch.flipped ? touch.a : touch.b;
  const int first = segment;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Vec3 centre = centreOf(data, balls[i]);
    if (!all.near(centre, centre, balls[i].radius + margin)) continue;
    ball = static_cast<int>(i);
    for (std::size_t k = 0; k < segments.size(); ++k) {
      segment = first + static_cast<int>(k);
      if (liesOn(data, balls[i], segments[k], margin, touch)) apply(std::as_const(touch));
    }
  }
}

/// Parts of one rod that are further apart along it than they may bend around each other.
template <class F>
void forSelfCrossings(const Data& data, const Contact& contact, double margin, SegmentTouch& touch, F&& apply) {
  const auto& segments = contact.segments[0];
  const int first = static_cast<int>(contact.a.size());
  const auto apart = [&](const ContactBall& from, const ContactBall& to) {
    return to.along - from.along > contact.apart * (from.radius + to.radius);
  };
  for (std::size_t i = 0; i < segments.size(); ++i) {
    touch.a = first + static_cast<int>(i);
    for (std::size_t k = i + 1; k < segments.size(); ++k) {
      touch.b = first + static_cast<int>(k);
      if (apart(segments[i].ends[1], segments[k].ends[0]) && crosses(data, segments[i], segments[k], margin, touch))
        apply(std::as_const(touch));
    }
  }
}

}  // namespace contact_detail

/// Calls apply(touch) for every segment of one contact (index into Model::contacts) that touches a segment or a ball,
/// or is less than `margin` (m) away from it.
template <class F>
void forSegmentTouches(const Model& model, const Data& data, int index, F&& apply, double margin = 0) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(index)];
  if (contact.segments[0].empty() && contact.segments[1].empty()) return;
  SegmentTouch touch;
  touch.contact = index;
  if (contact.self) return contact_detail::forSelfCrossings(data, contact, margin, touch, apply);
  contact_detail::forCrossings(data, contact, margin, touch, apply);
  touch.ball = true;
  touch.b = static_cast<int>(contact.b.size());
  if (!contact.surface) contact_detail::forBalls(data, contact.a, contact.segments[1], margin, touch, apply);
  touch.flipped = true;
  touch.a = static_cast<int>(contact.a.size());
  contact_detail::forBalls(data, contact.b, contact.segments[0], margin, touch, apply);
}

template <class F>
void forAllSegmentTouches(const Model& model, const Data& data, F&& apply) {
  for (std::size_t k = 0; k < model.contacts.size(); ++k) forSegmentTouches(model, data, static_cast<int>(k), apply);
}

}  // namespace tendril
