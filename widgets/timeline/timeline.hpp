// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

#include "widgets/floating/floating_panel.hpp"
#include "widgets/theme/tokens.hpp"

class QToolButton;

namespace tendril {

/// A recorded run as the timeline shows it.
struct TimelineRun {
  std::uint64_t id = 0;
  QString name = {};
  double start = 0, end = 0;  ///< s
  bool shown = false;         ///< the one in the view
  bool live = false;          ///< being recorded
  /// An ancestor of the shown run up to `end`: the way that led there.
  bool ancestor = false;
  bool operator==(const TimelineRun&) const = default;
};

/// Something that happened, as a tick with a tooltip.
struct TimelineMark {
  double t = 0;  ///< s
  QString text = {};
  Token color = Token::kSecondary;
  bool operator==(const TimelineMark&) const = default;
};

/// Recorded time under the transport: scrub with mouse or arrow keys, a range that is played in a loop, ticks for
/// events, thin lanes for the other runs, the memory that all of it takes. Only asks; whoever plays answers by
/// setTime().
class Timeline : public FloatingPanel {
  Q_OBJECT
 public:
  static constexpr int kHeight = 28;
  static constexpr int kWidest = 720, kNarrowest = 360;  ///< without the shadow

  explicit Timeline(QWidget* parent);

  /// Runs that are kept, the shown one among them; the events of the shown run.
  void setRuns(std::vector<TimelineRun> runs);
  void setMarks(std::vector<TimelineMark> marks);
  /// The instant in the view, the newest instant of the shown run, whether the view follows it.
  void setTime(double shown, double newest, bool following);
  /// Memory that the runs take, 0…1, and how much may be taken, bytes (0: not known).
  void setMemory(double fill, double capacityBytes);

  bool isLooping() const { return loop_.has_value(); }
  std::pair<double, double> loopRange() const;
  /// Position of an instant and back, logical pixels of this widget. Tests and the painter use them.
  double xOf(double t) const;
  double timeAt(double x) const;
  const std::vector<TimelineRun>& runs() const { return runs_; }

  QSize sizeHint() const override;

 Q_SIGNALS:
  /// Show this instant; run 0 is the one shown. Comes for every movement of the mouse.
  void seekRequested(std::uint64_t run, double t);
  void followRequested();
  /// Play this range again and again; off: do not.
  void loopChanged(bool on, double from, double to);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// What the pressed mouse button moves.
  enum class Dragged { kNone, kTime, kLoopStart, kLoopEnd };

  QToolButton* addButton(const QString& icon, const QString& name, const QString& text);
  QRectF track() const;
  std::optional<TimelineRun> laneAt(const QPointF& position) const;
  QString tipAt(const QPointF& position) const;
  void setSpan();
  void seekTo(double t);
  void toggleLoop(bool on);
  void moveLoop(double t);
  void paintTrack(QPainter& painter);
  void paintLanes(QPainter& painter);
  void paintLoop(QPainter& painter);
  void paintLabels(QPainter& painter);

  std::vector<TimelineRun> runs_;
  std::vector<TimelineMark> marks_;
  double shown_ = 0, newest_ = 0, fill_ = 0, capacity_ = 0, first_ = 0, last_ = 1;
  bool following_ = true;
  std::optional<std::pair<double, double>> loop_;
  Dragged dragged_ = Dragged::kNone;
  QToolButton *loopButton_, *followButton_;
};

}  // namespace tendril
