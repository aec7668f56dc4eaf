// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/expression_law.hpp"

#include <utility>

namespace tendril {
namespace {

struct ExpressionWorkspace : Controller::Workspace {
  ExpressionWorkspace(const Model& plant, const MeasuredFormulas& formulas) : measured(plant, formulas) {}
  MeasuredValues measured;
};

class ExpressionLaw : public Controller {
 public:
  ExpressionLaw(std::string name, std::vector<int> outputs, std::shared_ptr<const MeasuredFormulas> formulas)
      : Controller(std::move(name), std::move(outputs)), formulas_(std::move(formulas)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<ExpressionWorkspace>(plant, *formulas_);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override {
    auto& w = static_cast<ExpressionWorkspace&>(workspace);
    w.measured.evaluate(measured.t, measured.q, measured.v, measured.anchors);
    out.demand = w.measured.values;
  }

 private:
  std::shared_ptr<const MeasuredFormulas> formulas_;
  std::vector<ControllerSignal> signals_;
};

class TimeLaw : public Controller {
 public:
  TimeLaw(std::string name, std::vector<int> outputs, std::vector<std::function<double(double)>> functions)
      : Controller(std::move(name), std::move(outputs)), functions_(std::move(functions)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model&) const override { return std::make_unique<Workspace>(); }
  void update(Workspace&, const Measurement& measured, ControllerOutput out) const override {
    for (std::size_t k = 0; k < functions_.size(); ++k)
      out.demand[static_cast<Eigen::Index>(k)] = functions_[k](measured.t);
  }

 private:
  std::vector<std::function<double(double)>> functions_;
  std::vector<ControllerSignal> signals_;
};

}  // namespace

std::shared_ptr<Controller> makeExpressionLaw(std::string name, std::vector<int> outputs,
                                              std::shared_ptr<const MeasuredFormulas> formulas) {
  return std::make_shared<ExpressionLaw>(std::move(name), std::move(outputs), std::move(formulas));
}

std::shared_ptr<Controller> makeTimeLaw(std::string name, std::vector<int> outputs,
                                        std::vector<std::function<double(double)>> functions) {
  return std::make_shared<TimeLaw>(std::move(name), std::move(outputs), std::move(functions));
}

}  // namespace tendril
