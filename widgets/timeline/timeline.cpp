// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline.hpp"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kButton = 22;
constexpr int kLabel = 64;                              // room for "1234.56 s"
constexpr double kBar = 4;                              // thickness of the track
constexpr int kMostLanes = 3;                           // other runs beside the shown one that are drawn
constexpr double kShortest = 1e-3;                      // s, of the axis and of a loop
constexpr double kKeyStep = 0.005, kBigKeyStep = 0.05;  // of the axis
constexpr double kLeastKeyStep = 0.02;                  // s, so that a key always reaches another record

QString clockText(double t) {
  return QStringLiteral("%1 s").arg(QString::number(t, 'f', std::abs(t) < 100 ? 2 : 1)).replace(u'-', QChar(0x2212));
}

}  // namespace

Timeline::Timeline(QWidget* parent)
    : FloatingPanel(kCapsule, parent),
      loopButton_(addButton("loop", "timeline_loop", tr("Loop: play a range again and again"))),
      followButton_(addButton("follow-latest", "timeline_follow", tr("Follow the latest"))) {
  setObjectName("timeline");
  setAccessibleName(tr("Timeline"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setFixedHeight(kHeight + 2 * kShadow);
  loopButton_->setCheckable(true);
  connect(loopButton_, &QToolButton::toggled, this, &Timeline::toggleLoop);
  connect(followButton_, &QToolButton::clicked, this, &Timeline::followRequested);
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
  setTime(0, 0, true);
}

QToolButton* Timeline::addButton(const QString& icon, const QString& name, const QString& text) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setProperty("role", "small");
  button->setIcon(themeIcon(icon, Token::kSecondary));
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setFixedSize(kButton, kButton);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(text);
  button->setAccessibleName(text);
  return button;
}

QSize Timeline::sizeHint() const {
  return {kWidest + 2 * kShadow, kHeight + 2 * kShadow};
}

void Timeline::resizeEvent(QResizeEvent* event) {
  FloatingPanel::resizeEvent(event);
  const QRect inner = contentsRect();
  const int top = inner.top() + (inner.height() - kButton) / 2;
  loopButton_->move(inner.left() + 2 * kGrid, top);
  followButton_->move(inner.right() - kButton - kGrid, top);
}

// ---- what is shown

void Timeline::setRuns(std::vector<TimelineRun> runs) {
  if (runs == runs_) return;
  runs_ = std::move(runs);
  setSpan();
  update();
}

void Timeline::setMarks(std::vector<TimelineMark> marks) {
  if (marks == marks_) return;
  marks_ = std::move(marks);
  update();
}

void Timeline::setTime(double shown, double newest, bool following) {
  if (shown == shown_ && newest == newest_ && following == following_) return;
  shown_ = std::isfinite(shown) ? shown : 0;
  newest_ = std::isfinite(newest) ? newest : shown_;
  following_ = following;
  followButton_->setEnabled(!following_);
  setSpan();
  setAccessibleDescription(clockText(shown_));
  update();
}

void Timeline::setMemory(double fill, double capacityBytes) {
  fill = std::clamp(std::isfinite(fill) ? fill : 0, 0.0, 1.0);
  if (std::abs(fill - fill_) < 1e-3 && capacityBytes == capacity_) return;
  fill_ = fill;
  capacity_ = capacityBytes;
  update();
}

void Timeline::setSpan() {
  first_ = shown_;
  last_ = std::max(shown_, newest_);
  for (const TimelineRun& run : runs_) {
    if (!run.shown && !run.ancestor) continue;
    first_ = std::min(first_, run.start);
    last_ = std::max(last_, run.end);
  }
  // While time runs the axis grows in steps, or every instant would crawl to the left all the time.
  double length = 1;
  while (length < (last_ - first_) && length < 1e12) length *= length < 8 ? 2 : 1.25;
  last_ = first_ + std::max(length, kShortest);
}

QRectF Timeline::track() const {
  const QRect inner = contentsRect();
  const double left = inner.left() + 2 * kGrid + kButton + kLabel + 2 * kGrid;
  const double right = inner.right() - kGrid - kButton - kLabel - kGrid;
  return {left, inner.top() + (inner.height() - kBar) / 2 + 1, std::max(right - left, 1.0), kBar};
}

double Timeline::xOf(double t) const {
  const QRectF bar = track();
  return bar.left() + bar.width() * std::clamp((t - first_) / (last_ - first_), 0.0, 1.0);
}

double Timeline::timeAt(double x) const {
  const QRectF bar = track();
  return first_ + (last_ - first_) * std::clamp((x - bar.left()) / bar.width(), 0.0, 1.0);
}

// ---- hands

std::optional<TimelineRun> Timeline::laneAt(const QPointF& position) const {
  const QRectF bar = track();
  int lane = 0;
  for (auto run = runs_.rbegin(); run != runs_.rend() && lane < kMostLanes; ++run) {
    if (run->shown || run->ancestor) continue;
    ++lane;
    const double y = bar.top() - 3.0 * lane - 0.5;
    const bool inside = position.x() >= xOf(run->start) - 3 && position.x() <= xOf(run->end) + 3;
    if (inside && std::abs(position.y() - y) <= 1.5 && position.y() < bar.top() - 1) return *run;
  }
  return std::nullopt;
}

void Timeline::seekTo(double t) {
  double end = newest_, start = first_;
  for (const TimelineRun& run : runs_) {
    if (run.shown) start = run.start, end = std::max(run.end, newest_);
    if (run.ancestor && t >= run.start && t < run.end) return Q_EMIT seekRequested(run.id, t);
  }
  Q_EMIT seekRequested(0, std::clamp(t, start, std::max(start, end)));
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  event->accept();
  if (event->button() != Qt::LeftButton) return;
  setFocus(Qt::MouseFocusReason);
  const QPointF at = event->position();
  if (loop_) {
    const double start = xOf(loop_->first), end = xOf(loop_->second);
    if (std::abs(at.x() - start) < 6 && std::abs(at.x() - start) <= std::abs(at.x() - end))
      dragged_ = Dragged::kLoopStart;
    if (std::abs(at.x() - end) < 6 && std::abs(at.x() - end) < std::abs(at.x() - start)) dragged_ = Dragged::kLoopEnd;
    if (dragged_ != Dragged::kNone) return;
  }
  if (const auto lane = laneAt(at))
    return Q_EMIT seekRequested(lane->id, std::clamp(timeAt(at.x()), lane->start, lane->end));
  dragged_ = Dragged::kTime;
  seekTo(timeAt(at.x()));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  if (dragged_ == Dragged::kTime) seekTo(timeAt(event->position().x()));
  if (dragged_ == Dragged::kLoopStart || dragged_ == Dragged::kLoopEnd) moveLoop(timeAt(event->position().x()));
}

void Timeline::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  if ((dragged_ == Dragged::kLoopStart || dragged_ == Dragged::kLoopEnd) && loop_)
    Q_EMIT loopChanged(true, loop_->first, loop_->second);
  dragged_ = Dragged::kNone;
}

void Timeline::moveLoop(double t) {
  if (!loop_) return;
  if (dragged_ == Dragged::kLoopStart)
    loop_->first = std::min(t, loop_->second - kShortest);
  else
    loop_->second = std::max(t, loop_->first + kShortest);
  update();
}

std::pair<double, double> Timeline::loopRange() const {
  return loop_.value_or(std::pair(first_, std::max(newest_, first_ + kShortest)));
}

void Timeline::toggleLoop(bool on) {
  if (on == loop_.has_value()) return;
  if (on)
    loop_ = loopRange();
  else
    loop_.reset();
  update();
  const auto [from, to] = loopRange();
  Q_EMIT loopChanged(on, from, to);
}

void Timeline::keyPressEvent(QKeyEvent* event) {
  const double share = event->modifiers().testFlag(Qt::ShiftModifier) ? kBigKeyStep : kKeyStep;
  const double step = std::max((last_ - first_) * share, kLeastKeyStep);
  switch (event->key()) {
    case Qt::Key_Left:
      return seekTo(shown_ - step);
    case Qt::Key_Right:
      return seekTo(shown_ + step);
    case Qt::Key_End:
      return Q_EMIT followRequested();
    default:
      return FloatingPanel::keyPressEvent(event);
  }
}

bool Timeline::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return FloatingPanel::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(help->pos());
  if (tip.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), tip, this);
  return true;
}

QString Timeline::tipAt(const QPointF& position) const {
  if (!QRectF(track()).adjusted(-4, -12, 4, 12).contains(position)) {
    if (position.x() < track().left()) return {};
    return capacity_ > 0
               ? tr("Recorded runs take %1 % of %2 MB").arg(qRound(fill_ * 100)).arg(qRound(capacity_ / (1 << 20)))
               : tr("Recorded runs take %1 % of their memory").arg(qRound(fill_ * 100));
  }
  QString nearest;
  double distance = 5;
  for (const TimelineMark& mark : marks_)
    if (const double d = std::abs(xOf(mark.t) - position.x()); d < distance) distance = d, nearest = mark.text;
  if (!nearest.isEmpty()) return nearest;
  if (const auto lane = laneAt(position)) return tr("%1: click to show it").arg(lane->name);
  return clockText(timeAt(position.x()));
}

// ---- painting

void Timeline::paintEvent(QPaintEvent* event) {
  FloatingPanel::paintEvent(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintLanes(painter);
  paintTrack(painter);
  paintLoop(painter);
  paintLabels(painter);
  if (!hasFocus()) return;
  painter.setPen(QPen(AppTheme::instance().color(Token::kAccent), 1));
  painter.setBrush(Qt::NoBrush);
  const QRectF body = QRectF(contentsRect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.drawRoundedRect(body, body.height() / 2, body.height() / 2);
}

void Timeline::paintTrack(QPainter& painter) {
  const AppTheme& theme = AppTheme::instance();
  const QRectF bar = track();
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Token::kHairline));
  painter.drawRoundedRect(bar, kBar / 2, kBar / 2);
  for (const TimelineRun& run : runs_) {
    if (!run.shown && !run.ancestor) continue;
    const double end = run.shown ? std::max(run.end, newest_) : run.end;
    painter.setBrush(run.ancestor ? mixed(theme.color(Token::kHairline), theme.color(Token::kSecondary), 0.45)
                                  : theme.color(Token::kSecondary));
    painter.drawRoundedRect(QRectF(xOf(run.start), bar.top(), std::max(xOf(end) - xOf(run.start), kBar), kBar),
                            kBar / 2, kBar / 2);
  }
  for (const TimelineMark& mark : marks_) {
    painter.setBrush(theme.color(mark.color));
    painter.drawRect(QRectF(xOf(mark.t) - 0.75, bar.bottom() + 2, 1.5, 5));
  }
  const QPointF head(xOf(shown_), bar.center().y());
  painter.setBrush(theme.color(Token::kPanel));
  painter.setPen(QPen(theme.color(following_ ? Token::kSecondary : Token::kAccent), 1.5));
  painter.drawEllipse(head, 5.5, 5.5);
}

void Timeline::paintLanes(QPainter& painter) {
  const AppTheme& theme = AppTheme::instance();
  const QRectF bar = track();
  painter.setPen(Qt::NoPen);
  painter.setBrush(mixed(theme.color(Token::kHairline), theme.color(Token::kSecondary), 0.3));
  int lane = 0;
  for (auto run = runs_.rbegin(); run != runs_.rend() && lane < kMostLanes; ++run) {
    if (run->shown || run->ancestor) continue;
    ++lane;
    const double from = xOf(run->start);
    painter.drawRect(QRectF(from, bar.top() - 3.0 * lane - 1.25, std::max(xOf(run->end) - from, 2.0), 1.5));
  }
}

void Timeline::paintLoop(QPainter& painter) {
  if (!loop_) return;
  const AppTheme& theme = AppTheme::instance();
  const QRectF bar = track();
  const double from = xOf(loop_->first), to = xOf(loop_->second);
  QColor range = theme.color(Token::kAccent);
  range.setAlpha(60);
  painter.setPen(Qt::NoPen);
  painter.setBrush(range);
  painter.drawRect(QRectF(from, bar.top() - 4, to - from, kBar + 8));
  painter.setBrush(theme.color(Token::kAccent));
  for (const double x : {from, to}) painter.drawRoundedRect(QRectF(x - 1.5, bar.top() - 5, 3, kBar + 10), 1, 1);
}

void Timeline::paintLabels(QPainter& painter) {
  const AppTheme& theme = AppTheme::instance();
  const QRectF bar = track();
  const QRect inner = contentsRect();
  painter.setFont(AppTheme::numberFont());
  painter.setPen(theme.color(Token::kText));
  painter.drawText(QRectF(bar.left() - kLabel - 3 * kGrid, inner.top(), kLabel, inner.height()),
                   Qt::AlignRight | Qt::AlignVCenter, clockText(shown_));
  painter.setPen(theme.color(Token::kSecondary));
  const QRectF end(bar.right() + 2 * kGrid, inner.top(), kLabel, inner.height());
  painter.drawText(end, Qt::AlignLeft | Qt::AlignVCenter, clockText(std::max(newest_, shown_)));
  // Memory: a line under the end of the axis, from empty to full.
  const QRectF memory(end.left(), inner.bottom() - 4, kLabel - 8, 2);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Token::kHairline));
  painter.drawRoundedRect(memory, 1, 1);
  painter.setBrush(theme.color(fill_ > 0.9 ? Token::kWarn : Token::kSecondary));
  painter.drawRoundedRect(QRectF(memory.left(), memory.top(), memory.width() * fill_, 2), 1, 1);
}

}  // namespace tendril
