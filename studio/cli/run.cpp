// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <new>
#include <ostream>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/integrators/integrator.hpp"
#include "core/model/contact/surface_field.hpp"
#include "core/plots/signal_analysis.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/plugin_files.hpp"

namespace tendril::cli {
namespace {

/// The options of every command, kept until it runs.
struct Options {
  InfoOptions info;
  DynamicsOptions dynamics;
  SimulateOptions simulate;
  InverseOptions inverse;
  StaticsOptions statics;
  ModesOptions modes;
  LinearizeOptions linearize;
  VerifyOptions verify;
  ConvertOptions convert;
  ExportOptions exported;
  RenderOptions render;
  FilmOptions film;
  PlotOptions plot;
  FigureOptions figure;
  std::vector<std::string> plugins;
};

void addProject(CLI::App& command, ProjectOptions& project) {
  command.add_option("project", project.file, "project file, *.tendril.json, or a recording of a run, *.h5")
      ->required();
  command.add_option("--variant", project.variant, "apply a variant of the file");
  command.add_option("--set", project.settings, "change a field: path=value")->expected(1)->take_all();
  command.add_option("--repeat", project.repeats, "make a chain longer: link=number of copies behind it")
      ->expected(1)
      ->take_all();
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

std::string allIntegrators() {
  std::string text;
  for (const std::string& name : integratorNames()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

constexpr const char* kUnitsHelp = "headings of a table *.csv with units: arm.q[0] [rad]";

void addSimulate(CLI::App& app, SimulateOptions& options) {
  CLI::App* command = app.add_subcommand("simulate", "motion over time");
  addProject(*command, options.project);
  command->add_option("--duration", options.duration, "seconds");
  command->add_option("--step", options.step, "seconds");
  command->add_option("--every", options.every, "seconds between rows of the table");
  command->add_option("--integrator", options.integrator, allIntegrators());
  command->add_option("--out", options.out, "the run: a recording *.h5 that grows with it, or a table *.csv");
  command->add_option("--from", options.from,
                      "begin in a state: S.json (t, q, v), or a run and a time: run.h5@1.5; run.h5: where it ended");
  command->add_flag("--units", options.headerUnits, kUnitsHelp);
  command->add_flag("--json", options.json, "answer in JSON");
  command->add_flag("--force", options.force, "compute even if it takes more than a day");
}

void addInverse(CLI::App& app, InverseOptions& options) {
  CLI::App* command = app.add_subcommand("inverse", "forces of a motion along references, without integrating");
  addProject(*command, options.project);
  command
      ->add_option("--reference", options.reference,
                   "JSON file: what the joints follow; else it is what the controllers of the project do")
      ->check(CLI::ExistingFile);
  command->add_option("--order", options.order, "derivatives by time of the forces")
      ->check(CLI::Range(0, kMostTimeDerivatives));
  command->add_flag("--full", options.full, "with springs and dampers");
  command->add_option("--out", options.out, "table of motion and forces, *.csv");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addStatics(CLI::App& app, StaticsOptions& options) {
  CLI::App* command = app.add_subcommand("statics", "equilibrium under given inputs");
  addProject(*command, options.project);
  command->add_option("--inputs", options.inputs, "JSON file: u, tau, wrenches, q to begin from")
      ->check(CLI::ExistingFile);
  command->add_option("--to", options.to, "JSON file: follow the branch of equilibria to these inputs")
      ->check(CLI::ExistingFile);
  command->add_option("--targets", options.targets, "JSON file: find the inputs that bring frames of links there")
      ->check(CLI::ExistingFile);
  command->add_option("--points", options.points, "of the branch, at least")->check(CLI::Range(1, 100000));
  CLI::Option* workspace =
      command
          ->add_option("--workspace", options.workspace, "where a frame can be: equilibria of so many inputs in range")
          ->check(CLI::Range(1, 1000000));
  command->add_option("--frame", options.frame, "of the workspace: LINK, or LINK@0.5 between its base and its tip")
      ->needs(workspace);
  command->add_option("--seed", options.seed, "of the workspace's inputs")->needs(workspace);
  command->add_option("--threads", options.threads, "that sample the workspace; 0: all")
      ->needs(workspace)
      ->check(CLI::Range(0, 1024));
  command->add_option("--out", options.out, "table of the branch, the targets or the workspace, *.csv");
  command->add_flag("--stable", options.stable, "leave an equilibrium that is not stable for one that is");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addModes(CLI::App& app, ModesOptions& options) {
  CLI::App* command = app.add_subcommand("modes", "frequencies, damping and shapes about an equilibrium");
  addProject(*command, options.project);
  command->add_option("--count", options.count, "how many modes, slowest first; 0: all")->check(CLI::NonNegativeNumber);
  command->add_option("--inputs", options.inputs, "JSON file: u, tau, wrenches, q to begin from")
      ->check(CLI::ExistingFile);
  command->add_flag("--stable", options.stable, "about an equilibrium that is stable, if there is one near");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addLinearize(CLI::App& app, LinearizeOptions& options) {
  CLI::App* command = app.add_subcommand("linearize", "A, B, C, D and poles about an equilibrium or a state");
  addProject(*command, options.project);
  command->add_option("--at", options.at, "equilibrium (default), or initial: the state in which a run begins")
      ->check(CLI::IsMember({"equilibrium", "initial"}));
  CLI::Option* inputs = command->add_option("--inputs", options.inputs, "JSON file: u, tau, wrenches, q to begin from")
                            ->check(CLI::ExistingFile);
  command->add_option("--state", options.state, "JSON file: q, v, u, tau, wrenches; about this state")
      ->check(CLI::ExistingFile)
      ->excludes(inputs);
  command
      ->add_option("--outputs", options.outputs,
                   "signals between commas: arm.tip.z,'tendon 1'.length; default: coordinates and tips")
      ->delimiter(',');
  command->add_option("--output", options.output, "*.json, *.csv, *.npz (NumPy, SciPy), or a folder of tables");
  command->add_flag("--stable", options.stable, "about an equilibrium that is stable, if there is one near");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addVerify(CLI::App& app, VerifyOptions& options) {
  CLI::App* command = app.add_subcommand("verify", "checks the engine on this robot at random states");
  addProject(*command, options.project);
  command->add_option("--states", options.states, "how many states")->check(CLI::Range(1, 1000));
  command->add_option("--seed", options.seed, "of the random states");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addConvert(CLI::App& app, ConvertOptions& options) {
  CLI::App* command = app.add_subcommand("convert", "a project from a robot of another program");
  command->add_option("file", options.file, "URDF, MJCF, SDF or SoRoSim: *.urdf, *.xml, *.sdf, *.mat")->required();
  command->add_option("out,--out", options.out, "project, *.tendril.json; default: in this folder");
  command->add_flag("--floating", options.floating, "its first link moves freely instead of being fixed to the world");
  command->add_flag("--force", options.force, "replace a project that is there");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addExport(CLI::App& app, ExportOptions& options) {
  CLI::App* command = app.add_subcommand("export", "the robot, its shape or a run as a file of another program");
  addProject(*command, options.project);
  command
      ->add_option("out,--out", options.out,
                   "*.urdf, *.xml (MJCF), *.stl, *.obj, *.glb, *.vtu; of a run *.csv, *.npz, *.mat, *.pvd, *.glb")
      ->required();
  command->add_option("--format", options.format, exportFormatList() + "; default: by the file's ending");
  command->add_option("--run", options.run, "write this run: *.h5 or *.csv of simulate --out")
      ->check(CLI::ExistingFile);
  command
      ->add_option("--signals", options.signals, "of the run: names or formulas between commas; default: all recorded")
      ->expected(1)
      ->take_all();
  command->add_option("--from", options.from, "s, of the run");
  command->add_option("--to", options.to, "s, of the run");
  command->add_option("--every", options.every, "s between rows or shapes of the run; default: all recorded");
  command->add_option("--keys", options.keys, "of the run as .glb: key frames of each soft link, at most; default 100")
      ->check(CLI::Range(2, 2000));
  command->add_flag("--units", options.headerUnits, kUnitsHelp);
  command->add_option("--soft-links", options.softLinks, "URDF, MJCF: each soft link becomes so many rigid ones")
      ->check(CLI::Range(1, 200));
  command->add_option("--at", options.at, "shapes: initial (default), or equilibrium")
      ->check(CLI::IsMember({"equilibrium", "initial"}));
  CLI::Option* inputs = command->add_option("--inputs", options.inputs, "JSON file: u, tau, wrenches, q to begin from")
                            ->check(CLI::ExistingFile);
  command->add_option("--state", options.state, "JSON file: q, u; the shape in this state")
      ->check(CLI::ExistingFile)
      ->excludes(inputs);
  command->add_flag("--stable", options.stable, "an equilibrium that is stable, if there is one near");
  command->add_flag("--force", options.force, "replace files that are there");
  command->add_flag("--json", options.json, "answer in JSON");
}

std::string fieldNames() {
  std::string keys;
  for (const SurfaceFieldInfo& info : surfaceFields()) keys += (keys.empty() ? "" : ", ") + std::string(info.key);
  return keys;
}

/// Colours, cuts and what is drawn besides bodies.
void addLook(CLI::App& command, LookOptions& options) {
  command.add_option("--field", options.field, "colours of soft bodies, of volumes and of rods: " + fieldNames());
  command
      .add_option("--range", options.range,
                  "LOW,HIGH: ends of the colours in SI units, or percentiles: 2%,98%; default: as the picture needs")
      ->delimiter(',')
      ->expected(2);
  command.add_option("--cut", options.cut,
                     "y=0.01: cut soft bodies open there, m; y<0.01 keeps the other side; 1,0,1=0.02: across a "
                     "direction");
  command.add_option("--iso", options.iso, "values of the field, SI: surfaces within volumes, between commas")
      ->delimiter(',')
      ->expected(1)
      ->take_all();
  command
      .add_option("--show", options.show,
                  "besides bodies, between commas: mass_centres, inertias, robot_inertia, collision_shapes, "
                  "contact_forces, tensions, "
                  "loop_forces, loop_torques, thrusts, …; no-contacts hides")
      ->delimiter(',')
      ->expected(1)
      ->take_all();
}

/// `besides`: what else there is to say of it.
void addQuality(CLI::App& command, std::string& quality, const std::string& besides) {
  command
      .add_option("--quality", quality, "live: as the window draws; publication: soft shadows, smooth edges" + besides)
      ->check(CLI::IsMember({"live", "publication"}));
}

void addRender(CLI::App& app, RenderOptions& options) {
  CLI::App* command = app.add_subcommand("render", "a picture");
  addProject(*command, options.project);
  command->add_option("--out", options.out, "picture, *.png or *.jpg; line drawing, *.svg or *.pdf")->required();
  CLI::Option* run =
      command->add_option("--run", options.run, "table of a run (simulate --out)")->check(CLI::ExistingFile);
  CLI::Option* time = command->add_option("--time", options.time, "instant of the run in s; default: its end");
  command->add_option("--state", options.state, "JSON file: t, q, v, u; the robot in this state")
      ->check(CLI::ExistingFile)
      ->excludes(run)
      ->excludes(time);
  command->add_option("--width", options.width, "pixels")->check(CLI::Range(16, 8192));
  command->add_option("--height", options.height, "pixels")->check(CLI::Range(16, 8192));
  command->add_option("--size", options.size, "WxH: width and height in one; of a film strip, of one frame");
  command->add_flag("--dark", options.dark, "dark background");
  command->add_option("--background", options.backdrop, "themed, white (shadow but no grid) or transparent (*.png)")
      ->check(CLI::IsMember({"themed", "white", "transparent"}));
  addQuality(*command, options.quality, "");
  command->add_option("--samples", options.samples, "of publication quality")->check(CLI::Range(2, 256));
  command->add_option("--view", options.view, "from there, all in the picture: iso, front, right or top")
      ->check(CLI::IsMember({"iso", "front", "right", "top"}));
  command->add_flag("--orthographic", options.orthographic, "parallel projection, with a scale bar");
  command->add_flag("--hidden-lines", options.hiddenLines, "of a line drawing, dashed");
  command->add_flag("--bare", options.bare, "without axes, labels and scales");
  command->add_option("--film-strip", options.filmStrip, "frames of a motion that loops, side by side")
      ->check(CLI::Range(1, 200));
  addLook(*command, options);
  command->add_option("--duration", options.loop, "s, about: of that motion");
  command->add_option("--warm-up", options.warmUp, "s of motion before it")->check(CLI::Range(0.0, 1000.0));
}

/// What a plot shows besides signals over time.
void addPlotLook(CLI::App& command, PlotOptions& options) {
  const auto list = [&](const char* name, std::vector<std::string>& texts, const char* help) {
    command.add_option(name, texts, help)->expected(1)->take_all();
  };
  list("--x", options.along, "a signal along x instead of time: paths, phase portraits; or one for each signal");
  command.add_flag("--spectrum", options.spectrum, "amplitudes over frequency (Hann window)");
  command.add_option("--histogram", options.histogram, "how often values occur, in so many bins")
      ->check(CLI::Range(1, 1000));
  std::vector<std::string> numbers;
  for (const figure::RunNumber& each : figure::runNumbers()) numbers.emplace_back(each.key);
  command.add_option("--per-run", options.perRun, "of a histogram: every run counts once, by this number of it")
      ->check(CLI::IsMember(numbers));
  command.add_option("--log", options.log, "x, y or xy: axes by powers of ten")->check(CLI::IsMember({"x", "y", "xy"}));
  command.add_flag("--right-axis", options.rightAxis, "the second unit on the right of the same panel");
  command.add_option("--band", options.band, "about each reference: a number in SI units, or rms of the error");
  command.add_option("--x-title", options.xTitle, "name of the axis along x");
  command.add_option("--x-unit", options.xUnit, "of the numbers along x: ms, deg");
  list("--y-title", options.yTitles, "name of an axis of values, in the order of the units; repeat it");
  list("--unit", options.units, "of the numbers of such an axis: mm, deg; repeat it");
  command.add_flag("--statistics", options.statistics, "tells min, max, mean, rms, final value and settling time");
}

void addFilm(CLI::App& app, FilmOptions& options) {
  CLI::App* command = app.add_subcommand("film", "a film of a run");
  addProject(*command, options.project);
  command->add_option("--out", options.out, "*.mp4, *.webm, *.mkv, *.mov, *.gif or *.webp")->required();
  command
      ->add_option("--run", options.run, "a run (simulate --out), *.h5 or *.csv; without it the project is simulated")
      ->check(CLI::ExistingFile);
  CLI::Option* film = command->add_option("--film", options.film, "a film of the project (studio.films), by name");
  command->add_option("--shots", options.shots, "JSON file: size, rate, dark, shots")
      ->check(CLI::ExistingFile)
      ->excludes(film);
  command->add_option("--size", options.size, "WxH in pixels; default 1920x1080");
  command->add_option("--rate", options.rate, "frames per second; default 60")->check(CLI::Range(1, 240));
  command->add_option("--from", options.from, "s of the run");
  command->add_option("--to", options.to, "s of the run");
  command->add_option("--speed", options.speed, "seconds of the run per second of the film; 0.2 is slow motion");
  command->add_option("--hold", options.hold, "s that the last picture stands");
  command->add_option("--turns", options.turns, "of the camera about the vertical: 1 is a turntable");
  command->add_option("--text", options.text, "below, left");
  command->add_flag("--progress", options.progress, "say how far it is, a line for each hundredth");
  command->add_option("--plot", options.plot, "names or formulas between commas, whose curves grow beside it")
      ->expected(1)
      ->take_all();
  command->add_flag("--dark", options.dark, "dark background");
  addQuality(*command, options.quality, ", seconds for each frame");
  addLook(*command, options);
}

void addPlot(CLI::App& app, PlotOptions& options) {
  CLI::App* command = app.add_subcommand("plot", "signals as a figure or a table");
  addProject(*command, options.project);
  const auto list = [&](const char* name, std::vector<std::string>& texts, const char* help) {
    command->add_option(name, texts, help)->expected(1)->take_all();
  };
  list("--signals", options.signals, "names or formulas between commas: arm.tip.z,'tendon 1'.tension,norm(arm.tip)");
  list("--references", options.references, "drawn dashed, in the colours of the signals");
  list("--label", options.labels, "name of a curve, in the order of the signals; repeat it");
  command->add_option("--plot", options.plot, "a plot of the project, by title or number");
  command->add_option("--usual", options.usual, "tracking: references of controllers dashed, and what follows them")
      ->check(CLI::IsMember({"tracking"}));
  command
      ->add_option("--run", options.runs,
                   "a run (simulate --out), *.h5 or *.csv; repeat it for several; without it the project is simulated")
      ->check(CLI::ExistingFile)
      ->expected(1)
      ->take_all();
  command->add_option("--out", options.out, "*.svg, *.pdf, *.png or *.csv")->required();
  command->add_flag("--units", options.headerUnits, kUnitsHelp);
  addPlotLook(*command, options);
  command->add_option("--from", options.from, "s");
  command->add_option("--to", options.to, "s");
  command->add_option("--title", options.title, "above the figure");
  command->add_option("--width-mm", options.widthMm, "88 for one column, 181 for two")->check(CLI::Range(30, 1000));
  command->add_option("--height-mm", options.heightMm, "default: what the panels need")->check(CLI::Range(20, 1000));
  command->add_flag("--dark", options.dark, "dark background");
  command->add_flag("--json", options.json, "answer in JSON");
}

void addFigure(CLI::App& app, FigureOptions& options) {
  CLI::App* command = app.add_subcommand("figure", "a figure that the project stores: views and plots on a page");
  addProject(*command, options.project);
  command->add_option("name", options.name, "its name or number; without it the names are told");
  command->add_option("--out", options.out, "*.svg, *.pdf or *.png; tables of the panels are written beside it");
  command->add_option("--run", options.run, "a run (simulate --out) instead of the one that the figure names or makes")
      ->check(CLI::ExistingFile);
  command->add_option("--dpi", options.dpi, "of views and of PNG, instead of what the figure says")
      ->check(CLI::Range(20, 1200));
  addQuality(*command, options.quality, "; of all views, instead of what the figure says");
  command->add_flag("--dark", options.dark, "dark background");
}

/// As a shell would read it.
std::string commandLine(const std::vector<std::string>& arguments) {
  std::string text = "tendril";
  for (std::string argument : arguments) {
    const bool plain = !argument.empty() && argument.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == std::string::npos;
    for (std::size_t at = 0; (at = argument.find('\'', at)) != std::string::npos; at += 4)
      argument.replace(at, 1, "'\\''");
    text += plain ? ' ' + argument : " '" + argument + '\'';
  }
  return text;
}

void execute(const CLI::App& app, const Options& options, const Streams& streams, const Drawing& drawing) {
  const std::string command = app.get_subcommands().front()->get_name();
  if (command == "info") return info(options.info, streams);
  if (command == "dynamics") return dynamics(options.dynamics, streams);
  if (command == "simulate") return simulateCommand(options.simulate, streams);
  if (command == "inverse") return inverse(options.inverse, streams);
  if (command == "statics") return statics(options.statics, streams);
  if (command == "modes") return modes(options.modes, streams);
  if (command == "linearize") return linearizeCommand(options.linearize, streams);
  if (command == "plot") return plot(options.plot, streams);
  if (command == "convert") return convert(options.convert, streams);
  if (command == "verify") return verify(options.verify, streams);
  if (command == "export") return exportCommand(options.exported, streams, drawing.shapes);
  if (command == "figure" && drawing.figure) return drawing.figure(options.figure, streams);
  if (command == "film" && drawing.film) return drawing.film(options.film, streams);
  if (!drawing.render || command == "figure" || command == "film")
    throw Error(ExitCode::kUsage, "this build draws no pictures; configure with TENDRIL_GUI=ON");
  drawing.render(options.render, streams);
}

}  // namespace

int run(const std::vector<std::string>& arguments, const Streams& streams, const Drawing& drawing) {
  CLI::App app("Tendril: dynamics of robots with rigid and soft bodies", "tendril");
  app.set_version_flag("--version", TENDRIL_VERSION);
  app.require_subcommand(1);
  Options options;
  app.fallthrough();  // --plugin may stand behind the command too
  app.add_option("--plugin", options.plugins, "load a plugin; runs its code")->expected(1)->take_all();
  addInfo(app, options.info);
  addDynamics(app, options.dynamics);
  addSimulate(app, options.simulate);
  addInverse(app, options.inverse);
  addStatics(app, options.statics);
  addModes(app, options.modes);
  addLinearize(app, options.linearize);
  addVerify(app, options.verify);
  addConvert(app, options.convert);
  addExport(app, options.exported);
  addRender(app, options.render);
  addFilm(app, options.film);
  addPlot(app, options.plot);
  addFigure(app, options.figure);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them last first
    options.simulate.commandLine = commandLine(arguments);
    loadPlugins(options.plugins, streams.diagnostics);
    execute(app, options, streams, drawing);
    return static_cast<int>(ExitCode::kGood);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, streams.out, streams.diagnostics) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  } catch (const Error& error) {
    streams.diagnostics << "tendril: " << error.what() << '\n';
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    streams.diagnostics << "tendril: there is not enough memory; shorten the run, or make the robot smaller\n";
    return static_cast<int>(ExitCode::kFailed);
  } catch (const std::exception& error) {  // EngineError, and what libraries throw
    streams.diagnostics << "tendril: " << error.what() << '\n';
    return static_cast<int>(ExitCode::kFailed);
  }
}

}  // namespace tendril::cli
