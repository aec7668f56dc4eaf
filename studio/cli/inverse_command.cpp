// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "core/project/json_tree.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/motion_file.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/table.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using Clock = std::chrono::steady_clock;

constexpr double kMostRows = 1e7;

/// "t", "arm.q[0]", …, then per derivative k of v "arm.v[0].d1" and of the forces "arm.tau[0].d1"; without ".d0".
std::vector<std::string> header(const Model& model, int order) {
  std::vector<std::string> names = {"t"};
  const auto add = [&](const Link& link, const char* what, int count, int k) {
    for (int i = 0; i < count; ++i)
      names.push_back(signalPart(link.name) + '.' + what + '[' + std::to_string(i) + ']' +
                      (k ? ".d" + std::to_string(k) : ""));
  };
  for (const Link& link : model.links) add(link, "q", link.nqJoint + link.nBody, 0);
  for (int k = 0; k <= order + 1; ++k)
    for (const Link& link : model.links) add(link, "v", link.nvJoint + link.nBody, k);
  for (int k = 0; k <= order; ++k)
    for (const Link& link : model.links) add(link, "tau", link.nvJoint + link.nBody, k);
  return names;
}

/// Per motor behind a spring: its torque, position, speed and the spring's deflection.
void addMotors(const Model& model, std::vector<std::string>& names) {
  for (const DrivenCoordinate& c : drivenCoordinates(model)) {
    const Link& link = model.links[static_cast<std::size_t>(c.link)];
    for (std::size_t m = 0; m < c.motors.size(); ++m) {
      const std::size_t at = static_cast<std::size_t>(c.v - link.vJoint) * c.motors.size() + m;
      const std::string motor =
          signalPart(link.name) + ".motor" + (link.joint.motors.size() == 1 ? "" : '[' + std::to_string(at) + ']');
      for (const char* what : {".torque", ".q", ".v", ".deflection"}) names.push_back(motor + what);
    }
  }
}

/// What a run along references has done.
struct Summary {
  std::int64_t rows = 0;
  double seconds = 0;  ///< of wall time, without reading and writing
  VecX largest;        ///< |τ| of each coordinate, N·m or N
};

class InverseRun {
 public:
  InverseRun(const Model& model, const MotionFile& file, int order, bool full)
      : model_(model),
        file_(file),
        order_(order),
        full_(full),
        motion_(model, file.joints),
        dynamics_(model, order),
        q_(VecX::Zero(model.nq)) {
    const std::string why = motion_.whyNot(order + 1, file.from, file.to);
    if (!why.empty()) throw std::invalid_argument(why + ". Order " + std::to_string(order) + " takes it.");
    if (hasMotors(model, file)) {
      drives_.emplace(model);
      stiffness_.setZero(drives_->pairs(), DriveDynamics::kOrder + 1);
      const std::string rough = motion_.whyNot(DriveDynamics::kOrder + 1, file.from, file.to);
      if (!rough.empty()) throw std::invalid_argument(rough + ". Motors behind springs take it.");
    }
    v_.setZero(model.nv, std::max(order, drives_ ? DriveDynamics::kOrder : 0) + 2);
    summary_.largest = VecX::Zero(model.nv);
  }

  /// Whether motors behind springs are told what to do: those of variable stiffness need to know which.
  static bool hasMotors(const Model& model, const MotionFile& file) {
    const std::vector<DrivenCoordinate> coordinates = drivenCoordinates(model);
    const bool pairs = std::any_of(coordinates.begin(), coordinates.end(), [](const auto& c) { return c.pair >= 0; });
    return !coordinates.empty() && (!pairs || !file.stiffness.empty());
  }

  Summary run(TableWriter* table, ProgressBar& bar, const Streams& streams) {
    const double rows = std::floor((file_.to - file_.from) / file_.step * (1 + 1e-12)) + 1;
    if (!(rows <= kMostRows)) throw std::invalid_argument("step is so short that there are more than ten million rows");
    for (std::int64_t i = 0; static_cast<double>(i) < rows && !(streams.cancel && *streams.cancel); ++i) {
      const double t = file_.from + static_cast<double>(i) * file_.step;
      evaluate(t);
      if (table) write(t, *table);
      if (i % 64 == 0) bar.show(static_cast<double>(i) / rows);
    }
    return summary_;
  }

 private:
  void evaluate(double t) {
    const Clock::time_point begin = Clock::now();
    motion_.evaluate(t, static_cast<int>(v_.cols()) - 1, q_, v_);
    dynamics_.inverseDynamics(q_, v_.leftCols(order_ + 2), {.t = t, .internal = full_});
    if (drives_) turnMotors(t);
    summary_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    if (!dynamics_.tau.allFinite())
      throw std::invalid_argument("the forces at t = " + std::to_string(t) +
                                  " s are no numbers: check the references there");
    summary_.largest = summary_.largest.cwiseMax(dynamics_.tau.col(0).cwiseAbs());
    ++summary_.rows;
  }
  void turnMotors(double t) {
    for (std::size_t i = 0; i < file_.stiffness.size(); ++i)
      file_.stiffness[i]->evaluate(t, DriveDynamics::kOrder, stiffness_.middleRows(static_cast<Eigen::Index>(i), 1));
    drives_->inverseDynamics(q_, v_, stiffness_, {.t = t});
    if (!drives_->failure.empty())
      throw std::invalid_argument("at t = " + std::to_string(t) + " s: " + drives_->failure);
  }
  void write(double t, TableWriter& table) {
    row_.assign(1, t);
    row_.insert(row_.end(), q_.begin(), q_.end());
    const auto rates = v_.leftCols(order_ + 2).reshaped();
    row_.insert(row_.end(), rates.begin(), rates.end());
    row_.insert(row_.end(), dynamics_.tau.reshaped().begin(), dynamics_.tau.reshaped().end());
    if (drives_) appendMotors();
    table.write(row_);
  }
  void appendMotors() {
    std::size_t next = 0;
    for (const DrivenCoordinate& c : drives_->coordinates())
      for (std::size_t m = 0; m < c.motors.size(); ++m) {
        const MotorMotion& motor = drives_->motors[next++];
        const double joint = q_[model_.qOfV[static_cast<std::size_t>(c.v)]];
        row_.insert(row_.end(), {motor.torque, joint + motor.deflection, motor.speed, motor.deflection});
      }
  }

  const Model& model_;
  const MotionFile& file_;
  int order_;
  bool full_;
  MotionReference motion_;
  TimeDerivatives dynamics_;
  VecX q_;
  MatX v_, stiffness_;
  std::optional<DriveDynamics> drives_;
  std::vector<double> row_;
  Summary summary_;
};

void print(const Model& model, const Summary& summary, int order, std::ostream& out) {
  char text[160];
  std::snprintf(text, sizeof text, "%lld instants with derivatives up to order %d, %.3g µs each\n",
                static_cast<long long>(summary.rows), order, 1e6 * summary.seconds / static_cast<double>(summary.rows));
  out << text << "largest forces:\n";
  for (int v = 0; v < model.nv; ++v) {
    std::snprintf(text, sizeof text, "  %-28s %.6g\n", model.velocityName(v).c_str(), summary.largest[v]);
    out << text;
  }
}

void printJson(const Model& model, const Summary& summary, int order, std::ostream& out) {
  Node largest = Node::object();
  for (int v = 0; v < model.nv; ++v) largest.add(model.velocityName(v), Node::ofNumber(summary.largest[v]));
  Node answer = Node::object();
  answer.add("rows", Node::ofNumber(static_cast<double>(summary.rows)));
  answer.add("order", Node::ofNumber(order));
  answer.add("wall", Node::ofNumber(summary.seconds));
  answer.add("largest", std::move(largest));
  out << json::write(answer) << '\n';
}

}  // namespace

void inverse(const InverseOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics, RobotPart::kLinkSide);
  try {
    const MotionFile file(options.reference, project.description, project.directory, *model);
    InverseRun run(*model, file, options.order, options.full);
    std::optional<TableWriter> table;
    std::vector<std::string> names = header(*model, options.order);
    if (InverseRun::hasMotors(*model, file)) addMotors(*model, names);
    if (!options.out.empty()) table.emplace(options.out, std::move(names));
    ProgressBar bar(streams.diagnostics, streams.terminal, "inverse dynamics");
    const Summary summary = run.run(table ? &*table : nullptr, bar, streams);
    if (table) table->finish();
    options.json ? printJson(*model, summary, options.order, streams.out)
                 : print(*model, summary, options.order, streams.out);
  } catch (const Error&) {
    throw;
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  } catch (const std::runtime_error& error) {  // NoTimeDerivatives, a path without a tangent
    throw Error(ExitCode::kBadFile, error.what());
  }
}

}  // namespace tendril::cli
