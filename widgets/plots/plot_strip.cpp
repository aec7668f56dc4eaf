// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_strip.hpp"

#include <QActionGroup>
#include <QGridLayout>
#include <QMenu>
#include <QPainter>

#include <limits>
#include <utility>

#include "widgets/format.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kButton = 26;
constexpr int kAllRuns = std::numeric_limits<int>::max();

QAction* addChoice(QMenu& menu, QActionGroup& group, const QString& text, bool on) {
  QAction* action = menu.addAction(text);
  action->setCheckable(true);
  action->setChecked(on);
  group.addAction(action);
  return action;
}

}  // namespace

PlotStrip::PlotStrip(QWidget* parent)
    : QWidget(parent),
      list_(button("plot-signals", tr("Signals  (A)"), "plotSignals", true)),
      add_(button("plot-add", tr("New plot"), "plotNew", false)),
      zoom_(button("plot-zoom", tr("Zoom tool: a drag draws a box to zoom to; Shift drag pans"), "plotZoom", true)),
      scrub_(button("plot-scrub", tr("Time tool: a click or drag shows that time in the 3D view"), "plotScrub", true)),
      cursors_(button("plot-cursors", tr("Two cursors  (C)"), "plotCursors", true)),
      fit_(button("plot-fit", tr("Fit all  (F)"), "plotFit", false)),
      follow_(button("plot-follow", tr("Follow the newest time"), "plotFollow", true)),
      freeze_(button("plot-freeze", tr("Freeze the plots; the robot goes on"), "plotFreeze", true)),
      runs_(button("plot-runs", tr("Compare with other runs"), "plotRuns", true)),
      export_(button("plot-export", tr("Export pictures and numbers"), "plotExport", false)),
      window_(new QToolButton(this)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(4, 4, 4, 4);
  grid->setSpacing(0);
  MiniButton* const pairs[][2] = {
      {list_, add_}, {zoom_, scrub_}, {cursors_, fit_}, {follow_, freeze_}, {runs_, export_}};
  int row = 0;
  for (const auto& pair : pairs) {
    grid->addWidget(pair[0], row, 0);
    grid->addWidget(pair[1], row++, 1);
  }
  grid->addWidget(window_, row++, 0, 1, 2);
  grid->setRowStretch(row, 1);
  setFixedWidth(2 * kButton + 9);
  window_->setObjectName(QStringLiteral("plotWindow"));
  window_->setFixedSize(2 * kButton, kButton);
  window_->setFont(AppTheme::secondaryFont());
  window_->setFocusPolicy(Qt::TabFocus);
  window_->setToolTip(tr("How much time is shown while following"));
  window_->setStyleSheet(QStringLiteral("padding:0;min-height:0"));
  window_->setIcon(themeIcon(QStringLiteral("chevron-down"), Token::kSecondary));
  window_->setIconSize({12, 12});
  window_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  window_->setLayoutDirection(Qt::RightToLeft);  // the arrow stands behind the text
  setWindow(10);
  setTool(PlotCanvas::Tool::kZoom);
  connect(list_, &MiniButton::clicked, this, &PlotStrip::listToggled);
  connect(add_, &MiniButton::clicked, this, &PlotStrip::plotRequested);
  connect(zoom_, &MiniButton::clicked, this, [this] { Q_EMIT toolChosen(PlotCanvas::Tool::kZoom); });
  connect(scrub_, &MiniButton::clicked, this, [this] { Q_EMIT toolChosen(PlotCanvas::Tool::kScrub); });
  connect(cursors_, &MiniButton::clicked, this, &PlotStrip::cursorsToggled);
  connect(fit_, &MiniButton::clicked, this, &PlotStrip::fitRequested);
  connect(follow_, &MiniButton::clicked, this, &PlotStrip::followToggled);
  connect(freeze_, &MiniButton::clicked, this, &PlotStrip::freezeToggled);
  connect(export_, &MiniButton::clicked, this, &PlotStrip::exportRequested);
  connect(runs_, &MiniButton::clicked, this, &PlotStrip::openRuns);
  connect(window_, &QToolButton::clicked, this, &PlotStrip::openWindows);
}

MiniButton* PlotStrip::button(const char* icon, const QString& name, const char* object, bool checkable) {
  auto* made = new MiniButton(QLatin1String(icon), name, kButton, this);
  made->setObjectName(QLatin1String(object));
  made->setCheckable(checkable);
  return made;
}

const std::vector<double>& PlotStrip::windows() {
  static const std::vector<double> all = {1, 2, 5, 10, 30, 60, 300, 0};
  return all;
}

QString PlotStrip::windowName(double seconds) {
  if (seconds <= 0) return tr("All");
  const bool minutes = seconds >= 120;
  return QuantityText{formatNumber(minutes ? seconds / 60 : seconds, 1), minutes ? tr("min") : tr("s")}.text();
}

void PlotStrip::openWindows() {
  QMenu menu(this);
  QActionGroup group(&menu);
  for (const double seconds : windows()) {
    QAction* action = addChoice(menu, group, seconds > 0 ? tr("Last %1").arg(windowName(seconds)) : tr("All of it"),
                                seconds == seconds_);
    connect(action, &QAction::triggered, this, [this, seconds] { Q_EMIT windowChosen(seconds); });
  }
  menu.exec(window_->mapToGlobal(QPoint(window_->width() + 4, 0)));
}

void PlotStrip::openRuns() {
  setOtherRuns(otherRuns_);  // the button shows what holds, not that it was clicked
  QMenu menu(this);
  QActionGroup group(&menu);
  const std::pair<int, QString> choices[] = {{0, tr("Only the shown run")},
                                             {1, tr("With one other run")},
                                             {3, tr("With three other runs")},
                                             {8, tr("With eight other runs")},
                                             {kAllRuns, tr("With all other runs")}};
  for (const auto& [count, text] : choices) {
    QAction* action = addChoice(menu, group, text, count == otherRuns_);
    connect(action, &QAction::triggered, this, [this, count = count] { Q_EMIT otherRunsChosen(count); });
  }
  menu.addSeparator();
  menu.addAction(tr("Choose in the list of runs…"), this, &PlotStrip::runListRequested);
  menu.exec(runs_->mapToGlobal(QPoint(runs_->width() + 4, 0)));
}

void PlotStrip::setListShown(bool on) {
  list_->setChecked(on);
}
void PlotStrip::setTool(PlotCanvas::Tool tool) {
  zoom_->setChecked(tool == PlotCanvas::Tool::kZoom);
  scrub_->setChecked(tool == PlotCanvas::Tool::kScrub);
}
void PlotStrip::setCursorsShown(bool on) {
  cursors_->setChecked(on);
}
void PlotStrip::setFollowing(bool on) {
  follow_->setChecked(on);
}
void PlotStrip::setFrozen(bool on) {
  freeze_->setChecked(on);
}

void PlotStrip::setWindow(double seconds) {
  seconds_ = seconds;
  window_->setText(windowName(seconds));
  window_->setAccessibleName(tr("Time shown while following: %1").arg(windowName(seconds)));
}

void PlotStrip::setOtherRuns(int count) {
  otherRuns_ = count;
  runs_->setChecked(count > 0);
}

void PlotStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), AppTheme::instance().color(Token::kPanel));
  painter.fillRect(QRect(width() - 1, 0, 1, height()), AppTheme::instance().color(Token::kHairline));
}

}  // namespace tendril
