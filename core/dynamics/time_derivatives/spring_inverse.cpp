// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/spring_inverse.hpp"

#include <algorithm>
#include <cmath>

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using Pair = std::array<double, 2>;

constexpr double kSingular = 1e-12;   // of the terms of a determinant: it has none
constexpr double kRoundings = 4e-16;  // of a solution: as near as numbers come
constexpr int kIterations = 60;

std::string rough(double x) {
  return messageNumber(x, 4);
}

[[noreturn]] void refuse(const std::string& why) {
  throw InfeasibleDrive(why);
}

/// [vsa] (14) for Kφ + K_c φ³: u = φ₁ + φ₂ is a root of u³ − A u + 2 τ / K_c.
Pair cubicDeflections(const CubicSpring& law, double torque, double stiffness) {
  const double K = law.linear, C = law.cubic;
  if (!(stiffness >= 2 * K))
    refuse("a stiffness of " + rough(stiffness) + " is wanted, the springs give " + rough(2 * K) + " or more");
  if (!(C > 0)) refuse("its springs do not stiffen, so that no motion of the motors changes the stiffness");
  const double R2 = (stiffness - 2 * K) / (3 * C), most = std::sqrt(2 * R2);
  const double A = 2 * (K + 1.5 * C * R2) / C, third = std::sqrt(A / 3);
  const double share = torque / (C * third * third * third);
  const double limit = std::sqrt(2 * R2) * (K + 0.5 * C * R2);
  double u = std::abs(share) <= 1 ? 2 * third * std::sin(std::asin(share) / 3) : 2 * most + 1;
  // The sine loses digits where |share| is near 1 and where A is large.
  for (int i = 0; i < 3 && std::abs(share) < 1; ++i) {
    const double slope = K + 1.5 * C * R2 - 1.5 * C * u * u;
    if (slope == 0) break;
    u -= ((K + 1.5 * C * R2 - 0.5 * C * u * u) * u - torque) / slope;
  }
  if (!(std::abs(u) <= most))
    refuse("a torque of " + rough(torque) + " is wanted, at a stiffness of " + rough(stiffness) +
           " the springs hold up to " + rough(limit));
  const double apart = std::sqrt(std::max(0.0, 2 * R2 - u * u));
  return {(u + apart) / 2, (u - apart) / 2};
}

/// Newton's method for t(φ₁) + t(φ₂) = τ, t'(φ₁) + t'(φ₂) = σ from a guess, which becomes the solution; whether it did.
bool solvePair(const SpringLaw& law, double torque, double stiffness, Pair& phi) {
  const double side = phi[0] - phi[1];
  Pair at = phi;
  double last = 0;
  for (int i = 0; i < kIterations; ++i) {
    const SpringTorque a = law.evaluate(at[0]), b = law.evaluate(at[1]);
    const double r = torque - a.torque - b.torque, s = stiffness - a.stiffness - b.stiffness;
    const double det = a.stiffness * b.slope - b.stiffness * a.slope;
    const Pair step = {(b.slope * r - b.stiffness * s) / det, (a.stiffness * s - a.slope * r) / det};
    const double size = std::abs(step[0]) + std::abs(step[1]);
    if (!std::isfinite(size)) return false;
    at[0] += step[0], at[1] += step[1];
    const bool done = size <= 8 * kRoundings * (std::abs(at[0]) + std::abs(at[1])) || (i > 5 && size >= last);
    last = size;
    if (!done) continue;
    const bool near = size < 1e-9 * (1 + std::abs(at[0]) + std::abs(at[1]));
    if (near && (at[0] - at[1]) * side > 0) phi = at;
    return near && (at[0] - at[1]) * side > 0;
  }
  return false;
}

/// a > 0 with t'(a) + t'(−a) = σ.
double evenDeflection(const SpringLaw& law, double stiffness) {
  const auto at = [&](double a) { return law.evaluate(a).stiffness + law.evaluate(-a).stiffness; };
  const double least = at(0);
  if (!(stiffness >= least))
    refuse("a stiffness of " + rough(stiffness) + " is wanted, the springs give " + rough(least) + " or more");
  double low = 0, high = 1e-3;
  for (; !(at(high) >= stiffness); high *= 2) {
    low = high;
    if (!(high < 1e3)) refuse("no deflection of its springs gives a stiffness of " + rough(stiffness));
  }
  for (int i = 0; i < 200 && high - low > kRoundings * high; ++i) {
    const double middle = (low + high) / 2;
    (at(middle) < stiffness ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// From no torque, which an even pair holds, to the one that is wanted, by steps that Newton's method follows.
Pair followedDeflections(const SpringLaw& law, double torque, double stiffness) {
  const double a = evenDeflection(law, stiffness);
  Pair phi = {a, -a};
  const double begin = law.evaluate(a).torque + law.evaluate(-a).torque;
  double at = 0, step = 1;  // shares of the way
  while (at < 1) {
    const double next = std::min(1.0, at + step);
    if (solvePair(law, begin + next * (torque - begin), stiffness, phi)) {
      at = next, step *= 2;
      continue;
    }
    step /= 2;
    if (step < 1e-6)
      refuse("a torque of " + rough(torque) + " is wanted, at a stiffness of " + rough(stiffness) +
             " the springs hold about " + rough(begin + at * (torque - begin)));
  }
  return phi;
}

MotorMotion motionOf(const Motor& motor, double phi, double torque, double speed, double acceleration) {
  return {motor.inertia * acceleration + motor.friction * speed + torque, phi, speed, acceleration};
}

}  // namespace

std::array<double, 2> pairDeflections(const SpringLaw& law, double torque, double stiffness,
                                      const std::array<double, 2>& near) {
  if (!std::isfinite(torque) || !std::isfinite(stiffness)) refuse("torque or stiffness are no numbers");
  if (const auto* cubic = dynamic_cast<const CubicSpring*>(&law)) return cubicDeflections(*cubic, torque, stiffness);
  Pair phi = near;
  if (phi[0] > phi[1] && solvePair(law, torque, stiffness, phi)) return phi;
  return followedDeflections(law, torque, stiffness);
}

double springDeflection(const SpringLaw& law, double torque) {
  if (!std::isfinite(torque)) refuse("the torque is no number");
  const auto* cubic = dynamic_cast<const CubicSpring*>(&law);
  if (cubic && cubic->cubic == 0) return torque / cubic->linear;
  double phi = 0;
  for (int i = 0; i < kIterations; ++i) {
    const SpringTorque at = law.evaluate(phi);
    const double step = (torque - at.torque) / at.stiffness;
    phi += step;
    if (!std::isfinite(phi)) break;
    if (std::abs(step) <= 8 * kRoundings * std::abs(phi)) return phi;
  }
  refuse("no deflection of its spring gives a torque of " + rough(torque));
}

std::array<MotorMotion, 2> pairMotion(const std::array<Motor, 2>& motors, const std::array<double, 2>& phi,
                                      const Derivatives2& torque, const Derivatives2& stiffness,
                                      const std::array<double, 2>& joint) {
  const SpringTorque a = motors[0].spring->evaluate(phi[0]), b = motors[1].spring->evaluate(phi[1]);
  const double det = a.stiffness * b.slope - b.stiffness * a.slope;
  const double terms = std::abs(a.stiffness * b.slope) + std::abs(b.stiffness * a.slope);
  if (!(std::abs(det) > kSingular * terms))
    refuse("both springs are deflected alike, by " + rough(phi[0]) + ": no motion of the motors changes its stiffness");
  const auto solve = [&](double r, double s) {
    return Pair{(b.slope * r - b.stiffness * s) / det, (a.stiffness * s - a.slope * r) / det};
  };
  const Pair rate = solve(torque[1], stiffness[1]);
  const double squareA = rate[0] * rate[0], squareB = rate[1] * rate[1];
  const double sum = a.stiffness + b.stiffness, slopes = a.slope + b.slope;
  const Pair turn = solve(torque[2] - a.slope * squareA - b.slope * squareB + sum * joint[1],
                          stiffness[2] - a.curvature * squareA - b.curvature * squareB + slopes * joint[1]);
  return {motionOf(motors[0], phi[0], a.torque, rate[0] + joint[0], turn[0]),
          motionOf(motors[1], phi[1], b.torque, rate[1] + joint[0], turn[1])};
}

MotorMotion springMotion(const Motor& motor, double phi, const Derivatives2& torque,
                         const std::array<double, 2>& joint) {
  const SpringTorque at = motor.spring->evaluate(phi);
  if (!(at.stiffness > 0)) refuse("its spring gives way at a deflection of " + rough(phi));
  const double rate = torque[1] / at.stiffness;
  const double second = (torque[2] - at.slope * rate * rate) / at.stiffness;
  return motionOf(motor, phi, at.torque, rate + joint[0], second + joint[1]);
}

}  // namespace tendril
