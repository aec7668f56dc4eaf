// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/equilibria/tables.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <future>
#include <limits>
#include <ostream>

#include "core/control/inverse_statics/led_point.hpp"
#include "core/control/inverse_statics/workspace.hpp"
#include "core/session/workspace_rows.hpp"
#include "core/text/nearest_name.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/table.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// link, link@at
struct FrameName {
  std::string link;
  double at = 1;
};

FrameName parseFrame(const std::string& text) {
  const std::size_t sign = text.rfind('@');
  if (sign == std::string::npos) return {text};
  FrameName out{text.substr(0, sign)};
  const char *begin = text.data() + sign + 1, *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, out.at);
  if (error != std::errc() || stop != end || !(out.at >= 0 && out.at <= 1))
    throw Error(ExitCode::kUsage, "--frame " + text + ": behind @ stands where on the link, 0 (base) … 1 (tip)");
  return out;
}

/// Empty: the tip of the last link.
void chooseFrame(const Model& model, const std::string& text, WorkspaceProblem& problem) {
  const FrameName frame = parseFrame(text);
  problem.link = text.empty() ? model.firstMotor - 1 : model.linkIndex(frame.link);
  if (problem.link < 0) {
    std::vector<std::string> names;
    for (const Link& link : model.robotLinks()) names.push_back(link.name);
    throw Error(ExitCode::kUsage, "--frame: there is no link \"" + frame.link + "\"" + didYouMean(frame.link, names));
  }
  problem.place = placeAlong(model, problem.link, frame.at);
}

/// Beside a bar that shows how far it is.
SampledWorkspace sample(const Model& model, const WorkspaceProblem& problem, WorkspaceOptions settings,
                        const Streams& streams) {
  std::atomic<int> done = 0;
  settings.done = &done;
  ProgressBar bar(streams.diagnostics, streams.terminal, "sampling");
  std::future<SampledWorkspace> found =
      std::async(std::launch::async, [&] { return sampleWorkspace(model, problem, settings); });
  while (found.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
    bar.show(static_cast<double>(done) / settings.samples);
  return found.get();
}

struct Extent {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void include(double value) { least = std::min(least, value), most = std::max(most, value); }
  Node node() const { return objectOf({{"least", least}, {"most", most}}); }
};

struct Summary {
  explicit Summary(const SampledWorkspace& workspace) {
    for (const WorkspacePoint& point : workspace.points) {
      for (int k = 0; k < 3; ++k) box[static_cast<std::size_t>(k)].include(point.position[k]);
      mobility.include(workspace.leastMobility(point));
      rangeMargin.include(point.rangeMargin);
      foldingMargin.include(point.foldingMargin);
      unstable += point.stable ? 0 : 1;
    }
  }
  std::array<Extent, 3> box;
  Extent mobility, rangeMargin, foldingMargin;
  int unstable = 0;
};

Node nodeOf(const SampledWorkspace& workspace, const std::string& frame) {
  const Summary summary(workspace);
  Node node = Node::object();
  node.add("frame", Node::ofText(frame));
  node.add("samples", Node::ofNumber(workspace.samples));
  node.add("points", Node::ofNumber(static_cast<double>(workspace.points.size())));
  node.add("lost", Node::ofNumber(workspace.lost()));
  node.add("unstable", Node::ofNumber(summary.unstable));
  node.add("directions", Node::ofNumber(workspace.directions));
  for (std::size_t k = 0; k < 3; ++k) node.add(std::string(1, "xyz"[k]), summary.box[k].node());
  node.add("mobility", summary.mobility.node());
  node.add("range_margin", summary.rangeMargin.node());
  node.add("folding_margin", summary.foldingMargin.node());
  return node;
}

void print(const SampledWorkspace& workspace, const std::string& frame, std::ostream& out) {
  const Summary summary(workspace);
  char text[160];
  std::snprintf(text, sizeof text, "%s: %zu equilibria of %d samples", frame.c_str(), workspace.points.size(),
                workspace.samples);
  out << text;
  if (workspace.lost() > 0) out << ", " << workspace.lost() << " lost where their branch ends";
  if (summary.unstable > 0) out << ", " << summary.unstable << " not stable";
  const char* extents[] = {"on a point", "on a line", "in a surface", "in space"};
  out << "; it moves " << extents[workspace.directions] << '\n';
  const auto line = [&](const char* name, const Extent& extent, const char* unit) {
    std::snprintf(text, sizeof text, "  %-15s %12.6g … %.6g %s\n", name, extent.least, extent.most, unit);
    out << text;
  };
  line("x", summary.box[0], "m"), line("y", summary.box[1], "m"), line("z", summary.box[2], "m");
  line("mobility", summary.mobility, "m");
  line("range margin", summary.rangeMargin, "");
  line("folding margin", summary.foldingMargin, "");
}

void write(const std::filesystem::path& file, const Model& model, const SampledWorkspace& workspace) {
  TableWriter table(file, workspaceHeader(model));
  for (const WorkspacePoint& point : workspace.points) table.write(workspaceRow(workspace, point));
  table.finish();
}

}  // namespace

void findWorkspace(const StaticsOptions& options, const Streams& streams) {
  if (!options.out.empty() && options.out.extension() != ".csv")
    throw Error(ExitCode::kUsage, "--out " + options.out.string() + ": workspaces are written as .csv");
  const EquilibriumRequest request = readEquilibrium(options.project, options.inputs, streams.diagnostics);
  const Model& model = *request.model;
  if (model.nu == 0) throw Error(ExitCode::kBadFile, "the robot has no inputs that could move it");
  WorkspaceProblem problem;
  chooseFrame(model, options.frame, problem);
  problem.inputs = workspaceInputs(model);
  problem.gravity = model.gravity;
  problem.q = request.problem.q.size() ? request.problem.q : model.q0;
  problem.u = request.problem.u.size() ? request.problem.u : VecX::Zero(model.nu);
  problem.t = request.problem.t;
  SampledWorkspace found;
  try {
    found = sample(
        model, problem,
        {.samples = options.workspace, .seed = options.seed, .threads = options.threads, .cancel = streams.cancel},
        streams);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
  if (!found.failure.empty()) throw Error(ExitCode::kFailed, found.failure);
  if (found.points.empty()) throw Error(ExitCode::kFailed, "no sample has an equilibrium that can be reached");
  if (!options.out.empty()) write(options.out, model, found);
  const std::string frame =
      options.frame.empty() ? model.links[static_cast<std::size_t>(problem.link)].name : options.frame;
  if (options.json) {
    streams.out << json::write(nodeOf(found, frame)) << '\n';
  } else {
    print(found, frame, streams.out);
  }
}

}  // namespace tendril::cli
