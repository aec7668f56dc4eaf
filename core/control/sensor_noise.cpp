// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/sensor_noise.hpp"

#include <cmath>
#include <numbers>

#include "core/dynamics/dynamics.hpp"

namespace tendril {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// In (0, 1].
double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11U) + 1) * 0x1p-53;
}

double rounded(double x, double quantum) {
  return quantum > 0 ? quantum * std::round(x / quantum) : x;
}

/// The configuration in which all coordinates are zero and all rotations the identity.
VecX zeroConfiguration(const Model& model) {
  VecX q = VecX::Zero(model.nq);
  for (const int start : model.quaternions) q[start] = 1;
  return q;
}

}  // namespace

double normalNumber(std::uint64_t seed, std::uint64_t sample, std::uint64_t channel) {
  const std::uint64_t key = mix(mix(mix(seed) ^ sample) ^ channel);
  const double radius = std::sqrt(-2 * std::log(uniform(key)));
  return radius * std::cos(2 * std::numbers::pi * uniform(mix(key)));
}

void applySensor(const Model& model, const Sensor& sensor, std::uint64_t sample, VecXMut q, VecXMut v) {
  if (sensor.exact()) return;
  const VecX zero = zeroConfiguration(model);
  VecX delta(model.nv), noise(model.nv);
  difference(model, zero, q, delta);
  for (Eigen::Index i = 0; i < delta.size(); ++i) {
    delta[i] = rounded(delta[i], sensor.positionQuantum);
    noise[i] = sensor.positionNoise * normalNumber(sensor.seed, sample, 2 * static_cast<std::uint64_t>(i));
    v[i] = rounded(v[i], sensor.velocityQuantum) +
           sensor.velocityNoise * normalNumber(sensor.seed, sample, 2 * static_cast<std::uint64_t>(i) + 1);
  }
  VecX seen = q;
  if (sensor.positionQuantum > 0) integrate(model, zero, delta, seen);
  integrate(model, seen, noise, q);
}

}  // namespace tendril
