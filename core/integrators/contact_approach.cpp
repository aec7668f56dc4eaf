// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/contact_approach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/contact_kinematics.hpp"

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostGaps = 1000;  // that memory is kept for from the start
constexpr double kThinnest = 1e-4;       // m: what points and sheets of no thickness count as
constexpr double kTurn = 0.04;           // rad, of two that stick: further, an anchor no longer lies where they touch
constexpr double kResolved = 0.1;        // of a depth: by how much it may change in a step that resolves the contact

/// Speed of a ball against a frame, m/s; tree frame.
double speedOf(const Data& data, const ContactBall& ball, const Vec6& other) {
  const Vec6 twist = data.frames[static_cast<std::size_t>(ball.frame)].V - other;
  return (twist.tail<3>() + twist.head<3>().cross(contact_detail::centreOf(data, ball))).norm();
}

/// Of one side of a contact.
double fastest(const Data& data, const std::vector<ContactBall>& balls, const std::vector<ContactSegment>& segments,
               const Vec6& other) {
  double speed = 0;
  for (const ContactBall& ball : balls) speed = std::max(speed, speedOf(data, ball, other));
  for (const ContactSegment& segment : segments)
    for (const ContactBall& end : segment.ends) speed = std::max(speed, speedOf(data, end, other));
  return speed;
}

/// Mass that one of `parts` of a link has to stop, kg: of a soft body its share; of a massless frame that of the whole
/// robot. After massMatrix.
double massOf(const Model& model, const Data& data, int link, std::size_t parts) {
  const auto own = [&](std::size_t i) {
    return model.links[i].body ? data.bodies[i]->mass : model.links[i].rigid.mass;
  };
  if (link < 0) return kInfinity;
  const auto i = static_cast<std::size_t>(link);
  if (const double mass = own(i); mass > 0) return model.links[i].body ? mass / static_cast<double>(parts) : mass;
  double all = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) all += own(i);
  return all;
}

/// How deep something of this mass (kg) and speed (m/s) dives into an undamped contact, m.
double deepest(const ContactLaw& law, double mass, double speed) {
  return std::pow((law.exponent + 1) / 2 * mass * speed * speed / law.stiffness, 1 / (law.exponent + 1));
}

/// Time in which something passes `way` (m) at `speed` (m/s) and under `acceleration` (m/s²), s.
double timeFor(double way, double speed, double acceleration) {
  const double final = std::sqrt(speed * speed + 2 * acceleration * way);
  return speed + final > 0 ? 2 * way / (speed + final) : kInfinity;
}

}  // namespace

void ContactApproach::prepare(const Model& model, Data& data) {
  masses_.clear();
  if (model.contacts.empty()) return;
  massMatrix(model, data, model.q0);
  std::size_t most = 0;
  for (const Contact& contact : model.contacts) {
    const auto count = [](const auto& balls, const auto& segments) {
      return std::max<std::size_t>(1, balls.size() + segments.size());
    };
    const std::size_t a = count(contact.a, contact.segments[0]);
    const std::size_t b = contact.self ? a : count(contact.b, contact.segments[1]);
    masses_.push_back(std::min(massOf(model, data, contact.linkA, a), massOf(model, data, contact.linkB, b)));
    most = std::max(most, std::min(a * b, kMostGaps));
  }
  gaps_.reserve(most);
}

/// How far two sides of a contact may come towards each other in h, m, as fast as they are.
double ContactApproach::reach(const Data& data, const Contact& contact, double h) const {
  const auto sideA = [&](const Vec6& other) { return fastest(data, contact.a, contact.segments[0], other); };
  if (contact.surface) return h * sideA(data.frames[static_cast<std::size_t>(contact.surfaceFrame)].V);
  const Vec6 rest = Vec6::Zero();
  if (contact.self) return h * 2 * sideA(rest);
  return h * (sideA(rest) + fastest(data, contact.b, contact.segments[1], rest));
}

void ContactApproach::add(const ContactLaw& law, const ContactGap& gap, double mass, double h) {
  const double felt = std::max(0.5 * gap.deepest, kThinnest);
  const double closing = std::max(0.0, -gap.rate), free = std::max(gap.gap, 0.0), depth = std::max(-gap.gap, 0.0);
  found_.near = true;
  found_.longestStep = std::min(found_.longestStep, timeFor(free + felt, closing, push_));
  const double speed = depth > 0 ? std::abs(gap.rate) : std::sqrt(closing * closing + 2 * push_ * free);
  const double dive = std::max(depth, deepest(law, mass, speed)) / speed;
  found_.resolvingStep = std::min(found_.resolvingStep, timeFor(free, closing, push_) + kResolved * dive);
  if (gap.gap >= 0) return;
  found_.impactTime = std::min(found_.impactTime, dive);
  ++found_.touches;
  found_.closingEnergy += 0.5 * mass * gap.rate * gap.rate;
  found_.closingSpeed = std::max(found_.closingSpeed, std::abs(gap.rate));
  found_.mass += mass;
  const double stiffness = law.stiffness * law.exponent * std::pow(depth, law.exponent - 1);
  found_.stableStep = std::min(found_.stableStep, std::sqrt(mass / stiffness));
  if (law.sticks()) addFriction(law, gap, mass);
  const bool slow = std::abs(gap.rate) <= 0.1 * fall_ * h;
  if (!slow && std::abs(gap.rate) * h > kResolved * -gap.gap) found_.resolved = false;
}

/// What friction that sticks asks for. Springs and dampers of all that touches add up.
void ContactApproach::addFriction(const ContactLaw& law, const ContactGap& gap, double mass) {
  if (gap.roll > 0) found_.longestStep = std::min(found_.longestStep, kTurn / gap.roll);
  squaredRate_ += law.stickStiffness / mass;
  dampingRate_ += law.friction * law.stiffness * std::pow(-gap.gap, law.exponent) / (law.frictionSpeed * mass);
}

/// Of a ball against what it may touch, m/s², but for what turning adds; after kinematics with accelerations instead of
/// velocities.
double ContactApproach::largestAcceleration(const Model& model, const Data& data) const {
  double largest = 0;
  for (const Contact& contact : model.contacts) largest = std::max(largest, reach(data, contact, 1));
  return largest;
}

const Approach& ContactApproach::look(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                      const VecXRef& a, double h) {
  fall_ = data.gravity.norm();
  kinematics(model, data, q, a);
  push_ = std::max(fall_, largestAcceleration(model, data));
  kinematics(model, data, q, v);
  found_ = {.longestStep = kInfinity, .resolvingStep = kInfinity, .impactTime = kInfinity, .stableStep = kInfinity};
  squaredRate_ = dampingRate_ = 0;
  for (std::size_t k = 0; k < model.contacts.size(); ++k) {
    const Contact& contact = model.contacts[k];
    const double margin = reach(data, contact, h) + 0.5 * push_ * h * h;
    contactGaps(model, data, static_cast<int>(k), margin, gaps_);
    for (const ContactGap& gap : gaps_) add(contact.law, gap, masses_[k], h);
  }
  const double fastest = std::max(std::sqrt(squaredRate_), dampingRate_);
  if (fastest > 0) found_.stableStep = std::min(found_.stableStep, 1 / fastest);
  return found_;
}

}  // namespace tendril
