// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/controller.hpp"
#include "core/model/plugin/plugin_controller.hpp"

namespace tendril {

/// A controller of a plugin, sampled. One parameter per PluginController::parameters(). It is tried out at motions
/// around the start of the plant; std::invalid_argument, which names the plugin, says what is wrong. What is wrong
/// later is a std::runtime_error of update() with the instant.
std::shared_ptr<Controller> makePluginControl(std::string name, std::vector<int> outputs, const Model& plant,
                                              std::shared_ptr<const PluginController> controller,
                                              std::vector<double> parameters);

}  // namespace tendril
