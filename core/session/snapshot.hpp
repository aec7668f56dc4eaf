// SPDX-License-Identifier: BSD-3-Clause
// What the simulation shows of itself at one instant: flat values, no workspace, owned by whoever holds it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dynamics/dynamics.hpp"
#include "core/session/run.hpp"
#include "core/solvers/statics.hpp"

namespace tendril {

enum class RunState {
  kEmpty,     ///< no program yet
  kReady,     ///< at the start of a run
  kRunning,   ///< time advances
  kPaused,    ///< stopped by the user, or at the duration if the session stops there
  kDiverged,  ///< stopped at the last good state; `failure` says why
};
std::string_view runStateName(RunState state);  ///< "Empty", "Ready", "Running", "Paused", "Diverged"

/// One polyline of a tendon: points [first, first + count) of Snapshot::tendonPoints.
struct TendonLine {
  int actuator = 0;  ///< index into Model::actuators
  int input = 0;     ///< index into u: the tension is u[input]
  int first = 0, count = 0;
};

/// Who drives an input.
struct InputState {
  double signal = 0;  ///< what its signal asks for, clipped; 0 if it has none
  bool held = false;  ///< taken over by hand
  double fade = 0;    ///< share of the value that comes from the hand: 1 held, falls to 0 after it was released
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

  std::vector<Pose> linkPoses;     ///< per link: base frame
  std::vector<Pose> tipPoses;      ///< per link: tip frame
  std::vector<Pose> sections;      ///< frames along all deformable bodies, one after the other
  std::vector<int> firstSection;   ///< per link + 1: sections [firstSection[i], firstSection[i+1]) belong to link i
  std::vector<Vec3> tendonPoints;  ///< of all tendons
  std::vector<TendonLine> tendonLines;

  Energy energy;              ///< J
  double balance = 0;         ///< balance residual, % of what flowed
  double msPerStep = 0;       ///< wall time of one step, smoothed
  double realTimeFactor = 0;  ///< simulated seconds per wall second, last half second; 0 while not running
  double speed = 1;           ///< asked for; infinity: as fast as possible
  RunState state = RunState::kEmpty;
  std::string failure;                                ///< message of the divergence, empty otherwise
  int failedLink = -1;                                ///< link it names, −1 if none
  VecX failureResidual;                               ///< per link, scaled, of the step that failed; empty if unknown
  std::int64_t steps = 0, newton = 0, jacobians = 0;  ///< since the start of the run

  double handLeft = -1;          ///< while a hand poses the robot: m (twist: rad) that are left to where it is wanted
  bool equilibriumMode = false;  ///< every change is followed by a search for the equilibrium
  bool solvingStatics = false;   ///< the way to an equilibrium is being shown
  /// What the last search found, or why it found none (`failure`); null before the first one.
  std::shared_ptr<const StaticsResult> statics;
};

/// Fills model, t (as given), q, v and all poses, sections and tendons of a configuration; leaves the other fields.
/// Also what draws a still picture without a session. Needs no prior call; `data` is overwritten. q has nq, v nv
/// entries; u: null, or nu entries that are copied.
void fillSnapshot(const std::shared_ptr<const Model>& model, Data& data, double t, const VecXRef& q, const VecXRef& v,
                  const VecX* u, Snapshot& snapshot);

}  // namespace tendril
