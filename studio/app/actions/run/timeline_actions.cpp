// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/run/timeline_actions.hpp"

#include <set>

#include "studio/app/context/studio_context.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr int kFramesPerList = 30;  // the list of runs follows twice a second

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// "run 3 · edited": chip and lists.
QString chipOf(const Run& run) {
  const std::string_view reason = runReasonName(run.reason);
  const bool plain = run.reason == RunReason::kStart || run.reason == RunReason::kReset;
  QString what = QString::fromUtf8(reason.data(), static_cast<qsizetype>(reason.size()));
  return plain ? text(run.name) : QStringLiteral("%1 · %2").arg(text(run.name), what);
}

QString originOf(const Run& run, const RunList& runs) {
  const std::string_view reason = runReasonName(run.reason);
  QString what = QString::fromUtf8(reason.data(), static_cast<qsizetype>(reason.size()));
  const auto parent = findRun(runs, run.parent);
  if (!parent) return what;
  return TimelineActions::tr("%1 at %2 s of %3").arg(what, QString::number(run.branchTime, 'f', 2), text(parent->name));
}

Token tokenOf(EventKind kind) {
  switch (kind) {
    case EventKind::kDiverged:
      return Token::kError;
    case EventKind::kLimit:
    case EventKind::kSaturation:
    case EventKind::kInfeasible:
      return Token::kWarn;
    default:
      return Token::kSecondary;
  }
}

/// Ids of the runs that led to this one, with the time at which they were left.
std::map<std::uint64_t, double> lineageOf(const Run& run, const RunList& runs) {
  std::map<std::uint64_t, double> left;
  std::uint64_t parent = run.parent;
  double at = run.branchTime;
  while (parent != 0 && !left.contains(parent)) {
    const auto above = findRun(runs, parent);
    if (!above) break;
    left[parent] = at;
    parent = above->parent;
    at = above->branchTime;
  }
  return left;
}

std::vector<TimelineRun> timelineRuns(const Snapshot& snapshot) {
  std::vector<TimelineRun> rows;
  const auto shown = findRun(*snapshot.runs, snapshot.run);
  const std::map<std::uint64_t, double> lineage =
      shown ? lineageOf(*shown, *snapshot.runs) : std::map<std::uint64_t, double>();
  for (const auto& run : *snapshot.runs) {
    const auto left = lineage.find(run->id);
    rows.push_back({.id = run->id,
                    .name = chipOf(*run),
                    .start = run->start,
                    .end = left == lineage.end() ? run->end() : std::min(left->second, run->end()),
                    .shown = run->id == snapshot.run,
                    .live = run->id == snapshot.liveRun,
                    .ancestor = left != lineage.end()});
  }
  return rows;
}

}  // namespace

TimelineActions::TimelineActions(StudioContext& context)
    : QObject(&context.window()), context_(context), timeline_(new Timeline(&context.view())) {
  timeline_->setProperty("helpTitle", tr("Timeline"));
  timeline_->setProperty("helpGuide", "running.md#runs-and-branches");
  timeline_->setProperty(
      "helpText", tr("All recorded time of the run in the view. Drag to look at any instant; playing on from there "
                     "begins a new run as a branch. Ticks are events; thin lines above are the other runs."));
  context.view().setTimeline(timeline_);
  connectTimeline();
  connectRuns();
}

void TimelineActions::connectTimeline() {
  Player& player = context_.player();
  connect(timeline_, &Timeline::seekRequested, &player, [&player](std::uint64_t run, double t) {
    if (run == 0)
      player.seek(t);
    else
      player.seek(run, t);
  });
  connect(timeline_, &Timeline::followRequested, &player, &Player::followLatest);
  connect(timeline_, &Timeline::loopChanged, &player, [&player](bool on, double from, double to) {
    if (on)
      player.replay(player.snapshot().run, from, to, true);
    else
      player.pause();
  });
  connect(&player, &Player::frame, this, &TimelineActions::showFrame);
  connect(&player, &Player::runsChanged, this, &TimelineActions::showRuns);
  connect(&player, &Player::stateChanged, this, [this, &player] { showRuns(player.snapshot()); });
  context_.actions().add(tr("Follow the latest instant"), "follow-latest", {Qt::Key_End},
                         [&player] { player.followLatest(); });
}

void TimelineActions::connectRuns() {
  Player& player = context_.player();
  RunsPopover& runs = context_.status().runs();
  connect(&runs, &RunsPopover::showRequested, &player, [&player](std::uint64_t id) {
    if (const auto run = findRun(*player.runs(), id)) player.seek(id, run->end());
  });
  connect(&runs, &RunsPopover::renameRequested, &player,
          [&player](std::uint64_t id, const QString& name) { player.renameRun(id, name); });
  connect(&runs, &RunsPopover::deleteRequested, &player, [&player](std::uint64_t id) { player.deleteRun(id); });
}

void TimelineActions::showFrame(const Snapshot& snapshot) {
  const auto shown = findRun(*snapshot.runs, snapshot.run);
  const bool live = snapshot.run == snapshot.liveRun;
  timeline_->setVisible(snapshot.state != RunState::kEmpty);
  const double newest = live ? snapshot.liveTime : shown ? shown->end() : snapshot.t;
  timeline_->setTime(snapshot.t, newest, !snapshot.replaying);
  timeline_->setMemory(snapshot.historyFill, static_cast<double>(Session::Options().historyBytes));
  context_.status().setReplaying(snapshot.replaying);
  if (shown && (shown->id != runOfEvents_ || shown->events->size() != eventsShown_)) showEvents(*shown);
  if (framesUntilRuns_-- > 0) return;
  showRuns(snapshot);
}

void TimelineActions::showRuns(const Snapshot& snapshot) {
  framesUntilRuns_ = kFramesPerList;
  timeline_->setRuns(timelineRuns(snapshot));
  const auto shown = findRun(*snapshot.runs, snapshot.run);
  context_.status().setRun(shown ? chipOf(*shown) : QString());
  std::vector<RunRow> rows;
  for (const auto& run : *snapshot.runs)
    rows.push_back({.id = run->id,
                    .name = text(run->name),
                    .origin = originOf(*run, *snapshot.runs),
                    .start = run->start,
                    .end = run->end(),
                    .shown = run->id == snapshot.run,
                    .live = run->id == snapshot.liveRun});
  context_.status().runs().setRuns(std::move(rows));
}

void TimelineActions::showEvents(const Run& run) {
  runOfEvents_ = run.id;
  eventsShown_ = run.events->size();
  std::vector<TimelineMark> marks;
  for (std::size_t i = 0; i < eventsShown_; ++i) {
    const RunEvent& event = (*run.events)[i];
    const std::string_view kind = eventKindName(event.kind);
    const QString what =
        event.text.empty() ? QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())) : text(event.text);
    marks.push_back({.t = event.t,
                     .text = tr("%1 at %2 s").arg(what, QString::number(event.t, 'f', 3)),
                     .color = tokenOf(event.kind)});
  }
  timeline_->setMarks(std::move(marks));
}

}  // namespace tendril
