// SPDX-License-Identifier: BSD-3-Clause
// Steps of a robot with controllers: they end where something is sampled or takes effect, and go on from there with
// new inputs. Where nothing falls within a step it is the method's own.
#pragma once

#include <memory>

#include "core/integrators/integrator.hpp"

namespace tendril {

/// The method with the controllers of the model, which must have some. ControllerError if one of them cannot be had for
/// this robot.
std::unique_ptr<Integrator> withControllers(std::shared_ptr<const Model> model, std::unique_ptr<Integrator> method);

}  // namespace tendril
