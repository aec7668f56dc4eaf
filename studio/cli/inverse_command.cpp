// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <stdexcept>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
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

/// What a run along references has done.
struct Summary {
  std::int64_t rows = 0;
  double seconds = 0;  ///< of wall time, without reading and writing
  VecX largest;        ///< |τ| of each coordinate, N·m or N
};

class InverseRun {
 public:
  InverseRun(const Model& model, const MotionFile& file, int order, bool full)
      : file_(file),
        order_(order),
        full_(full),
        motion_(model, file.joints),
        dynamics_(model, order),
        q_(VecX::Zero(model.nq)),
        v_(MatX::Zero(model.nv, order + 2)) {
    const std::string why = motion_.whyNot(order + 1, file.from, file.to);
    if (!why.empty()) throw std::invalid_argument(why + ". Order " + std::to_string(order) + " takes it.");
    summary_.largest = VecX::Zero(model.nv);
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
    motion_.evaluate(t, order_ + 1, q_, v_);
    dynamics_.inverseDynamics(q_, v_, {.t = t, .internal = full_});
    summary_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    if (!dynamics_.tau.allFinite())
      throw std::invalid_argument("the forces at t = " + std::to_string(t) +
                                  " s are no numbers: check the references there");
    summary_.largest = summary_.largest.cwiseMax(dynamics_.tau.col(0).cwiseAbs());
    ++summary_.rows;
  }
  void write(double t, TableWriter& table) {
    row_.assign(1, t);
    row_.insert(row_.end(), q_.begin(), q_.end());
    row_.insert(row_.end(), v_.reshaped().begin(), v_.reshaped().end());
    row_.insert(row_.end(), dynamics_.tau.reshaped().begin(), dynamics_.tau.reshaped().end());
    table.write(row_);
  }

  const MotionFile& file_;
  int order_;
  bool full_;
  MotionReference motion_;
  TimeDerivatives dynamics_;
  VecX q_;
  MatX v_;
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
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  try {
    const MotionFile file(options.reference, project.description, project.directory, *model);
    InverseRun run(*model, file, options.order, options.full);
    std::optional<TableWriter> table;
    if (!options.out.empty()) table.emplace(options.out, header(*model, options.order));
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
