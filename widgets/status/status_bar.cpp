// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/status_bar.hpp"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

#include "core/integrators/divergence.hpp"
#include "core/session/snapshot.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

struct StateLook {
  QString text;
  Token token;
};

StateLook lookOf(RunState state) {
  switch (state) {
    case RunState::kEmpty:
      return {StatusBar::tr("No project"), Token::kHairline};
    case RunState::kReady:
      return {StatusBar::tr("Editing"), Token::kSecondary};
    case RunState::kRunning:
      return {StatusBar::tr("Running"), Token::kGood};
    case RunState::kPaused:
      return {StatusBar::tr("Paused"), Token::kWarn};
    case RunState::kDiverged:
      return {StatusBar::tr("Failed"), Token::kError};
  }
  return {};
}

}  // namespace

/// Dot and word.
class StatusBar::StateLabel : public QWidget {
 public:
  explicit StateLabel(QWidget* parent) : QWidget(parent) { setFixedSize(132, 16); }

  void set(RunState state) {
    state_ = state;
    refresh();
  }
  void setReplaying(bool replaying) {
    replaying_ = replaying;
    refresh();
  }
  void setBusy(const QString& busy) {
    busy_ = busy;
    refresh();
  }
  QString text() const { return busy_.isEmpty() ? look().text : busy_; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const AppTheme& theme = AppTheme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(busy_.isEmpty() ? look().token : Token::kSecondary));
    painter.drawEllipse(QRectF(0, 4, 8, 8));
    painter.setPen(theme.color(Token::kText));
    painter.setFont(AppTheme::secondaryFont());
    const QFontMetricsF metrics(painter.font());
    painter.drawText(QPointF(14, (height() + metrics.capHeight()) / 2),
                     metrics.elidedText(text(), Qt::ElideRight, width() - 14));
  }

 private:
  StateLook look() const {
    if (!replaying_) return lookOf(state_);
    return {state_ == RunState::kRunning ? StatusBar::tr("Replaying") : StatusBar::tr("Replaying, paused"),
            Token::kAccent};
  }
  void refresh() {
    setAccessibleName(text());
    update();
  }
  RunState state_ = RunState::kEmpty;
  QString busy_;
  bool replaying_ = false;
};

StatusBar::StatusBar(QWidget* parent, QWidget* window)
    : QWidget(parent),
      state_(new StateLabel(this)),
      freedom_(new Readout(tr("DoF"), {QStringLiteral("9999"), {}})),
      step_(new Readout(tr("Step"), {QStringLiteral("999.99"), QStringLiteral("ms")})),
      error_(new Readout(tr("Step error"), {QStringLiteral("99.99"), QStringLiteral("%")})),
      factor_(new Readout(tr("Real time"), {QStringLiteral("×99.99"), {}})),
      run_(chip("run_chip")),
      problems_(chip("problems_button")),
      popover_(new ProblemsPopover(window)),
      runs_(new RunsPopover(window)) {
  setFixedHeight(kStatusHeight);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 1, 4, 0);
  layout->setSpacing(24);
  freedom_->setToolTip(tr("Degrees of freedom: velocity coordinates of the model"));
  step_->setToolTip(tr("Wall time that one step takes"));
  error_->setToolTip(
      tr("How much of the motion in a step the step gets wrong, estimated from its accelerations.\n"
         "Amber: too coarse for this motion; take a shorter step, or bdf, which chooses its own."));
  factor_->setToolTip(tr("Simulated seconds per second of the clock, over the last half second"));
  layout->addWidget(state_);
  for (Readout* readout : {freedom_, step_, error_, factor_}) layout->addWidget(readout);
  layout->addStretch(1);
  run_->setToolTip(tr("The run in the view; click for all runs"));
  connect(run_, &QToolButton::clicked, this, [this] {
    runs_->refresh();
    runs_->toggleAt(run_);
  });
  layout->addWidget(run_);
  setRun({});
  connect(problems_, &QToolButton::clicked, this, [this] { popover_->toggleAt(problems_); });
  connect(popover_, &ProblemsPopover::chosen, this, &StatusBar::problemChosen);
  layout->addWidget(problems_);
  setProblems({}, {});
}

void StatusBar::setState(RunState state) {
  state_->set(state);
}
void StatusBar::setReplaying(bool replaying) {
  state_->setReplaying(replaying);
}
void StatusBar::setRun(const QString& name) {
  run_->setText(name);
  run_->setVisible(!name.isEmpty());
}

QToolButton* StatusBar::addChip(const QString& name) {
  QToolButton* button = chip(name);
  auto* across = static_cast<QHBoxLayout*>(layout());
  across->insertWidget(across->indexOf(run_), button);
  button->hide();
  return button;
}

QToolButton* StatusBar::chip(const QString& name) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setFont(AppTheme::secondaryFont());
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setFocusPolicy(Qt::TabFocus);
  button->setStyleSheet("QToolButton { min-height: 18px; border-radius: 4px; }");
  return button;
}

void StatusBar::setBusy(const QString& what) {
  state_->setBusy(what);
}
QString StatusBar::stateText() const {
  return state_->text();
}

void StatusBar::setDegreesOfFreedom(int count) {
  freedom_->setQuantity({formatCount(count), {}});
}

void StatusBar::setPace(double msPerStep, double realTimeFactor) {
  step_->setQuantity(msPerStep > 0 ? formatQuantity(1e-3 * msPerStep, QStringLiteral("s"), 3) : QuantityText{"–", {}});
  // Three digits that do not flicker: below 10 two decimals, above rounded.
  const int decimals = realTimeFactor < 10 ? 2 : realTimeFactor < 100 ? 1 : 0;
  factor_->setQuantity(realTimeFactor > 0 ? QuantityText{u'×' + QString::number(realTimeFactor, 'f', decimals), {}}
                                          : QuantityText{"–", {}});
}

void StatusBar::setStepError(double share) {
  const QString number = share < 1e-4  ? QStringLiteral("<0.01")
                         : share >= 10 ? QStringLiteral(">999")
                                       : formatNumber(100 * share, 2);
  error_->setQuantity(share > 0 ? QuantityText{number, "%"} : QuantityText{"–", {}});
  error_->setWarning(share > kCoarseStep);
}

void StatusBar::setProblems(const QString& origin, const std::vector<ProblemRow>& problems) {
  const bool errors = std::any_of(problems.begin(), problems.end(), [](const ProblemRow& row) { return row.isError; });
  const int count = static_cast<int>(problems.size());
  problems_->setText(count == 0 ? tr("No problems") : count == 1 ? tr("1 problem") : tr("%1 problems").arg(count));
  problems_->setIcon(count == 0 ? themeIcon("check", Token::kSecondary)
                     : errors   ? themeIcon("error", Token::kError)
                                : themeIcon("warning", Token::kWarn));
  problems_->setToolTip(count == 0 ? tr("Nothing is wrong") : tr("Show what is wrong and what to do"));
  popover_->setProblems(origin, problems);
}

void StatusBar::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::kPanel));
  painter.fillRect(0, 0, width(), 1, theme.color(Token::kHairline));
}

}  // namespace tendril
