// SPDX-License-Identifier: GPL-3.0-or-later
// One function per command of `tendril`. Answers go to `out`, everything else to `diagnostics`; what cannot be done
// ends in an Error.
#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <optional>

#include "studio/cli/project_file.hpp"

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
  std::filesystem::path states;  ///< CSV
  std::vector<std::string> want;
  bool json = false;
};
void dynamics(const DynamicsOptions& options, const Streams& streams);

struct SimulateOptions {
  ProjectOptions project;
  std::optional<double> duration, step, every;
  std::string integrator;
  std::filesystem::path out;
  bool json = false;
};
void simulateCommand(const SimulateOptions& options, const Streams& streams);

struct StaticsOptions {
  ProjectOptions project;
  std::filesystem::path inputs;  ///< S.json: u, tau, wrenches, q to begin from
  bool json = false;
};
/// Error (a run that failed) if there is no equilibrium.
void statics(const StaticsOptions& options, const Streams& streams);

struct VerifyOptions {
  ProjectOptions project;
  int states = 5;
  unsigned seed = 0;
  bool json = false;
};
/// Error (a run that failed) if a check fails.
void verify(const VerifyOptions& options, const Streams& streams);

struct RenderOptions {
  ProjectOptions project;
  std::filesystem::path out, run;
  std::optional<double> time;
  int width = 1600, height = 1000;
  bool dark = false;
};
void render(const RenderOptions& options, const Streams& streams);

/// Reads the arguments (without the program's name), runs the command and reports errors. Returns the exit code.
/// `renderer` may be empty: this build draws no pictures.
using Renderer = std::function<void(const RenderOptions&, const Streams&)>;
int run(const std::vector<std::string>& arguments, const Streams& streams, const Renderer& renderer = {});

}  // namespace tendril::cli
