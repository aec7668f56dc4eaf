// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/recording/run_commands.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>

#include "core/model/controller.hpp"
#include "core/text/number_text.hpp"
#include "studio/app/actions/recording/recorded_runs.hpp"
#include "studio/app/context/shell_word.hpp"
#include "studio/app/context/studio_context.hpp"

namespace tendril {
namespace {

constexpr double kSame = 1e-9;  // of coordinates, SI

QString number(double value) {
  return QString::fromStdString(numberText(value));
}

bool isSame(const VecXRef& one, const VecXRef& other) {
  return one.size() == other.size() && (one.size() == 0 || (one - other).cwiseAbs().maxCoeff() <= kSame);
}

/// Whether it begins as the project says.
bool beginsAtStart(const Run& run) {
  const History::Record first = run.history->record(0);
  const Model& model = *run.parts.front().model;
  return std::abs(first.t) <= kSame && isSame(first.q, model.q0) && isSame(first.v, model.v0);
}

/// Of the run alone, whatever it goes on from.
QStringList lostIn(const Run& run, bool byHand) {
  QStringList lost;
  if (byHand) lost << QObject::tr("inputs that were moved by hand");
  if (std::ranges::any_of(run.parts, &RunPart::perturbed)) lost << QObject::tr("pulling the robot by hand");
  if (std::ranges::any_of(run.parts, [&](const RunPart& part) { return part.model != run.parts.front().model; }))
    lost << QObject::tr("edits of the project while it went on");
  return lost;
}

}  // namespace

QString jsonList(const VecXRef& values) {
  QStringList all;
  for (const double value : values) all << number(value);
  return u'[' + all.join(QStringLiteral(", ")) + u']';
}

QString stateFile(double t, const VecXRef& q, const VecXRef& v, const QString& more) {
  return QStringLiteral("<(echo '{\"t\": %1, \"q\": %2, \"v\": %3%4}')").arg(number(t), jsonList(q), jsonList(v), more);
}

struct RunCommands::Repeat {
  QString recording;    ///< the run itself on disk
  QString from;         ///< what it goes on from, for a shell; empty: the start of the project
  double begin = 0;     ///< s, of that
  double duration = 0;  ///< s from there; 0: no time has passed
  QStringList lost;
};

void RunCommands::follow(const Snapshot& snapshot) {
  if (snapshot.state != RunState::kRunning || snapshot.replaying) return;  // while time stands still they do nothing
  const bool held = std::ranges::any_of(snapshot.inputs, [](const InputState& i) { return i.held || i.fade > 0; });
  if (held) byHand_.insert(snapshot.liveRun);
}

RunCommands::Repeat RunCommands::repeatOf(const Run& run) const {
  Repeat out;
  out.recording = recordings_.fileOf(run.id);
  out.lost = lostIn(run, byHand_.contains(run.id));
  out.begin = run.start;
  const std::shared_ptr<const Run> parent = findRun(*context_.player().runs(), run.parent);
  const bool branch = run.reason == RunReason::kBranch && parent;
  const QString parentFile = branch ? recordings_.fileOf(parent->id) : QString();
  const auto fromFile = [&](const QString& file, double t) { out.from = shellWord(file + u'@' + number(t)); };
  if (!out.recording.isEmpty()) {
    fromFile(out.recording, run.start);
    out.lost << QObject::tr("what was done by hand while it was recorded");
  } else if (!parentFile.isEmpty()) {
    out.begin = run.branchTime;
    fromFile(parentFile, run.branchTime);
  } else if (!beginsAtStart(run)) {
    Repeat before;
    if (branch && parent->partAt(run.branchTime).model == run.parts.front().model) before = repeatOf(*parent);
    if (branch && before.duration > 0 && before.lost.isEmpty()) {
      out.from = before.from, out.begin = before.begin;  // the way there is repeated with all that it remembers
    } else {
      const History::Record first = run.history->record(0);
      out.from = stateFile(first.t, first.q, first.v);
      if (run.reason != RunReason::kState && !controllerLayouts(*run.parts.front().model).empty())
        out.lost << QObject::tr("what controllers remembered where it begins");
    }
  }
  out.duration = std::max(0.0, run.end() - out.begin);
  return out;
}

RunCommands::Repeat RunCommands::repeat() const {
  const std::shared_ptr<const Run> run = context_.player().shownRun();
  return run && run->history->size() > 0 ? repeatOf(*run) : Repeat();
}

QString RunCommands::simulate(const QString& project, const QString& out) const {
  const Repeat run = repeat();
  const std::shared_ptr<const Model>& model = context_.player().snapshot().model;
  const double duration = run.duration > 0 ? run.duration : model ? model->simulation.duration : 10;
  return QStringLiteral("tendril simulate %1%2 --duration %3 --out %4")
      .arg(project, run.from.isEmpty() ? QString() : QStringLiteral(" --from ") + run.from,
           QString::number(duration, 'g', 6), out);
}

RunCommands::Source RunCommands::source(const QString& project) const {
  const Repeat run = repeat();
  const QString opened = context_.document().recordedIn();
  if (!run.recording.isEmpty())
    return {.before = {},
            .option = run.recording == opened ? QString() : QStringLiteral(" --run ") + shellWord(run.recording)};
  if (run.from.isEmpty() && opened.isEmpty()) return {.before = {}, .option = {}, .simulates = true};
  const QString file = freeName();
  return {.before = simulate(project, file) + QStringLiteral(" && "), .option = QStringLiteral(" --run ") + file};
}

QString RunCommands::freeName() const {
  const QString from = repeat().from, opened = context_.document().recordedIn();
  const bool taken = from.contains(QStringLiteral("run.h5@")) || opened.endsWith(QStringLiteral("run.h5"));
  return taken ? QStringLiteral("again.h5") : QStringLiteral("run.h5");
}

QString RunCommands::recording() const {
  return repeat().recording;
}

QStringList RunCommands::lost() const {
  return repeat().lost;
}

}  // namespace tendril
