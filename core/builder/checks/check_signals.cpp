// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/check_parts.hpp"

#include "core/model/model.hpp"
#include "core/signals/signal_program.hpp"

namespace tendril {

void checkSignals(const Model& model, const Description& description, std::vector<Problem>& problems) {
  const auto& signals = description.signals.entries;
  if (signals.empty()) return;
  const SignalCatalogue catalogue(model, {signals.begin(), signals.end()});
  for (const auto& [name, formula] : signals) {
    const auto warn = [&, path = "signals." + name](std::string message, std::string cure) {
      problems.push_back({.path = path,
                          .message = std::move(message),
                          .cure = std::move(cure),
                          .severity = Problem::Severity::kWarning});
    };
    const int id = catalogue.find(signalPart(name));
    if (id < 0 || !catalogue[id].computed) {
      warn("the robot has a signal of this name", "choose another name");
    } else if (const std::optional<ExpressionError> error = checkSignal(catalogue, formula, true)) {
      warn(error->what(), "it is not computed until this is mended");
    }
  }
}

}  // namespace tendril
