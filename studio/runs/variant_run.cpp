// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/runs/variant_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/session/recording/signals.hpp"
#include "core/session/simulate.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/variants/variant_patch.hpp"
#include "studio/mesher/project_meshes.hpp"
#include "studio/runs/run_history.hpp"

namespace tendril {
namespace {

constexpr double kMostNumbers = 2e7;  // that the rows of one run may have

std::string sentenceOf(const std::vector<Problem>& problems) {
  const auto error = std::ranges::find_if(problems, &Problem::isError);
  if (error == problems.end()) return "it cannot be built";
  return (error->path.empty() ? "" : error->path + ": ") + error->message +
         (error->cure.empty() ? "" : "; " + error->cure);
}

/// The model of a variant. std::invalid_argument: why there is none.
std::shared_ptr<const Model> modelOf(Description project, const std::filesystem::path& directory,
                                     std::string_view variant) {
  std::vector<Problem> problems;
  if (!variant.empty() && !applyVariant(project, variant, problems)) throw std::invalid_argument(sentenceOf(problems));
  std::shared_ptr<const Model> model =
      buildModel(project, problems, {.directory = directory, .meshes = projectMeshGenerator(directory)});
  if (!model) throw std::invalid_argument(sentenceOf(problems));
  return model;
}

void simulateInto(VariantRun& run, const std::function<void(double)>& progress, const std::atomic<bool>* cancel) {
  Program program(run.model);
  std::vector<std::vector<double>> rows;
  SimulationRequest request;
  request.cancel = cancel;
  request.progress = progress;
  request.signals = RunHistory::signalsOf(*run.model);
  request.row = [&](const std::vector<double>& row) {
    rows.push_back(row);
    if (static_cast<double>(rows.size()) * static_cast<double>(row.size()) > kMostNumbers)
      throw std::invalid_argument("so many records do not fit into the window: shorten simulation.duration");
  };
  const SimulationResult result = simulate(program, request);
  run.wall = result.wall, run.end = result.final.t - (rows.empty() ? 0 : rows.front().front());
  run.cancelled = result.cancelled;
  if (result.failure) run.failure = result.failure->message();
  RunHistory history(*run.model, rows.size());
  for (const std::vector<double>& row : rows) history.append(row);
  if (!rows.empty()) run.history = history.history();
}

}  // namespace

int VariantRun::degreesOfFreedom() const {
  return model ? model->nv : 0;
}

VariantRun runVariant(const Description& project, const std::filesystem::path& directory, std::string_view variant,
                      const std::function<void(double)>& progress, const std::atomic<bool>* cancel) {
  VariantRun run;
  run.name = variant;
  if (const VariantPatch* patch = patchOf(project, variant)) run.changes = static_cast<int>(patch->entries.size());
  run.signals.assign(project.signals.entries.begin(), project.signals.entries.end());
  try {
    run.model = modelOf(project, directory, variant);
    simulateInto(run, progress, cancel);
  } catch (const std::exception& error) {
    run.failure = error.what();
  }
  return run;
}

std::vector<double> signalAlong(const VariantRun& run, const std::string& signal) {
  std::vector<double> values;
  if (!run.history) return values;
  const std::array texts = {signal};
  SignalSampler sampler(run.model, SignalCatalogue(*run.model, run.signals), texts);
  if (sampler.columns().front().error) return values;
  sampler.sample(run.history);
  const std::shared_ptr<const SignalHistory> table = sampler.table();
  values.resize(table->size());
  table->copy(0, 0, table->size(), values.data());
  return values;
}

std::vector<std::string> signalNames(const std::vector<VariantRun>& runs) {
  std::vector<std::string> names;
  const auto first = std::ranges::find_if(runs, [](const VariantRun& run) { return run.model != nullptr; });
  if (first == runs.end()) return names;
  const SignalCatalogue catalogue(*first->model, first->signals);
  for (const Signal& signal : catalogue.signals())
    if (signal.width == 1 && signal.name != "t") names.push_back(signal.name);
  return names;
}

std::vector<double> commonTimes(const std::vector<VariantRun>& runs) {
  const History* longest = nullptr;
  for (const VariantRun& run : runs)
    if (run.history && (!longest || run.history->size() > longest->size())) longest = run.history.get();
  std::vector<double> times(longest ? longest->size() : 0);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = longest->time(i);
  return times;
}

std::vector<double> valuesAt(const std::vector<double>& times, const VariantRun& run,
                             const std::vector<double>& values) {
  std::vector<double> out(times.size(), std::numeric_limits<double>::quiet_NaN());
  if (!run.history || values.empty()) return out;
  const std::size_t last = values.size() - 1;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::size_t at = std::min(run.history->find(times[i]), last);
    const double from = run.history->time(at);
    if (at == last) {  // rounding of the last time only
      if (times[i] <= from + 1e-9 * std::max(1.0, from)) out[i] = values[at];
      continue;
    }
    const double share = (times[i] - from) / (run.history->time(at + 1) - from);
    out[i] = values[at] + std::clamp(share, 0.0, 1.0) * (values[at + 1] - values[at]);
  }
  return out;
}

TipError tipError(const VariantRun& run, const VariantRun& base, const std::string& link) {
  TipError error;
  if (!run.history || !base.history) return error;
  const std::vector<double> times = commonTimes({run});
  std::vector<double> squares(times.size(), 0.0);
  for (const char* axis : {".tip.x", ".tip.y", ".tip.z"}) {
    const std::string signal = signalPart(link) + axis;
    const std::vector<double> own = valuesAt(times, run, signalAlong(run, signal)),
                              wanted = valuesAt(times, base, signalAlong(base, signal));
    for (std::size_t i = 0; i < squares.size(); ++i) squares[i] += (own[i] - wanted[i]) * (own[i] - wanted[i]);
  }
  for (const double square : squares) {
    if (!std::isfinite(square)) continue;
    error.final = std::sqrt(square);
    error.largest = std::isfinite(error.largest) ? std::max(error.largest, error.final) : error.final;
  }
  return error;
}

std::string variantTable(const std::vector<VariantRun>& runs, const std::vector<TipError>& errors) {
  std::string text = "variant,changes,degrees_of_freedom,wall_per_second,end_s,tip_largest_m,tip_final_m,failure\n";
  const auto quoted = [](const std::string& words) {
    std::string out = "\"";
    for (const char c : words) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    text +=
        quoted(runs[i].name) + ',' + std::to_string(runs[i].changes) + ',' + std::to_string(runs[i].degreesOfFreedom());
    for (const double value : {runs[i].cost(), runs[i].end, errors[i].largest, errors[i].final})
      text += ',' + (std::isfinite(value) ? numberText(value) : std::string());
    text += ',' + quoted(runs[i].failure) + '\n';
  }
  return text;
}

}  // namespace tendril
