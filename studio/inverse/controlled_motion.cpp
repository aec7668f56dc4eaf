// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/inverse/controlled_motion.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <stdexcept>

#include "core/builder/controllers/build_reference.hpp"
#include "core/description/references.hpp"
#include "core/dynamics/time_derivatives/drive_dynamics.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// The position that an input prescribes.
class SignalReference final : public Reference {
 public:
  explicit SignalReference(InputSignal signal) : signal_(std::move(signal)) {}
  int size() const override { return 1; }
  void evaluate(double t, int order, MatXMut out) const override {
    std::array<double, InputSignal::kMostDerivatives + 1> row{};
    signal_.derivatives(t, std::min(order, InputSignal::kMostDerivatives), row.data());
    for (int k = 0; k <= order; ++k)
      out(0, k) = k <= InputSignal::kMostDerivatives ? row[static_cast<std::size_t>(k)] : 0;
  }

 private:
  InputSignal signal_;
};

/// Parts of references one after the other.
class StackedReference final : public Reference {
 public:
  explicit StackedReference(std::vector<ReferencePtr> parts) : parts_(std::move(parts)) {}
  int size() const override {
    int sum = 0;
    for (const ReferencePtr& part : parts_) sum += part->size();
    return sum;
  }
  void evaluate(double t, int order, MatXMut out) const override {
    int row = 0;
    for (const ReferencePtr& part : parts_) {
      part->evaluate(t, order, out.middleRows(row, part->size()));
      row += part->size();
    }
  }
  int knownDerivatives() const override {
    int least = kMostDerivatives;
    for (const ReferencePtr& part : parts_) least = std::min(least, part->knownDerivatives());
    return least;
  }
  std::vector<double> breaks(int order, double from, double to) const override {
    std::vector<double> all;
    for (const ReferencePtr& part : parts_) {
      const std::vector<double> own = part->breaks(order, from, to);
      all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all);
    return all;
  }

 private:
  std::vector<ReferencePtr> parts_;
};

class Collector {
 public:
  Collector(const Description& project, const BuildOptions& options, const Model& model)
      : project_(project), context_(project, options, problems_), model_(model), followed_(std::size_t(model.nv)) {}

  MotionPlan collect() {
    for (std::size_t i = 0; i < project_.controllers.size(); ++i) {
      const std::string path = "controllers." + project_.controllers[i].name;
      std::visit([&](const auto& law) { add(law, path); }, project_.controllers[i].type);
      throwErrors();
    }
    addPositions();
    stackNumbers();
    if (plan_.joints.empty())
      throw std::invalid_argument(
          "no controller of this project says how joints move; choose a motion file, or add a controller with a "
          "reference for joints");
    plan_.to = model_.simulation.duration;
    return std::move(plan_);
  }

 private:
  template <class Law>
  void add(const Law& law, const std::string& path) {
    if constexpr (std::same_as<Law, desc::PoseTrackingController> ||
                  std::same_as<Law, desc::GeometricTrackingController>) {
      addBase(law, path);
    } else if constexpr (std::derived_from<Law, desc::DriveController>) {
      addNumbers(law, path);
      if constexpr (std::same_as<Law, desc::VariableStiffnessController>) addStiffness(law, path);
    } else if constexpr (std::same_as<Law, desc::ComputedTorqueController> ||
                         std::same_as<Law, desc::PartialFeedbackLinearizationController> ||
                         std::same_as<Law, desc::PidController> || std::same_as<Law, desc::PdController>) {
      addNumbers(law, path);
    } else if constexpr (std::same_as<Law, desc::PdCancellationController>) {
      if (law.links.empty()) addNumbers(law, path);
    }
  }

  template <class Law>
  void addBase(const Law& law, const std::string& path) {
    int base = law.link ? context_.linkIndex(*law.link) : -1;
    for (std::size_t i = 0; base < 0 && i < model_.links.size(); ++i)
      if (model_.links[i].joint.type->isFree()) base = static_cast<int>(i);
    if (base < 0) return;
    if (auto pose = buildPoseReference(law.reference, TaskKind::kPose, context_, path + ".reference"))
      plan_.joints.push_back({.link = base, .ofBody = false, .numbers = {}, .pose = *pose});
  }

  /// Velocity indices that the outputs of a controller drive, in order; empty where one of them drives no joint.
  std::vector<int> drivenBy(const std::vector<desc::ActuatorRef>& outputs) const {
    std::vector<int> out;
    for (const desc::ActuatorRef& output : outputs) {
      const int i = indexOf(project_.actuators, output.id);
      if (i < 0) return {};
      const std::string& name = project_.actuators[static_cast<std::size_t>(i)].name;
      const auto found = std::ranges::find_if(model_.actuators, [&](const auto& each) { return each->name == name; });
      const auto* drive = found == model_.actuators.end() ? nullptr : dynamic_cast<const JointActuator*>(found->get());
      if (!drive) return {};
      for (int k = 0; k < drive->inputs(); ++k)
        if (const int v = drive->target(k).v; out.empty() || out.back() != v) out.push_back(v);
    }
    return out;
  }

  template <class Law>
  void addNumbers(const Law& law, const std::string& path) {
    const std::vector<int> driven = drivenBy(law.outputs);
    if (driven.empty()) return;
    const ReferencePtr whole =
        buildReference(law.reference, static_cast<int>(driven.size()), context_, path + ".reference");
    for (std::size_t k = 0; whole && k < driven.size(); ++k)
      followed_[static_cast<std::size_t>(driven[k])] = makePartReference(whole, static_cast<int>(k), 1);
  }

  void addStiffness(const desc::VariableStiffnessController& law, const std::string& path) {
    int pairs = 0;
    for (const DrivenCoordinate& c : drivenCoordinates(model_)) pairs += c.pair >= 0;
    const ReferencePtr whole = buildReference(law.stiffness, pairs, context_, path + ".stiffness");
    for (int k = 0; whole && k < pairs; ++k) plan_.stiffness.push_back(makePartReference(whole, k, 1));
  }

  void addPositions() {
    for (const PrescribedJoint& joint : model_.prescribedJoints)
      for (const InputSignal& signal : model_.signals)
        if (signal.input == joint.input && signal.derivatives)
          followed_[static_cast<std::size_t>(joint.v)] = std::make_shared<SignalReference>(signal);
  }

  /// One reference per joint of which coordinates follow one; the others of it stay.
  void stackNumbers() {
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      const Link& link = model_.links[i];
      std::vector<ReferencePtr> parts;
      bool any = false;
      for (int k = 0; k < link.nvJoint; ++k) {
        const ReferencePtr& own = followed_[static_cast<std::size_t>(link.vJoint + k)];
        const int q = model_.qOfV[static_cast<std::size_t>(link.vJoint + k)];
        any = any || own;
        if (q < 0 && own) throw std::invalid_argument("link '" + link.name + "' turns in space: give a motion file");
        parts.push_back(own ? own : makeConstantReference(VecX::Constant(1, q < 0 ? 0 : model_.q0[q])));
      }
      if (any)
        plan_.joints.push_back({.link = static_cast<int>(i),
                                .ofBody = false,
                                .numbers = std::make_shared<StackedReference>(std::move(parts)),
                                .pose = {}});
    }
  }

  void throwErrors() const {
    for (const Problem& problem : problems_)
      if (problem.isError()) throw std::invalid_argument(problem.text());
  }

  const Description& project_;
  std::vector<Problem> problems_;
  BuildContext context_;
  const Model& model_;
  std::vector<ReferencePtr> followed_;  ///< per velocity; null: none
  MotionPlan plan_;
};

}  // namespace

MotionPlan controlledMotion(const Description& project, const std::filesystem::path& directory, const Model& model) {
  const BuildOptions options{.directory = directory};
  return Collector(project, options, model).collect();
}

}  // namespace tendril
