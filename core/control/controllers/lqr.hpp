// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/linear/lqr_design.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// u = u₀ − K x with x = [δq; v] from an equilibrium (Linearization) and the gains of designLqr, which are computed
/// when a run begins. Without a period it runs without samples; with one the gains are those of held inputs. Over a
/// delay of the sensor the linear system predicts, with the demands that are on their way, the state in which an output
/// takes effect. `model`: what it computes with, null: the plant. Signals: reference and error of the actuation
/// coordinates, and the cost that is left, xᵀ X x.
std::shared_ptr<Controller> makeLqr(std::string name, std::vector<int> outputs, const Model& plant,
                                    LqrSettings settings, std::shared_ptr<const Model> model = nullptr);

/// The gains that a regulator takes when a run of `plant` begins; none: the controller is of another kind.
/// std::runtime_error as designLqr.
std::optional<LqrDesign> lqrDesignOf(const Controller& controller, const Model& plant);

}  // namespace tendril
