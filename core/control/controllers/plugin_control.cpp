// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/plugin_control.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/dynamics/dynamics.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr int kSamples = 8;
constexpr double kReach = 0.3;  // rad, m, rad/s, m/s around the start

struct PluginWorkspace : Controller::Workspace {
  PluginWorkspace(const PluginController& controller, const PluginController::Size& size) : answer(controller, size) {}
  PluginController::Answer answer;
};

class PluginControl : public Controller {
 public:
  PluginControl(std::string name, std::vector<int> outputs, const PluginController::Size& size,
                std::shared_ptr<const PluginController> controller, std::vector<double> parameters)
      : Controller(std::move(name), std::move(outputs)),
        size_(size),
        controller_(std::move(controller)),
        parameters_(std::move(parameters)) {
    for (const PluginController::Signal& signal : controller_->signals())
      signals_.push_back({signal.name, signal.unit, signal.meaning});
  }

  int stateSize() const override { return controller_->states(size_.outputs); }
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model&) const override {
    return std::make_unique<PluginWorkspace>(*controller_, size_);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override {
    PluginController::Answer& answer = static_cast<PluginWorkspace&>(workspace).answer;
    answer.state.inner() = out.state;
    const std::string why =
        controller_->evaluate(parameters_, measured.t, measured.step, measured.q, measured.v, answer);
    if (!why.empty())
      throw std::runtime_error("evaluate() of the controller " + controller_->name() + " of the plugin " +
                               controller_->plugin() + ' ' + why + " at t = " + messageNumber(measured.t, 6) + " s");
    out.state = answer.state.inner(), out.demand = answer.demand.inner(), out.signals = answer.signals.inner();
  }

 private:
  PluginController::Size size_;
  std::shared_ptr<const PluginController> controller_;
  std::vector<double> parameters_;
  std::vector<ControllerSignal> signals_;
};

/// Motions around the start, always the same.
std::vector<PluginController::Sample> samplesOf(const Model& plant) {
  std::vector<PluginController::Sample> out;
  for (int k = 0; k < kSamples; ++k) {
    const auto scattered = [k](double shift) {
      return [k, shift](Eigen::Index i) { return kReach * std::sin(k * (1.7 + 0.9 * static_cast<double>(i)) + shift); };
    };
    PluginController::Sample sample{plant.q0, plant.v0 + VecX::NullaryExpr(plant.nv, scattered(k == 0 ? 0 : 1))};
    if (k > 0) integrate(plant, plant.q0, VecX::NullaryExpr(plant.nv, scattered(0)), sample.q);
    out.push_back(std::move(sample));
  }
  return out;
}

}  // namespace

std::shared_ptr<Controller> makePluginControl(std::string name, std::vector<int> outputs, const Model& plant,
                                              std::shared_ptr<const PluginController> controller,
                                              std::vector<double> parameters) {
  const PluginController::Size size{plant.nq, plant.nv, static_cast<int>(outputs.size())};
  const std::string who = "the controller " + controller->name() + " of the plugin " + controller->plugin() + ' ';
  if (const std::string why = controller->misfit(size); !why.empty())
    throw std::invalid_argument(who + "cannot serve this robot and these outputs: it " + why);
  if (const std::string why = controller->tryOut(parameters, size, samplesOf(plant)); !why.empty())
    throw std::invalid_argument(who + why + " with these parameters, around the start of the robot");
  return std::make_shared<PluginControl>(std::move(name), std::move(outputs), size, std::move(controller),
                                         std::move(parameters));
}

}  // namespace tendril
