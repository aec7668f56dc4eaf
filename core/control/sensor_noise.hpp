// SPDX-License-Identifier: BSD-3-Clause
// What a sensor makes of a configuration.
#pragma once

#include <cstdint>

#include "core/model/controller.hpp"

namespace tendril {

/// A number of the normal distribution N(0, 1) that depends on its three arguments alone, so that a sample can be
/// repeated. Box–Muller over the output function of SplitMix64 (Steele, Lea & Flood 2014).
double normalNumber(std::uint64_t seed, std::uint64_t sample, std::uint64_t channel);

/// q (nq) and v (nv) ← what the sensor shows of them at a sample: rounded to its quanta, of rotations their vectors,
/// then with noise, which turns quaternions from the right. Allocates where the sensor is not exact.
void applySensor(const Model& model, const Sensor& sensor, std::uint64_t sample, VecXMut q, VecXMut v);

}  // namespace tendril
