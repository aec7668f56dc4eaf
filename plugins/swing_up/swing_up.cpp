// SPDX-License-Identifier: BSD-3-Clause
// The controller `swing_up`: a pendulum whose motor is too weak to lift it swings up and stands. Its energy is brought
// to that of standing [Åström & Furuta, Swinging up a pendulum by energy control, Automatica 2000]; near the top a
// spring with a damper catches it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "plugins/sdk/tendril_plugin.hpp"

namespace {

enum Parameter { kInertia, kWeight, kTorque, kTop, kGain, kStiffness, kDamping, kCatch };
const TendrilCoefficient kParameters[] = {
    {.name = "inertia", .unit = "kg m^2", .meaning = "About the axis", .standard = 1, .minimum = 1e-9, .maximum = 1e9},
    {.name = "weight",
     .unit = "N m",
     .meaning = "Largest moment of gravity",
     .standard = 9.81,
     .minimum = 1e-9,
     .maximum = 1e9},
    {.name = "torque",
     .unit = "N m",
     .meaning = "What the motor gives at most",
     .standard = 3,
     .minimum = 1e-9,
     .maximum = 1e9},
    {.name = "top",
     .unit = "rad",
     .meaning = "Angle where it stands",
     .standard = std::numbers::pi,
     .minimum = -1e3,
     .maximum = 1e3},
    {.name = "gain",
     .unit = "",
     .meaning = "Torque per missing energy and speed, in units of the pendulum",
     .standard = 5,
     .minimum = 0,
     .maximum = 1e6},
    {.name = "stiffness",
     .unit = "",
     .meaning = "Of what catches it, over the weight",
     .standard = 3,
     .minimum = 1,
     .maximum = 1e6},
    {.name = "damping",
     .unit = "",
     .meaning = "Of what catches it, over that of critical damping",
     .standard = 1,
     .minimum = 0,
     .maximum = 1e6},
    {.name = "catch",
     .unit = "rad",
     .meaning = "How near to the top it is caught",
     .standard = 0.25,
     .minimum = 1e-3,
     .maximum = 1}};

const TendrilControllerSignal kSignals[] = {
    {.name = "energy", .unit = "J", .meaning = "Energy of the pendulum, 0 where it stands"},
    {.name = "caught", .unit = "", .meaning = "1 while it is held at the top"}};

constexpr auto kFits = [](int nq, int nv, int outputs) {
  if (nq != 1 || nv != 1 || outputs != 1)
    throw std::invalid_argument("needs a robot with one coordinate, driven by one motor");
};

/// Memory: whether it is caught. It lets go only twice as far from the top, so that it does not flutter.
constexpr auto kSwingUp = [](const tendril::plugin::Sample& at) {
  const double* p = at.parameters;
  const double angle = std::remainder(at.q[0] - p[kTop], 2 * std::numbers::pi), speed = at.v[0];
  const double energy = 0.5 * p[kInertia] * speed * speed + p[kWeight] * (std::cos(angle) - 1);
  const double natural = std::sqrt(p[kWeight] / p[kInertia]);  // rad/s
  double& caught = at.state[0];
  const bool near = std::abs(angle) < p[kCatch] * (caught > 0 ? 2 : 1);
  caught = near && (caught > 0 || std::abs(speed) < 2 * natural * p[kCatch]) ? 1 : 0;
  const double stiffness = p[kStiffness] * p[kWeight];
  const double damping = 2 * p[kDamping] * std::sqrt((stiffness - p[kWeight]) * p[kInertia]);
  const double swing = speed == 0 ? p[kTorque] : -p[kGain] * energy * speed / natural;
  const double torque = caught > 0 ? -stiffness * angle - damping * speed : swing;
  at.demand[0] = std::clamp(torque, -p[kTorque], p[kTorque]);
  at.signals[0] = energy, at.signals[1] = caught;
};

const TendrilController kControllers[] = {tendril::plugin::controller(
    "swing_up", "Swings a pendulum up by its energy and holds it there", kParameters, 1, kSignals, kFits, kSwingUp)};

const TendrilPlugin kPlugin = {.major = TENDRIL_PLUGIN_MAJOR,
                               .minor = TENDRIL_PLUGIN_MINOR,
                               .name = "Swing-up",
                               .version = "1.0",
                               .author = "Tendril",
                               .description = "A controller that swings a pendulum up",
                               .basis_count = 0,
                               .bases = nullptr,
                               .primitive_count = 0,
                               .primitives = nullptr,
                               .law_count = 0,
                               .laws = nullptr,
                               .last_error = tendril::plugin::lastError,
                               .controller_count = 1,
                               .controllers = kControllers};

}  // namespace

const TendrilPlugin* tendril_plugin(void) {
  return &kPlugin;
}
