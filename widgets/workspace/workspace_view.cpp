// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/workspace_view.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "widgets/format.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kSteps = 100;
constexpr int kBar = 4;  // px, of the progress
constexpr std::array kSamples = {500, 2000, 5000, 20000};
constexpr int kUsual = 1;  // of them

QLabel* words(const char* name) {
  auto* label = new QLabel;
  label->setObjectName(QLatin1String(name));
  label->setWordWrap(true);
  label->setFont(AppTheme::secondaryFont());
  return label;
}

}  // namespace

WorkspaceView::WorkspaceView(QWidget* parent)
    : QWidget(parent),
      link_(new QComboBox),
      samples_(new QComboBox),
      color_(new QComboBox),
      at_(new QSlider(Qt::Horizontal)),
      atText_(new QLabel),
      about_(words("workspaceAbout")),
      point_(words("workspacePoint")),
      find_(new QPushButton),
      progress_(new QWidget),
      shown_(new QCheckBox(tr("Show the points"))) {
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(12, 10, 12, 10);
  down->setSpacing(8);
  down->addWidget(makeWish());
  find_->setObjectName(QStringLiteral("findWorkspace"));
  find_->setProperty("role", "outlined");
  connect(find_, &QPushButton::clicked, this, [this] { busy_ ? Q_EMIT cancelRequested() : Q_EMIT findRequested(); });
  down->addWidget(find_);
  progress_->setFixedHeight(kBar);
  progress_->setAttribute(Qt::WA_TransparentForMouseEvents);
  down->addWidget(progress_);
  down->addWidget(about_);
  look_ = new QWidget;
  auto* across = new QHBoxLayout(look_);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(8);
  color_->setObjectName(QStringLiteral("workspaceColor"));
  color_->setAccessibleName(tr("Colour"));
  color_->addItems({tr("Mobility"), tr("Range that is left"), tr("Margin to folding")});
  const std::array tips = {
      tr("How far the point moves, in the direction in which it moves least, as the inputs move by their ranges"),
      tr("Of the input nearest to an end of its range: 0 at the end, 1 in the middle"),
      tr("Of the soft body nearest to folding: 1 unbent, 0 folds")};
  for (int k = 0; k < color_->count(); ++k) color_->setItemData(k, tips[static_cast<std::size_t>(k)], Qt::ToolTipRole);
  across->addWidget(secondaryLabel(tr("Colour")));
  across->addWidget(color_, 1);
  connect(color_, &QComboBox::currentIndexChanged, this, &WorkspaceView::colorChanged);
  down->addWidget(look_);
  shown_->setObjectName(QStringLiteral("workspaceShown"));
  shown_->setChecked(true);
  connect(shown_, &QCheckBox::toggled, this, &WorkspaceView::shownChanged);
  down->addWidget(shown_);
  down->addWidget(point_);
  foot_ = makeFoot();
  down->addWidget(foot_);
  down->addStretch(1);
  setMinimumWidth(260);
  connect(&AppTheme::instance(), &AppTheme::changed, this, &WorkspaceView::showState);
  clear();
}

QWidget* WorkspaceView::makeWish() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(6);
  link_->setObjectName(QStringLiteral("workspaceLink"));
  link_->setAccessibleName(tr("Link"));
  at_->setObjectName(QStringLiteral("workspaceAt"));
  at_->setAccessibleName(tr("Place on the link"));
  at_->setRange(0, kSteps);
  at_->setValue(kSteps);
  at_->setToolTip(tr("Between the base and the tip of the link"));
  atText_->setFont(AppTheme::numberFont());
  atText_->setFixedWidth(44);
  atText_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  connect(at_, &QSlider::valueChanged, this, &WorkspaceView::showAt);
  showAt();
  samples_->setObjectName(QStringLiteral("workspaceSamples"));
  samples_->setAccessibleName(tr("Samples"));
  for (const int count : kSamples) samples_->addItem(formatCount(count), count);
  samples_->setCurrentIndex(kUsual);
  samples_->setToolTip(tr("How many inputs are tried, spread evenly over their ranges"));
  grid->addWidget(secondaryLabel(tr("Link")), 0, 0);
  grid->addWidget(link_, 0, 1, 1, 2);
  grid->addWidget(secondaryLabel(tr("Place")), 1, 0);
  grid->addWidget(at_, 1, 1);
  grid->addWidget(atText_, 1, 2);
  grid->addWidget(secondaryLabel(tr("Samples")), 2, 0);
  grid->addWidget(samples_, 2, 1, 1, 2);
  grid->setColumnStretch(1, 1);
  return box;
}

QWidget* WorkspaceView::makeFoot() {
  auto* foot = new QWidget;
  auto* across = new QHBoxLayout(foot);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(4);
  const auto button = [across](const char* name, const char* icon, const QString& text, const QString& tip) {
    QToolButton* it = makeFootButton(new QToolButton, name, icon, text, tip);
    across->addWidget(it);
    return it;
  };
  connect(button("removeWorkspace", "trash", tr("Remove"), tr("Takes the points away")), &QToolButton::clicked, this,
          &WorkspaceView::removeRequested);
  across->addStretch(1);
  connect(button("copyWorkspaceButton", "duplicate", tr("Command"), tr("Copy as command")), &QToolButton::clicked, this,
          &WorkspaceView::copyRequested);
  connect(button("exportWorkspace", "plot-export", tr("CSV…"), tr("Write points, inputs and margins")),
          &QToolButton::clicked, this, &WorkspaceView::exportRequested);
  return foot;
}

void WorkspaceView::setLinks(const QStringList& links) {
  const QString chosen = link_->currentText();
  link_->clear();
  link_->addItems(links);
  const auto found = static_cast<int>(links.indexOf(chosen));
  link_->setCurrentIndex(found >= 0 ? found : static_cast<int>(links.size()) - 1);
  showState();
}

void WorkspaceView::chooseLink(int link) {
  if (link >= 0 && link < link_->count()) link_->setCurrentIndex(link);
}

double WorkspaceView::at() const {
  return static_cast<double>(at_->value()) / kSteps;
}

int WorkspaceView::samples() const {
  return samples_->currentData().toInt();
}

void WorkspaceView::showAt() {
  atText_->setText(at_->value() == kSteps ? tr("tip") : at_->value() == 0 ? tr("base") : tr("%1 %").arg(at_->value()));
}

void WorkspaceView::setBusy(bool busy) {
  busy_ = busy;
  share_ = 0;
  showState();
}

void WorkspaceView::setProgress(double share) {
  share_ = std::clamp(share, 0.0, 1.0);
  find_->setText(tr("Cancel · %1 %").arg(static_cast<int>(100 * share_)));
  update();
}

void WorkspaceView::setFound(const QString& about) {
  found_ = true, failed_ = false;
  about_->setText(about);
  const QSignalBlocker blocker(shown_);
  shown_->setChecked(true);
  setPoint({});
  showState();
}

void WorkspaceView::setFailure(const QString& why) {
  found_ = false, failed_ = true;
  about_->setText(why);
  showState();
}

void WorkspaceView::clear(const QString& about) {
  found_ = failed_ = false;
  about_->setText(about.isEmpty()
                      ? tr("Where a point of the robot can be: its equilibria for inputs all over their ranges, drawn "
                           "as points. A click on one goes there.")
                      : about);
  showState();
}

void WorkspaceView::setPoint(const QString& text) {
  point_->setText(text);
  point_->setVisible(found_ && !text.isEmpty());
}

void WorkspaceView::showState() {
  find_->setText(busy_ ? tr("Cancel") : tr("Find the workspace"));
  find_->setEnabled(busy_ || link_->count() > 0);
  progress_->setVisible(busy_);
  for (QWidget* wish : std::initializer_list<QWidget*>{link_, at_, samples_}) wish->setEnabled(!busy_);
  for (QWidget* part : {look_, static_cast<QWidget*>(shown_), foot_}) part->setVisible(found_);
  point_->setVisible(found_ && !point_->text().isEmpty());
  const Scheme& scheme = AppTheme::instance().scheme();
  about_->setStyleSheet("color: " + (failed_ ? scheme.error : scheme.secondary).name());
  point_->setStyleSheet("color: " + scheme.text.name());
  update();
}

/// The bar of the progress; the room for it is in the layout.
void WorkspaceView::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  if (!busy_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  QRectF bar = progress_->geometry();
  painter.setBrush(AppTheme::instance().color(Token::kHairline));
  painter.drawRoundedRect(bar, kBar / 2.0, kBar / 2.0);
  bar.setWidth(bar.width() * share_);
  painter.setBrush(AppTheme::instance().color(Token::kAccent));
  painter.drawRoundedRect(bar, kBar / 2.0, kBar / 2.0);
}

}  // namespace tendril
