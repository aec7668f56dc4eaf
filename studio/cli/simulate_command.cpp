// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/simulate.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "core/session/divergence_report.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/state_node.hpp"
#include "studio/cli/run_output.hpp"
#include "studio/cli/starting_state.hpp"
#include "studio/runs/divergence_advice.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// The options that stand for fields of the file, checked there.
ProjectOptions withSettings(const SimulateOptions& options) {
  ProjectOptions project = options.project;
  const auto set = [&](const char* field, const std::optional<double>& value) {
    if (value) project.settings.push_back(std::string("simulation.") + field + "=" + numberText(*value));
  };
  set("duration", options.duration);
  set("step", options.step);
  if (!options.integrator.empty()) project.settings.push_back("simulation.integrator=" + options.integrator);
  return project;
}

Program makeProgram(std::shared_ptr<const Model> model) {
  try {
    return Program(std::move(model));
  } catch (const std::invalid_argument& unknown) {
    throw Error(ExitCode::kBadFile, std::string("simulation.integrator: ") + unknown.what());
  }
}

Node summary(const Model& model, const SimulationResult& result) {
  Node node = objectOf({{"wall", result.wall},
                        {"real_time_factor", result.realTimeFactor},
                        {"steps", static_cast<double>(result.statistics.steps)},
                        {"substeps", static_cast<double>(result.statistics.substeps)},
                        {"rejected", static_cast<double>(result.statistics.rejected)},
                        {"jacobians", static_cast<double>(result.statistics.jacobians)},
                        {"newton", static_cast<double>(result.statistics.newton)},
                        {"step_error", result.statistics.stepError},
                        {"balance", result.balance}});
  Node final = Node::object();
  final.add("t", Node::ofNumber(result.final.t));
  addState(final, model, result.final.q, result.final.v);
  node.add("final", std::move(final));
  return node;
}

Node failureNode(const Failure& failure) {
  Node node = objectOf({{"t", failure.time}});
  if (failure.link >= 0) node.add("link", Node::ofText(failure.linkName));
  node.add("message", Node::ofText(failure.message()));
  return node;
}

Node textNodes(const std::vector<std::string>& texts) {
  Node list = Node::array();
  for (const std::string& text : texts) list.items.push_back(Node::ofText(text));
  return list;
}

/// Why it ended, as far as its last steps tell.
struct Autopsy {
  DivergenceReport report;
  std::vector<std::string> findings;
  std::vector<ProposedChange> cures;
};

std::optional<Autopsy> autopsyOf(const Description& description, const std::shared_ptr<const Model>& model,
                                 const SimulationResult& result) {
  if (!result.failure || !result.lastSteps) return std::nullopt;
  Autopsy out;
  out.report = reportDivergence(model, *result.lastSteps);
  out.findings = divergenceFindings(*model, out.report);
  out.cures = divergenceCures(description, *model, out.report);
  return out;
}

/// "simulation.step=0.001" of a path and a value as JSON.
std::string settingText(const std::pair<std::string, std::string>& field) {
  std::string value = field.second;
  std::erase(value, '"');
  const std::string text = field.first + '=' + value;
  return text.find_first_of(" '") == std::string::npos ? text : '\'' + text + '\'';
}

/// After the message that says how it ended.
std::string autopsyText(const Autopsy& autopsy) {
  std::string out;
  for (const std::string& finding : autopsy.findings) out += '\n' + finding;
  if (!autopsy.cures.empty()) out += "\nWhat may help:";
  for (const ProposedChange& cure : autopsy.cures) {
    out += "\n ";
    for (const auto& field : cure.fields) out += " --set " + settingText(field);
    out += "  " + cure.text + ". " + cure.tip;
  }
  return out;
}

Node autopsyNode(const Model& model, const Autopsy& autopsy) {
  const DivergenceReport& report = autopsy.report;
  const auto link = [&](int index) { return Node::ofText(model.links[static_cast<std::size_t>(index)].name); };
  Node node = Node::object();
  node.add("findings", textNodes(autopsy.findings));
  Node links = Node::object();
  for (std::size_t i = 0; i < report.share.size(); ++i) links.add(model.links[i].name, Node::ofNumber(report.share[i]));
  node.add("share", std::move(links));
  if (report.worstLink >= 0) node.add("worst_link", link(report.worstLink));
  Node steps = Node::array();
  for (std::size_t i = 0; i < report.t.size(); ++i)
    steps.items.push_back(objectOf({{"t", report.t[i]}, {"error", report.error[i]}}));
  node.add("steps", std::move(steps));
  node.add("step", Node::ofNumber(report.step));
  if (report.fastest > 0) {
    Node fastest = objectOf({{"rate", report.fastest}, {"steps_per_period", report.stepsPerPeriod()}});
    fastest.add("decays", Node::ofBool(report.decays));
    if (report.fastestLink >= 0) fastest.add("link", link(report.fastestLink));
    node.add("fastest", std::move(fastest));
  }
  if (report.least) {
    Node least = objectOf({{"margin", report.least->margin}, {"t", report.least->t}});
    least.add("link", link(report.least->link));
    least.add("violation", Node::ofText(report.least->violation));
    node.add("margin", std::move(least));
  }
  if (report.deepest) {
    Node deepest = objectOf({{"depth", report.deepest->depth}});
    deepest.add("contact", Node::ofText(model.contacts[static_cast<std::size_t>(report.deepest->contact)].name));
    node.add("deepest_contact", std::move(deepest));
  }
  Node cures = Node::array();
  for (const ProposedChange& cure : autopsy.cures) {
    Node item = Node::object(), settings = Node::array();
    item.add("text", Node::ofText(cure.text));
    item.add("why", Node::ofText(cure.tip));
    for (const auto& field : cure.fields) settings.items.push_back(Node::ofText(settingText(field)));
    item.add("set", std::move(settings));
    cures.items.push_back(std::move(item));
  }
  node.add("cures", std::move(cures));
  return node;
}

Node eventNodes(const Model& model, const std::vector<RunEvent>& events) {
  Node list = Node::array();
  for (const RunEvent& event : events) {
    Node node = Node::object();
    node.add("t", Node::ofNumber(event.t));
    node.add("kind", Node::ofText(event.kind == EventKind::kContact ? "contact" : "limit"));
    node.add("begins", Node::ofBool(!event.ends));
    if (event.link >= 0) node.add("link", Node::ofText(model.links[static_cast<std::size_t>(event.link)].name));
    if (event.contact >= 0)
      node.add("load", Node::ofText(model.contacts[static_cast<std::size_t>(event.contact)].name));
    node.add("text", Node::ofText(event.text));
    list.items.push_back(std::move(node));
  }
  return list;
}

void printEvents(const std::vector<RunEvent>& events, std::ostream& out) {
  constexpr std::size_t kShown = 20;
  if (events.empty()) return;
  out << events.size() << (events.size() == 1 ? " event\n" : " events\n");
  char time[32];
  for (std::size_t i = 0; i < std::min(kShown, events.size()); ++i) {
    std::snprintf(time, sizeof time, "%12.7g s  ", events[i].t);
    out << time << events[i].text << '\n';
  }
  if (events.size() > kShown) out << "              … all of them with --json or --out\n";
}

/// Empty where tolerances choose the steps.
std::string stepErrorText(double error) {
  char text[48];
  std::snprintf(text, sizeof text, ", step error %.2g %%", 100 * error);
  return error > 0 ? text : "";
}

void print(const Model& model, const SimulationResult& result, std::ostream& out) {
  char text[256];
  std::snprintf(text, sizeof text,
                "simulated to t = %.6g s in %.3g s of wall time, %.3g × real time\n"
                "%lld steps asked for, %lld made, %lld rejected, %lld Newton iterations, %lld iteration matrices\n"
                "energy balance residual %.3g %% of what flowed%s\n",
                result.final.t, result.wall, result.realTimeFactor, static_cast<long long>(result.statistics.steps),
                static_cast<long long>(result.statistics.substeps), static_cast<long long>(result.statistics.rejected),
                static_cast<long long>(result.statistics.newton), static_cast<long long>(result.statistics.jacobians),
                result.balance, stepErrorText(result.statistics.stepError).c_str());
  out << text << "final state\n" << readable(summary(model, result).items.back());
}

std::string readableTime(double seconds) {
  constexpr double kHour = 3600, kDay = 24 * kHour, kYear = 365.25 * kDay;
  char text[48];
  if (seconds < 2 * kYear)
    std::snprintf(text, sizeof text, "%.3g days", seconds / kDay);
  else
    std::snprintf(text, sizeof text, "%.3g years", seconds / kYear);
  return text;
}

/// Error if the whole run would take more than a day by what its first steps take.
void refuseEndlessWork(const std::shared_ptr<const Model>& model) {
  constexpr double kFew = 1e5, kTried = 20, kMost = 86400;  // steps that need no thought, tried; s
  const SimulationSettings& settings = model->simulation;
  const double steps = settings.duration / settings.step;
  if (!(steps > kFew)) return;
  Program program = makeProgram(model);
  SimulationRequest request;
  request.duration = kTried * settings.step;
  const double expected = simulate(program, request).wall * steps / kTried;
  if (!(expected > kMost)) return;
  char text[160];
  std::snprintf(text, sizeof text, "simulation.step: %.3g steps of %.3g s would take about ", steps, settings.step);
  throw Error(ExitCode::kUsage, text + readableTime(expected) +
                                    ". Take a longer step or a shorter duration, or add --force to compute it all the "
                                    "same.");
}

}  // namespace

void simulateCommand(const SimulateOptions& options, const Streams& streams) {
  checkRunFile(options.out);
  if (options.every && !(*options.every > 0)) throw Error(ExitCode::kUsage, "--every must be greater than 0");
  const Project project = readProjectFile(withSettings(options), streams.diagnostics);
  Program program = makeProgram(buildProject(project, streams.diagnostics));
  if (!options.force) refuseEndlessWork(program.model);
  SimulationRequest request;
  request.every = options.every.value_or(0);
  request.cancel = streams.cancel;
  if (!options.from.empty()) request.initial = startingState(options.from, program, streams);
  const std::unique_ptr<RunOutput> output = openRunOutput(options, project, *program.model, request);
  SimulationResult result;
  {
    ProgressBar bar(streams.diagnostics, streams.terminal, "simulating");
    request.progress = [&](double fraction) { bar.show(fraction); };
    result = simulate(program, request);
  }
  if (output) output->finish(result);
  const std::optional<Autopsy> autopsy = autopsyOf(project.description, program.model, result);
  const std::string why =
      result.failure ? result.failure->message() + (autopsy ? autopsyText(*autopsy) : std::string()) : std::string();
  if (result.failure && !options.json) throw Error(ExitCode::kFailed, why);
  if (options.json) {
    Node node = summary(*program.model, result);
    node.add("events", eventNodes(*program.model, result.events));
    node.add("warnings", textNodes(result.warnings));
    if (result.failure) {
      Node failure = failureNode(*result.failure);
      if (autopsy) failure.add("report", autopsyNode(*program.model, *autopsy));
      node.add("failure", std::move(failure));
    }
    streams.out << json::write(node) << '\n';
  } else {
    print(*program.model, result, streams.out);
    printEvents(result.events, streams.out);
    for (const std::string& warning : result.warnings) streams.out << "warning: " << warning << '\n';
  }
  if (result.failure) throw Error(ExitCode::kFailed, why);
  if (result.cancelled) throw Error(ExitCode::kInterrupted, "interrupted; what was computed is written");
}

}  // namespace tendril::cli
