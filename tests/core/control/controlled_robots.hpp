// SPDX-License-Identifier: BSD-3-Clause
// Robots with controllers, and short ways to run them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/control/controlled_integrator.hpp"
#include "core/control/reference/reference.hpp"
#include "core/integrators/integrator.hpp"

namespace tendril::tests {

/// A reference by a function of time that gives value and four derivatives.
class GivenReference : public Reference {
 public:
  using Motion = std::function<std::array<double, 5>(double)>;
  explicit GivenReference(std::vector<Motion> motions) : motions_(std::move(motions)) {}
  int size() const override { return static_cast<int>(motions_.size()); }
  void evaluate(double t, int order, MatXMut out) const override {
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      const std::array<double, 5> motion = motions_[i](t);
      for (int k = 0; k <= order; ++k) out(static_cast<Eigen::Index>(i), k) = motion[static_cast<std::size_t>(k)];
    }
  }

 private:
  std::vector<Motion> motions_;
};

/// a sin(w t + p) + c
inline GivenReference::Motion sine(double a, double w, double p = 0, double c = 0) {
  return [=](double t) {
    const double s = a * std::sin(w * t + p), r = a * w * std::cos(w * t + p);
    return std::array<double, 5>{s + c, r, -w * w * s, -w * w * r, w * w * w * w * s};
  };
}

/// Demands what a function says of the measurement; keeps the number of samples, and the last two measured instants.
class GivenLaw : public Controller {
 public:
  using Law = std::function<double(const Measurement&, VecXMut state)>;
  GivenLaw(std::string name, int output, double period, Law law, int memory = 1)
      : Controller(std::move(name), {output}), law_(std::move(law)), memory_(memory) {
    if (period > 0) this->period = period;
  }
  int stateSize() const override { return memory_; }
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model&) const override { return std::make_unique<Workspace>(); }
  void update(Workspace&, const Measurement& measured, ControllerOutput out) const override {
    out.demand[0] = law_(measured, out.state);
    out.signals[0] = measured.t;
  }

 private:
  Law law_;
  int memory_;
  std::vector<ControllerSignal> signals_ = {{"seen", "s", "When it was asked last"}};
};

/// A mass of 2 kg on a slide along x, pushed by a motor; weightless, with what the given controllers add.
inline ModelSpec sliderSpec(int sliders = 1) {
  ModelSpec spec;
  spec.name = "slider";
  spec.gravity.setZero();
  for (int i = 0; i < sliders; ++i) {
    LinkSpec link;
    link.name = "slide" + std::to_string(i);
    link.joint.type = JointType::kPrismatic;
    link.joint.axis = Vec3::UnitX();
    link.rigid = {2, Vec3::Zero(), 0.01 * Mat3::Identity()};
    link.jointQ0 = VecX::Constant(1, 0.3), link.jointV0 = VecX::Constant(1, -0.2);
    spec.links.push_back(link);
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("push" + std::to_string(i), model, i); });
  }
  return spec;
}

using MakeController = std::function<std::shared_ptr<const Controller>(const Model&)>;

inline std::shared_ptr<const Model> withController(ModelSpec spec, const std::vector<MakeController>& controllers,
                                                   const std::string& integrator, double step) {
  spec.simulation.integrator = integrator;
  spec.simulation.step = step;
  spec.simulation.rtol = 1e-10, spec.simulation.atol = 1e-12;
  for (const MakeController& make : controllers) spec.controllers.push_back(make);
  return std::make_shared<const Model>(std::move(spec));
}

/// A robot with its controllers, stepped from its initial state, or from a given one.
struct ControlledRun {
  explicit ControlledRun(std::shared_ptr<const Model> given) : ControlledRun(given, initialState(*given)) {}
  ControlledRun(std::shared_ptr<const Model> given, State start)
      : model(std::move(given)),
        data(*model),
        integrator(withControllers(model, makeIntegrator(model->simulation))),
        inputs(*model),
        state(std::move(start)) {
    failure = integrator->reset(*model, data, state, inputs);
  }
  void steps(int count, double h) {
    for (int i = 0; i < count && !failure; ++i) failure = integrator->step(*model, data, state, h, inputs);
  }

  std::shared_ptr<const Model> model;
  Data data;
  std::unique_ptr<Integrator> integrator;
  SignalInputs inputs;
  State state;
  StepResult failure;
};

}  // namespace tendril::tests
