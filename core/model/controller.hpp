// SPDX-License-Identifier: BSD-3-Clause
// What computes inputs from the measured motion. A controller is immutable; what it remembers between samples is a run
// of numbers that lies in State::z, so that a run which is resumed goes on exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/math/pose.hpp"
#include "core/math/types.hpp"

namespace tendril {

struct Model;
struct SimulationSettings;

/// How the motion is measured: delayed, then rounded, then with noise.
struct Sensor {
  double delay = 0;                                 ///< s
  double positionQuantum = 0, velocityQuantum = 0;  ///< steps of the coordinates; 0: exact
  double positionNoise = 0, velocityNoise = 0;      ///< standard deviations of the coordinates
  std::uint64_t seed = 0;                           ///< the same gives the same noise
  bool exact() const {
    return positionQuantum == 0 && velocityQuantum == 0 && positionNoise == 0 && velocityNoise == 0;
  }
};

/// The motion as a controller sees it.
struct Measurement {
  double t = 0;     ///< s, when the output takes effect
  double step = 0;  ///< s since the sample before; 0 at the first one, and where time runs continuously
  VecXRef q, v;     ///< nq, nv
  /// nu: what other controllers, signals and hands give at that instant, for those that use it (usesInputs()). Empty:
  /// zero.
  Eigen::Map<const VecX> u{nullptr, 0};
  /// Model::anchorSize: where contacts that stick hold (Data::anchors). Empty: nothing is held.
  Eigen::Map<const VecX> anchors{nullptr, 0};
};

/// What a controller tells besides its output, one number: "reference[0]" with its unit.
struct ControllerSignal {
  std::string name;         ///< after the controller's name and a dot
  std::string unit;         ///< SI; empty: none or not known
  std::string description;  ///< one sentence without a full stop
};

/// A frame of the robot that a controller leads, for whoever shows it.
struct LedFrame {
  int link = 0, station = 0;                  ///< Model::place
  bool position = true, orientation = false;  ///< what of it is led
};

/// A signal that tells how well a controller can do what it is for: below `least` it leaves something out.
struct FeasibilitySignal {
  int signal = 0;    ///< index into Controller::signals()
  double least = 0;  ///< in the signal's unit
  std::string text;  ///< what is so below it: "the frame that it leads hardly moves in one direction"
};

/// Ranges of the outputs, one entry each; infinite: none.
struct OutputRanges {
  VecX lower, upper;
};

/// Where a controller writes: its state (stateSize() numbers), what it demands of its outputs before their ranges (one
/// entry each), its signals.
struct ControllerOutput {
  VecXMut state, demand, signals;
};

class Controller {
 public:
  /// What a controller computes with; one per run.
  struct Workspace {
    virtual ~Workspace() = default;
  };

  Controller(std::string name, std::vector<int> outputs) : name(std::move(name)), outputs(std::move(outputs)) {}
  virtual ~Controller() = default;

  /// Numbers that it remembers from sample to sample, such as integrals; zero at the start.
  virtual int stateSize() const { return 0; }
  virtual const std::vector<ControllerSignal>& signals() const = 0;
  /// The frame that it leads; empty: none.
  virtual std::optional<LedFrame> led() const { return {}; }
  /// Where that frame is wanted at t (s), world. What of it is not led is zero, or no turn.
  virtual Pose wantedFrame(double) const { return {}; }
  /// What tells when the robot cannot follow; empty: nothing does.
  virtual std::vector<FeasibilitySignal> feasibility() const { return {}; }
  /// Sized for the plant; may compute what does not change, such as gains. std::runtime_error says what cannot be had.
  virtual std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const = 0;
  /// Computes the demand at a measured state. Deterministic; no allocation. std::runtime_error says why it cannot.
  virtual void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const = 0;

  /// Writes the outputs within their ranges that serve the demand best, after update(); the demand itself where it is
  /// within them. No allocation.
  virtual void allocate(Workspace&, const OutputRanges& ranges, const VecXRef& demand, VecXMut outputs) const {
    outputs = demand.cwiseMax(ranges.lower).cwiseMin(ranges.upper);
  }
  /// Turns derivatives of the demand (outputs × any number) into those of what allocate() wrote last; may leave out how
  /// its criterion changes.
  virtual void allocationDerivatives(Workspace&, const OutputRanges& ranges, const VecXRef& demand,
                                     MatXMut derivatives) const {
    for (Eigen::Index i = 0; i < demand.size(); ++i)
      if (demand[i] < ranges.lower[i] || demand[i] > ranges.upper[i]) derivatives.row(i).setZero();
  }

  /// Whether it reads Measurement::u. It is then asked after those that do not, at the same instant.
  virtual bool usesInputs() const { return false; }
  /// Whether it is a law without memory whose derivatives are known, so that it can run without samples.
  virtual bool canBeContinuous() const { return false; }
  /// byPosition, byVelocity (outputs × nv) ← ∂demand/∂q (right perturbations), ∂demand/∂v, after update() with the same
  /// measurement.
  virtual void derivatives(Workspace&, const Measurement&, MatXMut byPosition, MatXMut byVelocity) const {
    byPosition.setZero(), byVelocity.setZero();
  }
  /// byInput (outputs × nu) ← ∂demand/∂u of inputs that are not its own, after derivatives(). Of those that use them.
  virtual void inputDerivatives(Workspace&, MatXMut byInput) const { byInput.setZero(); }

  const std::string name;
  const std::vector<int> outputs;  ///< indices into u
  /// s between samples, at multiples of it; empty: without samples if it can, else every step of the simulation.
  std::optional<double> period;
  Sensor sensor;
};

/// What the names of their blocks in State::z begin with.
constexpr std::string_view kControllerBlocks = "controller.";
/// Of a period: two instants this near are one.
constexpr double kSamplingRounding = 1e-9;

/// Where the numbers of one controller lie in z:
///   [next sample, measurements that wait, time of the last output] · its state · demand · lost · signals ·
///   measurements that wait
struct ControllerLayout {
  static constexpr int kHeader = 3;
  int offset = 0;     ///< of the block in z
  int stateSize = 0;  ///< Controller::stateSize()
  int outputs = 0, signals = 0;
  int waiting = 0;      ///< measurements that may wait
  int measurement = 0;  ///< numbers of one: nq + nv + anchorSize

  int stateAt() const { return offset + kHeader; }
  int demandAt() const { return stateAt() + stateSize; }
  int lostAt() const { return demandAt() + outputs; }  ///< what outputs within their ranges lack of the demand
  int signalsAt() const { return lostAt() + outputs; }
  int queueAt() const { return signalsAt() + signals; }
  int size() const { return queueAt() + waiting * measurement - offset; }
};

/// Per controller of the model; they follow each other from the beginning of z.
std::vector<ControllerLayout> controllerLayouts(const Model& model);
/// s between samples, the step of the simulation where a controller that needs one has none; 0: without samples.
double samplingPeriod(const Controller& controller, const SimulationSettings& simulation);

}  // namespace tendril
