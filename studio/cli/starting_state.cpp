// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/starting_state.hpp"

#include <algorithm>
#include <charconv>
#include <ostream>

#include "core/model/controller.hpp"
#include "core/session/simulate.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/quantities/state_file.hpp"
#include "studio/recording/recorded_file.hpp"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

/// "run.h5@1.5" in two.
struct Place {
  fs::path file;
  std::optional<double> t;
};

Place placeOf(const std::string& from) {
  const std::size_t at = from.rfind('@');
  std::error_code ignored;
  if (at == std::string::npos || fs::exists(from, ignored)) return {from, {}};
  double t = 0;
  const char* const end = from.data() + from.size();
  if (const auto [stop, error] = std::from_chars(from.data() + at + 1, end, t); stop != end || error != std::errc())
    throw Error(ExitCode::kUsage, "--from " + from + ": write a file and a time in seconds, such as run.h5@1.5");
  return {from.substr(0, at), t};
}

/// The recording must have the coordinates of the robot, by name.
void checkSameRobot(const fs::path& file, const ResumePoint& point, const Model& model) {
  const std::vector<std::string> header = recordHeader(model);
  const auto coordinates = static_cast<std::ptrdiff_t>(1 + model.nq + model.nv);
  const auto missing = std::find_if(header.begin(), header.begin() + coordinates, [&](const std::string& name) {
    return std::ranges::find(point.columns, name) == point.columns.end();
  });
  if (missing != header.begin() + coordinates)
    throw Error(ExitCode::kBadFile,
                file.string() + ": has no " + *missing + ", so it is of another robot; begin from a run of this one");
  if (point.state.q.size() != model.nq || point.state.v.size() != model.nv)
    throw Error(ExitCode::kBadFile, file.string() + ": has " + std::to_string(point.state.v.size()) +
                                        " velocities, the robot has " + std::to_string(model.nv));
}

/// Notes what a state does not hold: the memory of another integrator, or of one that keeps earlier steps.
void tellWhatIsLost(const Model& model, const std::string& integrator, const Streams& streams) {
  const SimulationSettings& now = model.simulation;
  if (integrator != now.integrator)
    streams.diagnostics << "note: the run was made by " << integrator << "; " << now.integrator
                        << " begins with accelerations of its own\n";
  else if (now.adaptive || integrator == "bdf" || integrator == "adams" || integrator == "ida")
    streams.diagnostics << "note: what " << integrator
                        << " remembers of the way here begins anew; the run is repeated within its tolerances\n";
}

State recordedState(const Place& place, Program& program, const Streams& streams) {
  ResumePoint point;
  try {
    point = resumePoint(place.file, place.t);
  } catch (const RecordingError& error) {
    throw Error(ExitCode::kBadFile, std::string("--from: ") + error.what());
  }
  checkSameRobot(place.file, point, *program.model);
  tellWhatIsLost(*program.model, point.integrator, streams);
  if (!place.t || *place.t <= point.state.t + 1e-9 * std::max(1.0, std::abs(*place.t))) return point.state;
  SimulationRequest way;
  way.initial = point.state;
  way.duration = *place.t - point.state.t;
  way.cancel = streams.cancel;
  SimulationResult result = simulate(program, way);
  if (result.failure) throw Error(ExitCode::kFailed, result.failure->message());
  if (result.cancelled) throw Error(ExitCode::kInterrupted, "interrupted before the run began");
  return std::move(result.final);
}

/// The state of S.json, or the row of a table at or before a time.
State plainState(const Place& place, const Model& model) {
  const bool table = place.file.extension() == ".csv";
  if (!table && place.t)
    throw Error(ExitCode::kUsage, "--from " + place.file.string() + ": only runs (.h5, .csv) have a time behind @");
  const std::vector<StateRequest> states =
      table ? readStateTable(place.file, model).states : parseStates(textOfFile(place.file.string()), model).states;
  auto chosen = states.end();
  if (place.t)
    chosen = std::find_if(states.begin(), states.end(),
                          [&](const StateRequest& state) { return state.values.t > *place.t + 1e-9; });
  if (chosen == states.begin())
    throw Error(ExitCode::kBadFile, place.file.string() + ": has no state" +
                                        (place.t ? " at or before t = " + numberText(*place.t) + " s" : ""));
  const StateValues& values = std::prev(chosen)->values;
  State state = initialState(model);
  state.t = values.t, state.q = values.q, state.v = values.v;
  return state;
}

}  // namespace

State startingState(const std::string& from, Program& program, const Streams& streams) {
  const Place place = placeOf(from);
  if (isRecordingName(place.file)) return recordedState(place, program, streams);
  State state = plainState(place, *program.model);
  if (!controllerLayouts(*program.model).empty())
    streams.diagnostics << "note: " << place.file.string()
                        << " holds no memory of controllers, which begin anew; an .h5 recording does\n";
  return state;
}

}  // namespace tendril::cli
