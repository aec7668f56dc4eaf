// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/engine_error.hpp"

#include "core/model/model.hpp"

namespace tendril {
namespace {

std::string singular(const Model& model, int link) {
  return "link '" + model.links[static_cast<std::size_t>(link)].name +
         "' can move without inertia; give it, or what hangs on it, mass and inertia about every axis in which it can "
         "move, or fix its joint";
}

std::string overconstrained(const Model& model, int row) {
  return "the loops do not allow the prescribed accelerations (row \"" + model.rowName(row) +
         "\" stays open); prescribe or drive fewer coordinates";
}

}  // namespace

SingularMassMatrix::SingularMassMatrix(const Model& model, int which)
    : EngineError(singular(model, which)), link(which) {}

OverconstrainedMotion::OverconstrainedMotion(const Model& model, int which)
    : EngineError(overconstrained(model, which)), row(which) {}

}  // namespace tendril
