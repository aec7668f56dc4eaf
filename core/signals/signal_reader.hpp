// SPDX-License-Identifier: BSD-3-Clause
// The numbers that signals are made of, at one instant: read from the state, or computed from it with the model.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/fields/field_probe.hpp"
#include "core/signals/signal_catalogue.hpp"

namespace tendril {

/// One instant of a motion.
struct SignalInstant {
  double t;            ///< s
  VecXRef q, v, u, z;  ///< nq, nv, nu; z of a State, empty where it is not known
  double kinetic, gravity, elastic, balance;
};

/// What is known of the instant before.
struct InstantBefore {
  double t;  ///< s
  VecXRef v;
};

/// Whether a number follows from t, q and v alone, so that it can be measured and fed back: not from inputs, from
/// accelerations, or from the account of a run.
bool isMeasured(SignalSource::Kind kind);
/// Whether SignalReader::rates() knows its rate: of positions, not of velocities and forces.
bool hasKnownRate(SignalSource::Kind kind);
/// Why a number that is not measured cannot be fed back: "is computed from accelerations, …".
std::string whyNotMeasured(SignalSource::Kind kind);

/// Reads a list of sources, with a workspace of its own. What a model lacks is NaN.
class SignalReader {
 public:
  /// The model must outlive it, or be replaced by use().
  SignalReader(const Model& model, std::vector<SignalSource> sources);

  const std::vector<SignalSource>& sources() const { return sources_; }
  /// What made the next instants; the model must outlive the calls of read(). `perturbed`: something held the robot
  /// whose force is not known, so accelerations are differences of velocities.
  void use(const Model& model, const Vec3& gravity, bool perturbed = false);
  /// Whether read() wants to know the instant before.
  bool comparesInstants() const { return needsDynamics_ && (perturbed_ || !model_->prescribedJoints.empty()); }
  /// out ← one number per source. `before`: null if there is none.
  void read(const SignalInstant& at, const InstantBefore* before, std::span<double> out);
  /// out ← their rates of change at the same instant, after read(); NaN where hasKnownRate() is false.
  void rates(const SignalInstant& at, std::span<double> out);
  /// Workspace of the model; made if there is none.
  Data& data();

 private:
  double value(const SignalSource& source, const SignalInstant& at);
  double moving(const SignalSource& source, const SignalInstant& at);
  double ofPlace(const SignalSource& source) const;
  double ofSpring(const SignalSource& source, const VecXRef& q) const;
  double jointStiffness(int v, const VecXRef& q) const;
  double tendonLength(int index) const;
  void touch();
  double ofContact(const SignalSource& source) const;
  double ofLoop(const SignalSource& source) const;
  void beginFields();
  double ofField(const SignalSource& source);
  double signalValue(int input, double t) const;
  std::size_t actuatorOf(int input) const;
  double effort(int input, double u);
  double rotorSpeed(int input, double u) const;
  double actuationCoordinate(int input);
  double actuationRate(int input);
  double rate(const SignalSource& source);
  double placeRate(const SignalSource& source) const;
  void positionRates(const SignalInstant& at);
  void accelerate(const SignalInstant& at, const InstantBefore* before);
  void drive(const SignalInstant& at, const InstantBefore* before);

  const Model* model_;
  std::vector<SignalSource> sources_;
  std::unique_ptr<Data> data_;
  const Model* dataOf_ = nullptr;  ///< model of data_
  Vec3 gravity_;
  bool perturbed_ = false;
  bool needsKinematics_ = false, needsMomentum_ = false, needsDynamics_ = false, needsForces_ = false;
  bool needsContacts_ = false, needsFields_ = false;
  std::unique_ptr<FieldProbe> fields_;
  const Model* fieldsOf_ = nullptr;  ///< model of fields_
  std::vector<ContactPoint> touching_;
  std::vector<int> loadOf_;  ///< per contact of the model: the load that it came from
  VecX acceleration_, lambda_, inputs_, coordinates_, forces_, motion_, signal_, rate_, rateOfRate_;
  VecX positionRates_;  ///< q̇
  MatX column_;
  Vec6 momentum_ = Vec6::Zero();
};

}  // namespace tendril
