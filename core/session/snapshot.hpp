// SPDX-License-Identifier: BSD-3-Clause
// What the simulation shows of itself at one instant: flat values, no workspace, owned by whoever holds it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/dynamics/mass/mass_distribution.hpp"
#include "core/equilibria/statics.hpp"
#include "core/model/contact/surface_field.hpp"
#include "core/session/recording/run.hpp"

namespace tendril {

enum class RunState {
  kEmpty,     ///< no program yet
  kReady,     ///< at the start of a run
  kRunning,   ///< time advances
  kPaused,    ///< stopped by the user, or at the duration if the session stops there
  kDiverged,  ///< stopped at the last good state; `failure` says why
};
std::string_view runStateName(RunState state);  ///< "Empty", "Ready", "Running", "Paused", "Diverged"

/// One polyline of a tendon, from its beginning to its end: points [first, first + count) of Snapshot::tendonPoints.
struct TendonLine {
  int actuator = 0;  ///< index into Model::actuators
  int input = 0;     ///< index into u: the tension, or of a spool what it takes in
  int first = 0, count = 0;
  bool last = false;   ///< the tendon ends with this line
  double tension = 0;  ///< N
};

/// A propeller, world.
struct RotorState {
  int link = 0;                  ///< that it is on
  Vec3 at = Vec3::Zero();        ///< its centre, m
  Vec3 axis = Vec3::UnitZ();     ///< unit vector of its thrust
  Vec3 root = Vec3::Zero();      ///< the nearest point of its link's z axis, m
  double radius = 0;             ///< m, of a disc that leaves the rotors beside it room
  double spin = 1;               ///< Rotor::spin
  double thrust = 0, speed = 0;  ///< N, rad/s; zero where the inputs are not known
};

/// A pressure chamber, world.
struct ChamberState {
  int actuator = 0;          ///< index into Model::actuators
  std::vector<Vec3> points;  ///< of its wall (PressureChamber::wall), or of its line, m
};

/// A point wrench, world axes.
struct WrenchState {
  int load = 0;                ///< index into Model::loads
  Vec3 at = Vec3::Zero();      ///< where it acts, m
  Vec3 force = Vec3::Zero();   ///< N
  Vec3 moment = Vec3::Zero();  ///< N·m, about that place
};

/// A closed loop (Model::loops). The wrench is what side b exerts on side a, at the origin of frame b, world axes.
struct LoopState {
  Pose a, b;                       ///< frames of the sides
  double distance = 0, angle = 0;  ///< m, rad: how far they are apart in what the joint holds (loopOpening)
  bool loaded = false;             ///< the wrench is known
  Vec3 force = Vec3::Zero();       ///< N
  Vec3 torque = Vec3::Zero();      ///< N·m
};

/// Who drives an input.
struct InputState {
  double signal = 0;  ///< what its signal asks for, clipped; 0 if it has none
  bool held = false;  ///< taken over by hand
  double fade = 0;    ///< share of the value that was given by hand: 1 held, falls to 0 after it was released
  double lost = 0;    ///< what a controller demands of it beyond its range
};

/// A soft body that folds over itself, or nearly does (core/model/body/folding.hpp).
struct FoldedBody {
  int link = 0;
  std::string text;  ///< what folds, and where, for people
  bool operator==(const FoldedBody&) const = default;
};

/// A frame that a controller leads.
struct LedFrameState {
  int controller = 0;   ///< index into Model::controllers
  Pose wanted, actual;  ///< world; of `wanted` what is led (Controller::led)
};

/// What holds the robot from outside (Session::perturb).
struct PerturbationState {
  bool active = false;
  Vec3 point = Vec3::Zero();  ///< the held point, world, m
  Vec3 force = Vec3::Zero();  ///< of the spring, world axes: N, of a twist N·m
  /// While it poses the robot: m (twist: rad) that are left to where the point is wanted. Negative: it poses nothing.
  double left = -1;
};

/// How bodies are deformed: those with a surface of their own (SurfaceCarrier) at its points, others at their sections.
/// `field` and `inside` are what fillSnapshot is asked for; it leaves the rest empty where nothing is.
struct Deformation {
  SurfaceField field = SurfaceField::kNone;
  bool inside = false;
  std::vector<double> surfaceValues;  ///< of the field, per Snapshot::surfacePoints, SI; NaN where a body has none
  std::vector<double> sectionValues;  ///< likewise, per Snapshot::sections; NaN for bodies with surface values
  std::vector<Vec3> insidePoints;     ///< nodes within the surfaces, world, m
  std::vector<double> insideValues;   ///< of the field, per inside point
  std::vector<int> firstInsidePoint;  ///< per link + 1, as Snapshot::firstSurfacePoint
};

/// Everything is in the world frame and SI units. Sizes follow `model`; vectors keep their storage while it stays.
struct Snapshot {
  std::uint64_t generation = 0;            ///< of the program; changes when the model was swapped
  std::uint64_t sequence = 0;              ///< counts published snapshots
  std::shared_ptr<const Model> model;      ///< immutable: names, colours, visuals, places; null while empty
  std::shared_ptr<const History> history;  ///< of the run that is shown

  /// All that are kept, never null; another object whenever one was added, changed or dropped.
  std::shared_ptr<const RunList> runs = std::make_shared<const RunList>();
  std::uint64_t run = 0;      ///< id of the run that is shown, 0 while empty
  std::uint64_t liveRun = 0;  ///< id of the run that is being recorded: the last of `runs`
  double liveTime = 0;        ///< s, newest instant of the live run
  bool replaying = false;     ///< shows a recorded instant; `state` is then kPaused, or kRunning while played back
  double historyFill = 0;     ///< 0…1: memory that all runs take of what they may take

  double t = 0;                    ///< s
  VecX q, v, a, u;                 ///< nq, nv, nv, nu; a is zero while replaying: it is not recorded
  std::vector<InputState> inputs;  ///< nu; of the live run
  Vec3 gravity = Vec3::Zero();     ///< m/s², that acts

  std::vector<Pose> linkPoses;         ///< per link: base frame
  std::vector<Pose> tipPoses;          ///< per link: tip frame
  std::vector<Pose> sections;          ///< frames along all deformable bodies, one after the other
  std::vector<int> firstSection;       ///< per link + 1: sections [firstSection[i], firstSection[i+1]) belong to link i
  std::vector<Vec3> surfacePoints;     ///< vertices of all bodies with a surface of their own (SurfaceCarrier)
  std::vector<int> firstSurfacePoint;  ///< per link + 1, as firstSection
  Deformation deformation;
  bool weighs = false;                   ///< fillSnapshot is asked for `masses`
  std::vector<MassDistribution> masses;  ///< per link; empty where nobody asked
  std::vector<Vec3> tendonPoints;        ///< of all tendons
  std::vector<TendonLine> tendonLines;
  bool locates = false;                ///< fillSnapshot is asked for `chambers` and `wrenches`
  std::vector<ChamberState> chambers;  ///< of all chambers; empty where nobody asked
  std::vector<WrenchState> wrenches;   ///< of all point wrenches, at `t`; likewise
  std::vector<RotorState> rotors;      ///< of all propellers, in the order of their inputs
  std::vector<LoopState> loops;        ///< as Model::loops
  std::vector<ContactPoint> contacts;  ///< everything that touches
  VecX anchors;                        ///< Data::anchors
  std::vector<LedFrameState> led;      ///< where controllers lead the robot

  Energy energy;         ///< J
  double stepError = 0;  ///< StepStatistics::stepError of the live run; too coarse above kCoarseStep
  double balance = 0;    ///< balance residual, % of what flowed
  /// What is to be known about the accuracy of the live run, never null: accuracyWarnings(). Another object whenever
  /// one comes or goes; while time goes on, the numbers in them are those of that moment.
  std::shared_ptr<const std::vector<std::string>> warnings = std::make_shared<const std::vector<std::string>>();
  /// What folds at the instant that is shown, never null. Looked at a few times a second while time goes on; another
  /// object whenever one comes or goes: the words are then those of that moment.
  std::shared_ptr<const std::vector<FoldedBody>> folded = std::make_shared<const std::vector<FoldedBody>>();
  double msPerStep = 0;       ///< wall time of one step, smoothed
  double realTimeFactor = 0;  ///< simulated seconds per wall second, last half second; 0 while not running
  double speed = 1;           ///< asked for; infinity: as fast as possible
  RunState state = RunState::kEmpty;
  std::string failure;                                ///< message of the divergence, empty otherwise
  int failedLink = -1;                                ///< link it names, −1 if none
  VecX failureResidual;                               ///< per link, scaled, of the step that failed; empty if unknown
  std::int64_t steps = 0, newton = 0, jacobians = 0;  ///< since the start of the run

  PerturbationState perturbation;  ///< of the live run
  bool equilibriumMode = false;    ///< every change is followed by a search for the equilibrium
  bool solvingStatics = false;     ///< the way to an equilibrium is being shown
  /// What the last search found, or why it found none (`failure`); null before the first one.
  std::shared_ptr<const StaticsResult> statics;
};

/// Fills model, t (as given), q, v and all poses, sections, tendons, rotors, contacts and loops (these without their
/// forces: ForceProbe) of a configuration; leaves the other fields. Also what draws a still picture without a session.
/// Needs no prior call; `data` is overwritten. q has nq, v nv entries; u: null, or nu entries that are copied.
void fillSnapshot(const std::shared_ptr<const Model>& model, Data& data, double t, const VecXRef& q, const VecXRef& v,
                  const VecX* u, Snapshot& snapshot);

}  // namespace tendril
