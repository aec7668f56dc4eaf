// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/modes/modes_view.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

#include "widgets/format.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

enum Column { kNumber, kFrequency, kDamping, kNote, kColumns };
constexpr int kSteps = 100;
constexpr int kUsualAmplitude = 50;
constexpr double kSlowest = 0.1, kFastest = 4;  // cycles per second

double speedAt(int step) {
  return kSlowest * std::pow(kFastest / kSlowest, static_cast<double>(step) / kSteps);
}

int stepOf(double speed) {
  return static_cast<int>(std::lround(kSteps * std::log(speed / kSlowest) / std::log(kFastest / kSlowest)));
}

QString noteOf(const ModeRow& mode) {
  if (mode.unstable)
    return ModesView::tr("unstable, grows by e in %1").arg(formatQuantity(1 / mode.growth, "s", 2).text());
  if (mode.rigid) return ModesView::tr("rigid: moves freely");
  if (mode.damping >= 1) return ModesView::tr("overdamped");
  if (mode.damping < 1e-12) return ModesView::tr("undamped");
  return {};
}

QList<QStandardItem*> rowOf(const ModeRow& mode, int index) {
  const bool swings = mode.frequency > 0;
  return {resultCell(QString::number(index + 1), true),
          resultCell(swings ? formatNumber(mode.frequency) : QStringLiteral("–"), true),
          resultCell(swings ? formatNumber(mode.damping, 3) : QStringLiteral("–"), true),
          resultCell(noteOf(mode), false)};
}

QSlider* makeSlider(const char* name, const QString& text, int value) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(QLatin1String(name));
  slider->setAccessibleName(text);
  slider->setRange(0, kSteps);
  slider->setValue(value);
  return slider;
}

}  // namespace

ModesView::ModesView(QWidget* parent)
    : QWidget(parent),
      find_(new QPushButton),
      first_(new QCheckBox(tr("Find the equilibrium first"))),
      about_(new QLabel),
      amplitudeText_(new QLabel),
      speedText_(new QLabel),
      list_(new QTreeView),
      amplitude_(makeSlider("modeAmplitude", tr("Amplitude"), kUsualAmplitude)),
      speed_(makeSlider("modeSpeed", tr("Speed"), stepOf(1))),
      stop_(new QToolButton) {
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(makeTop());
  makeList();
  down->addWidget(list_, 1);
  swing_ = makeSwing();
  foot_ = makeFoot();
  down->addWidget(swing_);
  down->addWidget(foot_);
  down->addStretch(0);
  setMinimumWidth(260);
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] {
    paintRows();
    showState();
  });
  clear();
}

QWidget* ModesView::makeTop() {
  auto* top = new QWidget;
  auto* down = new QVBoxLayout(top);
  down->setContentsMargins(12, 10, 12, 8);
  down->setSpacing(8);
  find_->setObjectName(QStringLiteral("findModes"));
  find_->setProperty("role", "outlined");
  connect(find_, &QPushButton::clicked, this, [this] { busy_ ? Q_EMIT cancelRequested() : Q_EMIT findRequested(); });
  first_->setObjectName(QStringLiteral("modesStatics"));
  first_->setChecked(true);
  first_->setToolTip(tr("Modes are small motions about an equilibrium. Without this the robot must be in one."));
  about_->setObjectName(QStringLiteral("modesAbout"));
  about_->setWordWrap(true);
  about_->setFont(AppTheme::secondaryFont());
  down->addWidget(find_);
  down->addWidget(first_);
  down->addWidget(about_);
  return top;
}

void ModesView::makeList() {
  makeResultList(*list_, "modes", tr("Modes of vibration"), items_);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ModesView::choose);
  connect(list_, &QTreeView::clicked, this, &ModesView::choose);  // again, after it was stopped
}

QWidget* ModesView::makeSwing() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(12, 8, 12, 4);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  const auto line = [grid](int row, const QString& name, QSlider* slider, QLabel* text) {
    text->setFont(AppTheme::numberFont());
    text->setFixedWidth(64);
    text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(secondaryLabel(name), row, 0);
    grid->addWidget(slider, row, 1);
    grid->addWidget(text, row, 2);
  };
  line(0, tr("Amplitude"), amplitude_, amplitudeText_);
  line(1, tr("Speed"), speed_, speedText_);
  amplitude_->setToolTip(tr("Of the largest motion that suits the robot's size"));
  speed_->setToolTip(tr("How fast it swings in the view, whatever its frequency is"));
  const auto show = [this] {
    amplitudeText_->setText(tr("%1 %").arg(amplitude_->value()));
    speedText_->setText(tr("%1 /s").arg(formatNumber(speed(), 2)));
  };
  connect(amplitude_, &QSlider::valueChanged, this, [this, show] {
    show();
    Q_EMIT amplitudeChanged(amplitude());
  });
  connect(speed_, &QSlider::valueChanged, this, [this, show] {
    show();
    Q_EMIT speedChanged(speed());
  });
  show();
  return box;
}

QWidget* ModesView::makeFoot() {
  auto* foot = new QWidget;
  auto* across = new QHBoxLayout(foot);
  across->setContentsMargins(12, 4, 12, 10);
  across->setSpacing(4);
  across->addWidget(makeFootButton(stop_, "stopMode", "pause", tr("Stop"), tr("Back to the robot as it is (Esc)")));
  across->addStretch(1);
  auto* copy = makeFootButton(new QToolButton, "copyModes", "duplicate", tr("Command"), tr("Copy as command"));
  auto* save =
      makeFootButton(new QToolButton, "exportModes", "plot-export", tr("CSV…"), tr("Write the list and the shapes"));
  across->addWidget(copy);
  across->addWidget(save);
  connect(stop_, &QToolButton::clicked, this, [this] { Q_EMIT chosen(-1); });
  connect(copy, &QToolButton::clicked, this, &ModesView::copyRequested);
  connect(save, &QToolButton::clicked, this, &ModesView::exportRequested);
  return foot;
}

double ModesView::amplitude() const {
  return static_cast<double>(amplitude_->value()) / kSteps;
}

double ModesView::speed() const {
  return speedAt(speed_->value());
}

void ModesView::choose() {
  const QModelIndex index = list_->currentIndex();
  if (index.isValid() && index.row() != playing_) Q_EMIT chosen(index.row());
}

void ModesView::setPlaying(int mode) {
  playing_ = mode;
  stop_->setEnabled(mode >= 0);
  const QSignalBlocker blocker(list_->selectionModel());
  if (mode < 0) {
    list_->clearSelection();
    list_->setCurrentIndex({});
  } else {
    list_->setCurrentIndex(items_.index(mode, 0));
  }
  list_->viewport()->update();
}

void ModesView::setBusy(bool busy) {
  busy_ = busy;
  showState();
}

void ModesView::setReady(bool ready) {
  ready_ = ready;
  showState();
}

void ModesView::setModes(const std::vector<ModeRow>& modes, const QString& about) {
  failed_ = false;
  const QSignalBlocker blocker(list_->selectionModel());
  items_.clear();
  items_.setHorizontalHeaderLabels({tr("#"), tr("Frequency Hz"), tr("Damping ζ"), tr("Note")});
  for (const int column : {kNumber, kFrequency, kDamping})
    items_.horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  items_.horizontalHeaderItem(kNote)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  for (std::size_t i = 0; i < modes.size(); ++i) items_.appendRow(rowOf(modes[i], static_cast<int>(i)));
  const std::pair<int, int> widths[] = {{kNumber, 36}, {kFrequency, 104}, {kDamping, 84}};
  for (const auto& [column, width] : widths) list_->setColumnWidth(column, width);
  modes_ = modes;
  paintRows();
  about_->setText(about);
  playing_ = -1;
  showState();
}

void ModesView::paintRows() {
  const AppTheme& theme = AppTheme::instance();
  for (int row = 0; row < items_.rowCount(); ++row) {
    const bool unstable = modes_[static_cast<std::size_t>(row)].unstable;
    items_.item(row, kNumber)->setForeground(theme.color(Token::kSecondary));
    items_.item(row, kNote)->setForeground(theme.color(unstable ? Token::kError : Token::kSecondary));
  }
}

void ModesView::setFailure(const QString& why) {
  items_.clear();
  about_->setText(why);
  failed_ = true;
  playing_ = -1;
  showState();
}

void ModesView::clear() {
  items_.clear();
  failed_ = false;
  playing_ = -1;
  about_->setText(
      tr("Frequencies, damping and shapes of the small motions about an equilibrium, under the inputs of "
         "this moment. A line that is chosen swings in the view."));
  showState();
}

void ModesView::showState() {
  const bool any = items_.rowCount() > 0;
  find_->setText(busy_ ? tr("Cancel") : tr("Find the modes"));
  find_->setEnabled(ready_ || busy_);
  first_->setEnabled(!busy_);
  list_->setVisible(any);
  swing_->setVisible(any);
  foot_->setVisible(any);
  stop_->setEnabled(playing_ >= 0);
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->setStretch(column->count() - 1, any ? 0 : 1);  // without a list everything stands at the top
  const Scheme& scheme = AppTheme::instance().scheme();
  QPalette palette = about_->palette();
  palette.setColor(QPalette::WindowText, failed_ ? scheme.error : scheme.secondary);
  about_->setPalette(palette);
  about_->setStyleSheet("color: " + palette.color(QPalette::WindowText).name());
}

}  // namespace tendril
