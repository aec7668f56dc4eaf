// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/derivatives/derivatives_view.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QShortcut>
#include <QVBoxLayout>

#include "widgets/format.hpp"
#include "widgets/header/segmented.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kUsualOrder = 2, kDigits = 6, kCellDigits = 4;  // all digits are in tooltips, copies and files

}  // namespace

DerivativesView::DerivativesView(int mostOrder, QWidget* parent)
    : QWidget(parent), order_(new QSpinBox), about_(new QLabel), list_(new QTreeView) {
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(makeTop(mostOrder));
  makeResultList(*list_, "derivatives", tr("Derivatives by time"), cells_);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  list_->header()->setStretchLastSection(false);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  down->addWidget(list_, 1);
  foot_ = makeFoot();
  down->addWidget(foot_);
  auto* copying = new QShortcut(QKeySequence::Copy, list_);
  copying->setContext(Qt::WidgetWithChildrenShortcut);
  connect(copying, &QShortcut::activated, this, &DerivativesView::copy);
  setMinimumWidth(280);
  setFailure({});
}

void DerivativesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  Q_EMIT shown();
}

QWidget* DerivativesView::makeTop(int mostOrder) {
  auto* top = new QWidget;
  auto* down = new QVBoxLayout(top);
  down->setContentsMargins(12, 10, 12, 8);
  down->setSpacing(8);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  order_->setObjectName(QStringLiteral("derivativesOrder"));
  order_->setAccessibleName(tr("Order"));
  order_->setRange(0, mostOrder);
  order_->setValue(kUsualOrder);
  order_->setToolTip(tr("Derivatives of the accelerations and of the forces: 0 shows accelerations, 1 their rates "
                        "(jerk), 2 snap, and so on up to %1")
                         .arg(mostOrder));
  connect(order_, &QSpinBox::valueChanged, this, &DerivativesView::orderChanged);
  row->addWidget(secondaryLabel(tr("Order")));
  row->addWidget(order_);
  row->addStretch(1);
  tabs_ = new QActionGroup(this);
  const std::pair<const char*, QString> texts[] = {{"derivativesMotion", tr("Motion")},
                                                   {"derivativesForces", tr("Forces")}};
  for (const auto& [name, text] : texts) {
    QAction* action = tabs_->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, &DerivativesView::fill);
  }
  tabs_->actions().first()->setChecked(true);
  row->addWidget(new Segmented(tabs_->actions(), top));
  down->addLayout(row);
  about_->setObjectName(QStringLiteral("derivativesAbout"));
  about_->setWordWrap(true);
  about_->setFont(AppTheme::secondaryFont());
  down->addWidget(about_);
  return top;
}

QWidget* DerivativesView::makeFoot() {
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
  connect(button("derivativesCopy", "duplicate", tr("Copy"), tr("Copy the table, or the rows that are selected")),
          &QToolButton::clicked, this, &DerivativesView::copy);
  connect(button("derivativesExport", "plot-export", tr("Export…"), tr("Write the table as CSV")),
          &QToolButton::clicked, this, &DerivativesView::exportRequested);
  return foot;
}

bool DerivativesView::showsForces() const {
  return tabs_->actions().last()->isChecked();
}

void DerivativesView::setShowsForces(bool on) {
  (on ? tabs_->actions().last() : tabs_->actions().first())->setChecked(true);
  fill();
}

void DerivativesView::setTables(const DerivativesTable& motion, const DerivativesTable& forces, double t,
                                const QString& remark) {
  motion_ = motion, forces_ = forces;
  about_->setText(tr("At t = %1 s.").arg(formatNumber(t, kDigits)) + (remark.isEmpty() ? QString() : u' ' + remark));
  about_->show(), list_->show(), foot_->show();
  fill();
}

void DerivativesView::setFailure(const QString& why) {
  motion_ = forces_ = {};
  about_->setText(why);
  about_->setVisible(!why.isEmpty());
  list_->hide(), foot_->hide();
}

/// "v", "v̇", "v̈", "v⁽³⁾"; of forces τ.
QString DerivativesView::head(int order) const {
  QString symbol = showsForces() ? QStringLiteral("τ") : QStringLiteral("v");
  if (order == 0) return symbol;
  if (order == 1) return symbol + QChar(0x0307);
  if (order == 2) return symbol + QChar(0x0308);
  return symbol + QStringLiteral("⁽") + superscript(order) + QStringLiteral("⁾");
}

void DerivativesView::fill() {
  const DerivativesTable& table = this->table();
  const int rows = static_cast<int>(table.rows.size());
  const int orders = rows ? static_cast<int>(table.values.front().size()) : 0;
  const bool same = cells_.rowCount() == rows && cells_.columnCount() == orders + 1;
  if (!same) {
    cells_.clear();
    for (int i = 0; i < rows; ++i) {
      QList<QStandardItem*> cells = {resultCell({}, false)};
      for (int k = 0; k < orders; ++k) cells << resultCell({}, true);
      cells_.appendRow(cells);
    }
  }
  QStringList heads = {tr("Coordinate")};
  for (int k = 0; k < orders; ++k) heads << head(k);
  cells_.setHorizontalHeaderLabels(heads);
  for (int k = 0; k < orders; ++k)
    cells_.horizontalHeaderItem(k + 1)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  for (int i = 0; i < rows; ++i) {
    const auto& [name, unit] = table.rows[static_cast<std::size_t>(i)];
    const QString named = unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit);
    cells_.item(i, 0)->setText(named);
    cells_.item(i, 0)->setToolTip(named);
    for (int k = 0; k < orders; ++k) {
      const double value = table.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
      cells_.item(i, k + 1)->setText(formatNumber(value, kCellDigits));
      cells_.item(i, k + 1)->setToolTip(QString::number(value, 'g', 17) + u' ' + unitPerTime(unit, k));
    }
  }
  // Columns grow with their numbers, and do not shrink while these change.
  for (int k = 0; k <= orders; ++k) {
    const int before = same ? list_->columnWidth(k) : 0;
    list_->resizeColumnToContents(k);
    if (list_->columnWidth(k) < before) list_->setColumnWidth(k, before);
  }
}

QString DerivativesView::tableText(QChar separator) const {
  const DerivativesTable& table = this->table();
  const auto quoted = [&](const QString& text) { return text.contains(separator) ? u'"' + text + u'"' : text; };
  std::vector<bool> wanted(table.rows.size());
  for (const QModelIndex& index : list_->selectionModel()->selectedRows())
    if (index.row() < static_cast<int>(wanted.size())) wanted[static_cast<std::size_t>(index.row())] = true;
  const bool all = std::none_of(wanted.begin(), wanted.end(), [](bool each) { return each; });
  QString out = tr("coordinate") + separator + tr("unit");
  const std::size_t orders = table.values.empty() ? 0 : table.values.front().size();
  const QString quantity = showsForces() ? QStringLiteral("tau") : QStringLiteral("v");
  for (std::size_t k = 0; k < orders; ++k) {
    out += separator + quantity;
    if (k > 0) out += QStringLiteral(".d%1").arg(k);
  }
  out += u'\n';
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (!all && !wanted[i]) continue;
    out += quoted(table.rows[i].first) + separator + quoted(table.rows[i].second);
    for (const double value : table.values[i]) out += separator + QString::number(value, 'g', 17);
    out += u'\n';
  }
  return out;
}

void DerivativesView::copy() {
  QApplication::clipboard()->setText(tableText(u'\t'));
}

}  // namespace tendril
