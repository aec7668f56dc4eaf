// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inverse/inverse_view.hpp"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

enum Column { kName, kLargest };
constexpr int kUsualOrder = 2, kShownAtFirst = 6;

double largestOf(const std::vector<double>& values) {
  double out = 0;
  for (const double value : values)
    if (std::isfinite(value)) out = std::max(out, std::abs(value));
  return out;
}

}  // namespace

InverseView::InverseView(int mostOrder, QWidget* parent)
    : QWidget(parent),
      motion_(new QComboBox),
      quantity_(new QComboBox),
      order_(new QSpinBox),
      full_(new QCheckBox(tr("Springs and dampers"))),
      run_(new QPushButton),
      about_(new QLabel),
      plot_(new TimePlot),
      list_(new QTreeView) {
  order_->setRange(0, mostOrder);
  order_->setValue(kUsualOrder);
  order_->setToolTip(tr("Derivatives by time of the forces, 0 to %1; of the motion one more").arg(mostOrder));
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(makeTop());
  body_ = makeResult();
  down->addWidget(body_, 1);
  down->addStretch(0);
  setMinimumWidth(280);
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] {
    fill();
    showState();
  });
  clear();
}

QWidget* InverseView::makeTop() {
  auto* top = new QWidget;
  auto* grid = new QGridLayout(top);
  grid->setContentsMargins(12, 10, 12, 8);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(8);
  motion_->setObjectName(QStringLiteral("inverseMotion"));
  motion_->setAccessibleName(tr("Motion"));
  motion_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  motion_->setMinimumContentsLength(8);
  motion_->addItem(tr("What the controllers follow"));
  motion_->addItem(tr("Motion file…"));
  motion_->setToolTip(
      tr("References of the controllers and positions of joints, or a file as `tendril inverse` takes "
         "it"));
  connect(motion_, &QComboBox::activated, this, &InverseView::chooseMotion);
  order_->setObjectName(QStringLiteral("inverseOrder"));
  order_->setAccessibleName(tr("Order"));
  full_->setObjectName(QStringLiteral("inverseFull"));
  full_->setToolTip(tr("The forces hold those of springs and dampers, too"));
  run_->setObjectName(QStringLiteral("inverseRun"));
  run_->setProperty("role", "outlined");
  connect(run_, &QPushButton::clicked, this, [this] { busy_ ? Q_EMIT cancelRequested() : Q_EMIT runRequested(); });
  about_->setObjectName(QStringLiteral("inverseAbout"));
  about_->setWordWrap(true);
  about_->setFont(AppTheme::secondaryFont());
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  row->addWidget(order_);
  row->addWidget(full_);
  row->addStretch(1);
  grid->addWidget(secondaryLabel(tr("Motion")), 0, 0);
  grid->addWidget(motion_, 0, 1);
  grid->addWidget(secondaryLabel(tr("Order")), 1, 0);
  grid->addLayout(row, 1, 1);
  grid->addWidget(run_, 2, 0, 1, 2);
  grid->addWidget(about_, 3, 0, 1, 2);
  grid->setColumnStretch(1, 1);
  return top;
}

QWidget* InverseView::makeResult() {
  auto* page = new QWidget;
  auto* down = new QVBoxLayout(page);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(8);
  auto* upper = new QVBoxLayout;
  upper->setContentsMargins(12, 0, 12, 0);
  upper->setSpacing(8);
  quantity_->setObjectName(QStringLiteral("inverseQuantity"));
  quantity_->setAccessibleName(tr("Quantity"));
  connect(quantity_, &QComboBox::currentIndexChanged, this, &InverseView::fill);
  plot_->setObjectName(QStringLiteral("inversePlot"));
  plot_->setAccessibleName(tr("Curves along the motion"));
  upper->addWidget(quantity_);
  upper->addWidget(plot_, 1);
  down->addLayout(upper, 3);
  makeResultList(*list_, "inverseRows", tr("Coordinates"), rows_);
  list_->setMinimumHeight(96);
  connect(&rows_, &QStandardItemModel::itemChanged, this, [this](const QStandardItem* item) {
    if (!filling_ && item->column() == kName) draw();
  });
  tickOnEnter(*list_, rows_);
  down->addWidget(list_, 2);
  down->addWidget(makeFoot());
  return page;
}

QWidget* InverseView::makeFoot() {
  auto* foot = new QWidget;
  auto* across = new QHBoxLayout(foot);
  across->setContentsMargins(12, 4, 12, 10);
  across->setSpacing(4);
  across->addStretch(1);
  const auto button = [&](const char* name, const char* icon, const QString& text, const QString& tip) {
    QToolButton* it = makeFootButton(new QToolButton, name, icon, text, tip);
    across->addWidget(it);
    return it;
  };
  connect(button("inverseCopy", "duplicate", tr("Command"), tr("Copy the command line that writes this table")),
          &QToolButton::clicked, this, &InverseView::copyRequested);
  connect(button("inverseExport", "plot-export", tr("Export…"), tr("Write all rows and columns as CSV")),
          &QToolButton::clicked, this, &InverseView::exportRequested);
  return foot;
}

// ---- what is wanted

QString InverseView::motionFile() const {
  return motion_->itemData(chosen_).toString();
}

void InverseView::chooseMotion(int index) {
  if (index + 1 < motion_->count()) {
    chosen_ = index;
    return;
  }
  motion_->setCurrentIndex(chosen_);
  Q_EMIT fileRequested();
}

void InverseView::addMotionFile(const QString& file) {
  int index = motion_->findData(file);
  if (index < 0) {
    index = motion_->count() - 1;
    motion_->insertItem(index, QFileInfo(file).fileName(), file);
    motion_->setItemData(index, file, Qt::ToolTipRole);
  }
  chosen_ = index;
  motion_->setCurrentIndex(index);
}

// ---- what was found

void InverseView::setBusy(bool busy) {
  busy_ = busy, share_ = -1;
  showState();
}

void InverseView::setProgress(double share) {
  share_ = share;
  showState();
}

void InverseView::showState() {
  const QString percent = share_ < 0 ? QString() : QStringLiteral("  %1 %").arg(std::lround(100 * share_));
  run_->setText(busy_ ? tr("Cancel") + percent : tr("Compute"));
}

void InverseView::setResult(const QString& about, std::vector<double> t, std::vector<InverseQuantity> quantities,
                            int first) {
  const QString before = quantity_->currentText();
  t_ = std::move(t), quantities_ = std::move(quantities);
  filling_ = true;
  quantity_->clear();
  for (const InverseQuantity& quantity : quantities_) quantity_->addItem(quantity.title);
  const int known = before.isEmpty() ? -1 : quantity_->findText(before);
  quantity_->setCurrentIndex(known >= 0 ? known : first);
  filling_ = false;
  about_->setText(about);
  about_->setVisible(!about.isEmpty());
  body_->show();
  fill();
}

void InverseView::setFailure(const QString& why) {
  clear();
  about_->setText(why);
  about_->show();
}

void InverseView::clear() {
  t_.clear(), quantities_.clear();
  about_->setText(tr("Forces and their derivatives by time that a motion takes, without integrating."));
  body_->hide();
  showState();
}

/// The rows of the quantity that is chosen; those that were ticked stay so.
void InverseView::fill() {
  const int index = quantity_->currentIndex();
  if (filling_ || index < 0 || index >= std::ssize(quantities_)) return;
  const InverseQuantity& quantity = quantities_[static_cast<std::size_t>(index)];
  QStringList ticked, known;
  for (int i = 0; i < rows_.rowCount(); ++i) {
    known << rows_.item(i, kName)->text();
    if (rows_.item(i, kName)->checkState() == Qt::Checked) ticked << known.back();
  }
  filling_ = true;
  rows_.clear();
  rows_.setHorizontalHeaderLabels({tr("Of"), tr("Largest")});
  rows_.horizontalHeaderItem(kLargest)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  for (const TimeCurve& curve : quantity.curves) {
    QStandardItem* name = resultCell(curve.name, false);
    name->setCheckable(true);
    const bool on = known.contains(curve.name) ? ticked.contains(curve.name) : rows_.rowCount() < kShownAtFirst;
    name->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    const QString unit = curve.unit.isEmpty() ? QString() : u'\u2009' + curve.unit;
    rows_.appendRow({name, resultCell(formatNumber(largestOf(curve.y), 4) + unit, true)});
  }
  list_->setColumnWidth(kName, 150);
  filling_ = false;
  draw();
}

void InverseView::draw() {
  const int index = quantity_->currentIndex();
  if (index < 0 || index >= std::ssize(quantities_)) return;
  std::vector<TimeCurve> curves;
  filling_ = true;
  int color = 0;
  for (int i = 0; i < rows_.rowCount(); ++i) {
    QStandardItem* item = rows_.item(i, kName);
    const bool on = item->checkState() == Qt::Checked;
    item->setIcon(on ? curveSwatch(curveColor(color, AppTheme::instance().scheme())) : QIcon());
    if (!on) continue;
    TimeCurve curve = quantities_[static_cast<std::size_t>(index)].curves[static_cast<std::size_t>(i)];
    curve.color = color++;
    curves.push_back(std::move(curve));
  }
  filling_ = false;
  plot_->setCurves(t_, std::move(curves), tr("Tick a row to see its curve."));
}

}  // namespace tendril
