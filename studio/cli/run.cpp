// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <ostream>

#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"

namespace tendril::cli {
namespace {

/// The options of every command, kept until it runs.
struct Options {
  InfoOptions info;
  DynamicsOptions dynamics;
  SimulateOptions simulate;
  StaticsOptions statics;
  VerifyOptions verify;
  RenderOptions render;
};

void addProject(CLI::App& command, ProjectOptions& project) {
  command.add_option("project", project.file, "project file, *.tendril.json")->required();
  command.add_option("--variant", project.variant, "apply a variant of the file");
  command.add_option("--set", project.settings, "change a field: path=value")->expected(1)->take_all();
}

void addInfo(CLI::App& app, InfoOptions& options) {
  CLI::App* command = app.add_subcommand("info", "links, coordinates, inputs, problems");
  addProject(*command, options.project);
  command->add_flag("--json", options.json, "answer in JSON");
}

void addDynamics(CLI::App& app, DynamicsOptions& options) {
  CLI::App* command = app.add_subcommand("dynamics", "quantities at one state or many");
  addProject(*command, options.project);
  command->add_option("--state", options.state, "JSON file: q, v, a, u, tau, wrenches, want, or states")
      ->check(CLI::ExistingFile);
  command->add_option("--states", options.states, "CSV file of states, as simulate writes it")
      ->check(CLI::ExistingFile);
  command->add_option("--want", options.want, "quantities, separated by commas")->delimiter(',');
  command->add_flag("--json", options.json, "answer in JSON");
}

void addSimulate(CLI::App& app, SimulateOptions& options) {
  CLI::App* command = app.add_subcommand("simulate", "motion over time");
  addProject(*command, options.project);
  command->add_option("--duration", options.duration, "seconds");
  command->add_option("--step", options.step, "seconds");
  command->add_option("--every", options.every, "seconds between rows of the table");
  command->add_option("--integrator", options.integrator, "generalized_alpha, newmark, runge_kutta_4");
  command->add_option("--out", options.out, "table of the run, *.csv");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addStatics(CLI::App& app, StaticsOptions& options) {
  CLI::App* command = app.add_subcommand("statics", "equilibrium under given inputs");
  addProject(*command, options.project);
  command->add_option("--inputs", options.inputs, "JSON file: u, tau, wrenches, q to begin from")
      ->check(CLI::ExistingFile);
  command->add_flag("--json", options.json, "answer in JSON");
}

void addVerify(CLI::App& app, VerifyOptions& options) {
  CLI::App* command = app.add_subcommand("verify", "checks the engine on this robot at random states");
  addProject(*command, options.project);
  command->add_option("--states", options.states, "how many states")->check(CLI::Range(1, 1000));
  command->add_option("--seed", options.seed, "of the random states");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addRender(CLI::App& app, RenderOptions& options) {
  CLI::App* command = app.add_subcommand("render", "a picture");
  addProject(*command, options.project);
  command->add_option("--out", options.out, "picture, *.png")->required();
  command->add_option("--run", options.run, "table of a run (simulate --out)")->check(CLI::ExistingFile);
  command->add_option("--time", options.time, "instant of the run in s; default: its end");
  command->add_option("--width", options.width, "pixels")->check(CLI::Range(16, 8192));
  command->add_option("--height", options.height, "pixels")->check(CLI::Range(16, 8192));
  command->add_flag("--dark", options.dark, "dark background");
}

void execute(const CLI::App& app, const Options& options, const Streams& streams, const Renderer& renderer) {
  const std::string command = app.get_subcommands().front()->get_name();
  if (command == "info") return info(options.info, streams);
  if (command == "dynamics") return dynamics(options.dynamics, streams);
  if (command == "simulate") return simulateCommand(options.simulate, streams);
  if (command == "statics") return statics(options.statics, streams);
  if (command == "verify") return verify(options.verify, streams);
  if (!renderer) throw Error(ExitCode::kUsage, "this build draws no pictures; configure with TENDRIL_GUI=ON");
  renderer(options.render, streams);
}

}  // namespace

int run(const std::vector<std::string>& arguments, const Streams& streams, const Renderer& renderer) {
  CLI::App app("Tendril: dynamics of robots with rigid and soft bodies", "tendril");
  app.set_version_flag("--version", TENDRIL_VERSION);
  app.require_subcommand(1);
  Options options;
  addInfo(app, options.info);
  addDynamics(app, options.dynamics);
  addSimulate(app, options.simulate);
  addStatics(app, options.statics);
  addVerify(app, options.verify);
  addRender(app, options.render);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them last first
    execute(app, options, streams, renderer);
    return static_cast<int>(ExitCode::kGood);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, streams.out, streams.diagnostics) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  } catch (const Error& error) {
    streams.diagnostics << "tendril: " << error.what() << '\n';
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    streams.diagnostics << "tendril: " << error.what() << '\n';
    return static_cast<int>(ExitCode::kFailed);
  }
}

}  // namespace tendril::cli
