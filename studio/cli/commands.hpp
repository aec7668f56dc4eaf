// SPDX-License-Identifier: GPL-3.0-or-later
// One function per command of `tendril`. Answers go to `out`, everything else to `diagnostics`; what cannot be done
// ends in an Error.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>

#include "studio/cli/io/project_file.hpp"
#include "studio/export/robot_export.hpp"

namespace tendril::cli {

struct Streams {
  std::ostream& out;
  std::ostream& diagnostics;
  bool terminal = false;                      ///< diagnostics is a terminal: progress may be drawn
  const std::atomic<bool>* cancel = nullptr;  ///< true: stop at the next step
};

struct InfoOptions {
  ProjectOptions project;
  bool json = false;
};
void info(const InfoOptions& options, const Streams& streams);

struct DynamicsOptions {
  ProjectOptions project;
  std::filesystem::path state;   ///< S.json
  std::filesystem::path states;  ///< table, or recording
  std::vector<std::string> want;
  bool json = false;
};
void dynamics(const DynamicsOptions& options, const Streams& streams);

struct SimulateOptions {
  ProjectOptions project;
  std::optional<double> duration, step, every;
  std::string integrator;
  std::filesystem::path out;  ///< *.csv, *.h5; empty: none
  std::string from;           ///< S.json, run.h5, run.h5@t, run.csv@t: where it begins; empty: the project's start
  std::string commandLine;    ///< that is noted in a recording
  bool json = false;
  bool force = false;        ///< however long it takes
  bool headerUnits = false;  ///< of a table: in its headings
};
/// Error (a run that failed) where it diverges, or the disk is full: what was computed till then is in `out`.
void simulateCommand(const SimulateOptions& options, const Streams& streams);

struct InverseOptions {
  ProjectOptions project;
  std::filesystem::path reference;  ///< what joints follow (readMotionPlan); empty: controlledMotion
  std::filesystem::path out;        ///< table, *.csv; empty: none
  int order = 0;                    ///< derivatives by time of the forces
  bool full = false;                ///< with springs and dampers
  bool json = false;
};
/// Forces of a motion, and their derivatives by time. Error (bad file) for a robot that has none, or a reference that
/// is not smooth enough.
void inverse(const InverseOptions& options, const Streams& streams);

struct StaticsOptions {
  ProjectOptions project;
  std::filesystem::path inputs;   ///< S.json: u, tau, wrenches, q to begin from
  std::filesystem::path to;       ///< inputs to sweep to, from `inputs`; empty: one equilibrium
  std::filesystem::path targets;  ///< frames that are to be somewhere, by other inputs; empty: none
  std::filesystem::path out;      ///< table of the branch, of the targets or of the workspace
  int points = 50;                ///< of the branch, at least
  int workspace = 0;              ///< samples of the inputs; 0: no workspace
  std::string frame;              ///< of the workspace: "link" or "link@0.5"; empty: the tip of the last link
  std::uint64_t seed = 0;         ///< of the samples
  int threads = 0;                ///< that sample; 0: all
  bool stable = false;            ///< leave an equilibrium that is not stable for one that is
  bool json = false;
};
/// Error (a run that failed) if there is no equilibrium.
void statics(const StaticsOptions& options, const Streams& streams);

struct ModesOptions {
  ProjectOptions project;
  std::filesystem::path inputs;  ///< as StaticsOptions::inputs
  int count = 10;                ///< 0: all
  bool stable = false;           ///< as StaticsOptions::stable
  bool json = false;
};
/// Error (a run that failed) if there is no equilibrium, or something moves without inertia.
void modes(const ModesOptions& options, const Streams& streams);

struct LinearizeOptions {
  ProjectOptions project;
  std::string at = "equilibrium";    ///< or "initial"
  std::filesystem::path inputs;      ///< as StaticsOptions::inputs
  std::filesystem::path state;       ///< S.json: q, v, u, tau, wrenches, t, instead of `at`
  std::vector<std::string> outputs;  ///< signals; empty: coordinates and tips
  std::filesystem::path output;      ///< *.json, *.csv, *.npz or a folder; empty: none
  bool stable = false;               ///< as StaticsOptions::stable
  bool json = false;
};
/// A, B, C, D and poles about a state. Error (a run that failed) if there is no equilibrium, (bad file) for a state
/// that opens loops or outputs that there are not.
void linearizeCommand(const LinearizeOptions& options, const Streams& streams);

struct VerifyOptions {
  ProjectOptions project;
  int states = 5;
  unsigned seed = 0;
  bool json = false;
};
/// Error (a run that failed) if a check fails.
void verify(const VerifyOptions& options, const Streams& streams);

struct ConvertOptions {
  std::filesystem::path file;  ///< *.urdf, *.xml
  std::filesystem::path out;   ///< *.tendril.json; empty: the file's name in the working folder
  bool floating = false;       ///< its first link moves freely
  bool force = false;          ///< replaces a project that is there
  bool json = false;
};
/// Makes a project of a robot of another program and says what is not taken over. Error (bad file) where it has none.
void convert(const ConvertOptions& options, const Streams& streams);

struct ExportOptions {
  ProjectOptions project;
  std::filesystem::path out;         ///< its ending is the format, unless `format` is given
  std::string format;                ///< key of exportFormats()
  std::string at;                    ///< shapes: "equilibrium", else the initial state
  std::filesystem::path inputs;      ///< as StaticsOptions::inputs, of the equilibrium
  std::filesystem::path state;       ///< S.json: q, v, u, t, instead of `at`
  bool stable = false;               ///< as StaticsOptions::stable
  std::filesystem::path run;         ///< that is written, instead of the robot; empty: none
  std::vector<std::string> signals;  ///< names or formulas; empty: what is recorded
  std::optional<double> from, to;    ///< s, of the run
  std::optional<double> every;       ///< s between rows or shapes; default: all that are recorded
  std::optional<int> keys;           ///< of a run as .glb: key frames of a soft link at most; default: kKeyFrames
  bool headerUnits = false;          ///< of a run as *.csv: in its headings
  int softLinks = 0;                 ///< rigid links of the chain for each soft one; 0: soft links are refused
  bool force = false;                ///< replaces files that are there
  bool json = false;
};
/// Writes shapes; empty: this build has none.
using ShapeWriter = std::function<ExportedModel(const std::shared_ptr<const Model>&, const ShapeInstant&, ExportFormat,
                                                const std::filesystem::path&, bool)>;
/// Writes shapes over time; empty: this build has none.
using SeriesWriter = std::function<ExportedModel(const std::shared_ptr<const Model>&, std::span<const ShapeInstant>,
                                                 const std::filesystem::path&, bool, const ExportProgress&, int)>;
/// What writes shapes; empty functions: this build has none.
struct ShapeWriters {
  ShapeWriter shape;
  SeriesWriter series;
};
/// Writes the robot, its shape or a run as a file of another program.
void exportCommand(const ExportOptions& options, const Streams& streams, const ShapeWriters& writers);
/// Writes a run: .csv, .npz, .mat, .pvd, .glb.
ExportedModel exportRun(const ExportOptions& options, const Streams& streams, const SeriesWriter& series);
/// Whether it is a run that is to be written: one is given, or the file is one of runs, or the project is a recording
/// and the file an animation where no configuration is asked for.
bool asksForRun(const ExportOptions& options);

/// How soft bodies look, and what is drawn besides bodies.
struct LookOptions {
  std::string field;               ///< key of surfaceFields(): colours of soft bodies
  std::vector<std::string> range;  ///< ends of the colours, SI, or percentiles; default: those of the picture, round
  std::string cut;                 ///< "y=0.01", "1,0,1=0.02": where soft bodies are cut, m
  std::vector<double> iso;         ///< values of the field, SI, at which surfaces are drawn within volumes
  std::vector<std::string> show;   ///< keys of sceneOverlays(), between commas; "no-" before one hides it
};

struct RenderOptions : LookOptions {
  ProjectOptions project;
  std::filesystem::path out, run;
  std::filesystem::path state;  ///< file of states, of which the first is drawn; empty: none
  std::optional<double> time;
  int width = 1600, height = 1000;
  std::string size;  ///< "WxH", instead of width and height
  bool dark = false;
  bool bare = false;                ///< without axes, labels and scales
  std::string backdrop = "themed";  ///< or "white", "transparent"
  std::string quality = "live";     ///< or "publication"
  std::optional<int> samples;       ///< of publication quality
  std::string view;                 ///< "iso", "front", "right", "top"; empty: as the project has it, or framed
  bool orthographic = false;
  bool hiddenLines = false;    ///< of a line drawing, dashed
  int filmStrip = 0;           ///< frames of a looping motion side by side; 0: one picture
  std::optional<double> loop;  ///< s, about how long that motion is; default 3
  double warmUp = 2;           ///< s of motion before it
};
void render(const RenderOptions& options, const Streams& streams);

struct FilmOptions : LookOptions {
  ProjectOptions project;
  std::filesystem::path out, run;
  std::string film;                             ///< name in studio.films of the project; empty: none
  std::filesystem::path shots;                  ///< file that describes the film; empty: none
  std::string size;                             ///< "WxH"; empty: as the film says, else 1920x1080
  std::optional<double> rate;                   ///< frames per second; default: as the film says, else 60
  std::optional<double> from, to, speed, hold;  ///< of one shot: s, s, seconds of the run per second, s
  std::optional<double> turns;                  ///< of the camera about the vertical
  std::string text;                             ///< over the film
  std::vector<std::string> plot;                ///< signals; each text may hold several, between commas
  std::string quality;                          ///< as of `render`; empty: as the film says, else live
  bool dark = false;
  bool progress = false;  ///< told in lines for programs
};
/// Makes a film of a run (or of one made now): one shot by the options, or those of a file or of the project.
void film(const FilmOptions& options, const Streams& streams);

struct PlotOptions {
  ProjectOptions project;                        ///< its file may be a table, whose columns are then the signals
  std::vector<std::string> signals, references;  ///< names or formulas; each text may hold several, between commas
  std::vector<std::string> along;                ///< what stands along x, likewise; empty: time
  std::vector<std::string> labels;               ///< of the curves, in the order of the signals
  std::vector<std::string> yTitles, units;       ///< of the axes of values, in their order
  std::string xTitle, xUnit;
  std::string plot;   ///< title or number of a plot that the project stores
  std::string usual;  ///< "tracking": what controllers follow, and how well
  std::string title, log, band;
  bool spectrum = false, rightAxis = false, statistics = false;
  int histogram = 0;
  std::string perRun;  ///< of a histogram: by which number of it every run counts once; empty: every instant counts
  std::filesystem::path out;
  std::vector<std::filesystem::path> runs;
  std::optional<double> from, to;  ///< s
  double widthMm = 88, heightMm = 0;
  bool dark = false, json = false;
  bool headerUnits = false;  ///< of a table: in its headings
};
/// Draws signals of a run (or of one made now) over time, another signal or frequency, or writes them as a table.
void plot(const PlotOptions& options, const Streams& streams);

struct FigureOptions {
  ProjectOptions project;
  std::string name;                ///< of `studio.figures`, or a number from 1; empty: their names are told
  std::filesystem::path out, run;  ///< run: instead of what the figure says
  std::optional<double> dpi;       ///< instead of what the figure says
  std::string quality;             ///< of all views, as of `render`; empty: as the figure says
  bool dark = false;
};
/// Makes a figure that the project stores, with the data of its panels beside it.
void figureCommand(const FigureOptions& options, const Streams& streams);

/// What only builds with pictures can do; empty functions: this build has none.
struct Drawing {
  std::function<void(const RenderOptions&, const Streams&)> render = {};
  std::function<void(const FigureOptions&, const Streams&)> figure = {};
  ShapeWriters shapes = {};
  std::function<void(const FilmOptions&, const Streams&)> film = {};
};

/// Reads the arguments (without the program's name), runs the command and reports errors. Returns the exit code.
int run(const std::vector<std::string>& arguments, const Streams& streams, const Drawing& drawing = {});

}  // namespace tendril::cli
