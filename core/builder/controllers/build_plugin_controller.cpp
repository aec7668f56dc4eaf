// SPDX-License-Identifier: BSD-3-Clause
// Controllers of plugins.
#include "core/builder/builders.hpp"
#include "core/builder/controllers/controller_parts.hpp"
#include "core/builder/plugin_coefficients.hpp"
#include "core/control/controllers/plugin_control.hpp"

namespace tendril {

namespace desc = description;

ControllerMaker controllerMaker(const desc::PluginController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return sampledMaker(
      given, slot, context,
      [&given, &context, name = slot.name](const Model& model, std::vector<int> inputs,
                                           const std::string& path) -> std::shared_ptr<Controller> {
        const std::shared_ptr<const PluginController> controller = context.catalogue().controller(given.controller);
        if (!controller) {
          context.error(path + ".controller", "no plugin that is loaded has the controller \"" + given.controller + '"',
                        "load its plugin, or choose another one");
          return nullptr;
        }
        const std::size_t before = context.problems.size();
        std::vector<double> parameters =
            coefficientValues(given.parameters, controller->parameters(), "the controller " + controller->name(),
                              context, path + ".parameters");
        if (context.problems.size() > before) return nullptr;
        return makePluginControl(name, std::move(inputs), model, controller, std::move(parameters));
      });
}

}  // namespace tendril
