// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/variants/variants_view.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNameRole = Qt::UserRole + 1, kPathRole = Qt::UserRole + 2;
constexpr double kMilli = 1e3;
constexpr int kDigits = 3;
constexpr double kLeast = 1e-12;                         // m, that is told
constexpr std::array kWidths = {0, 26, 40, 46, 60, 60};  // px, of the columns of the table

QLabel* words(const char* name) {
  auto* label = new QLabel;
  label->setObjectName(QLatin1String(name));
  label->setWordWrap(true);
  label->setFont(AppTheme::secondaryFont());
  label->setProperty("role", "secondary");
  return label;
}

QString noneOr(double value, const QString& text) {
  return std::isfinite(value) ? text : QStringLiteral("–");
}
QString lengthOf(double metres) {
  if (metres > 0 && metres < kLeast) return QStringLiteral("<1\u2009pm");  // rounding
  return noneOr(metres, formatQuantity(metres, QStringLiteral("m"), kDigits).text());
}

QToolButton* handOf(const char* name, const char* icon, const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setIcon(themeIcon(QLatin1String(icon)));
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

VariantsView::VariantsView(QWidget* parent)
    : QWidget(parent),
      list_(new QTreeView),
      show_(new QPushButton),
      run_(new QPushButton),
      about_(words("variantsAbout")),
      hint_(words("variantsHint")),
      link_(new QComboBox),
      signals_(new SignalChoice),
      overlaid_(new QCheckBox(tr("Lay over each other in the view"))),
      table_(new QTreeView),
      plot_(new TimePlot) {
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(6);
  makeResultList(*list_, "variants", tr("Variants"), rows_);
  list_->setRootIsDecorated(true);
  list_->setHeaderHidden(true);
  list_->setIndentation(16);
  list_->setMinimumHeight(110);
  list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
  list_->setContextMenuPolicy(Qt::CustomContextMenu);
  list_->installEventFilter(this);
  down->addWidget(list_, 3);
  down->addWidget(makeHands());
  down->addWidget(makeRun());
  result_ = makeResult();
  down->addWidget(result_, 5);
  down->addStretch(0);
  setMinimumWidth(300);
  connect(list_, &QTreeView::activated, this, [this](const QModelIndex& index) {
    const QString path = index.data(kPathRole).toString();
    path.isEmpty() ? Q_EMIT showRequested(current()) : Q_EMIT fieldRequested(path);
  });
  connect(list_, &QWidget::customContextMenuRequested, this, &VariantsView::openMenu);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &VariantsView::showState);
  connect(list_, &QTreeView::collapsed, this,
          [this](const QModelIndex& index) { closed_.insert(index.data(kNameRole).toString()); });
  connect(list_, &QTreeView::expanded, this,
          [this](const QModelIndex& index) { closed_.remove(index.data(kNameRole).toString()); });
  connect(&rows_, &QStandardItemModel::itemChanged, this, [this](QStandardItem* item) {
    if (filling_ || item->parent()) return;
    const QString name = item->data(kNameRole).toString(), typed = item->text().trimmed();
    if (!name.isEmpty() && typed != name) {
      // After the list has closed its editor; until then it says what the project says.
      QMetaObject::invokeMethod(
          this, [this, name, typed] { fill(), Q_EMIT renameRequested(name, typed); }, Qt::QueuedConnection);
      return;
    }
    if (item->checkState() == Qt::Checked)
      unticked_.remove(name);
    else
      unticked_.insert(name);
    showState();
    Q_EMIT chosenChanged();
  });
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] {
    fill();
    if (hasResults()) setResults(about_->text(), std::vector<VariantResult>(found_));
  });
  clearResults();
}

QWidget* VariantsView::makeHands() {
  auto* box = new QWidget;
  auto* across = new QHBoxLayout(box);
  across->setContentsMargins(12, 0, 12, 0);
  across->setSpacing(4);
  show_->setObjectName(QStringLiteral("showVariant"));
  show_->setProperty("role", "outlined");
  connect(show_, &QPushButton::clicked, this,
          [this] { Q_EMIT showRequested(current() == shown_ ? QString() : current()); });
  across->addWidget(show_, 1);
  QToolButton* add = handOf("addVariant", "plus", tr("New variant, edited from now on"));
  connect(add, &QToolButton::clicked, this, &VariantsView::addRequested);
  duplicate_ = handOf("duplicateVariant", "duplicate", tr("Duplicate the variant"));
  connect(duplicate_, &QToolButton::clicked, this, [this] { Q_EMIT duplicateRequested(current()); });
  rename_ = handOf("renameVariant", "rename", tr("Rename the variant (F2)"));
  connect(rename_, &QToolButton::clicked, this, [this] { editName(current()); });
  remove_ = handOf("removeVariant", "trash", tr("Delete the variant, or the change that has the cursor (Del)"));
  connect(remove_, &QToolButton::clicked, this, &VariantsView::removeCurrent);
  for (QToolButton* button : {add, duplicate_, rename_, remove_}) across->addWidget(button);
  return box;
}

QWidget* VariantsView::makeRun() {
  auto* box = new QWidget;
  auto* down = new QVBoxLayout(box);
  down->setContentsMargins(12, 0, 12, 0);
  down->setSpacing(6);
  down->addWidget(hint_);
  run_->setObjectName(QStringLiteral("runVariants"));
  run_->setProperty("role", "outlined");
  run_->setToolTip(
      tr("Simulates the base and the variants that are ticked, beside the run in the view, each for the "
         "duration of the project"));
  connect(run_, &QPushButton::clicked, this, [this] { busy_ ? Q_EMIT cancelRequested() : Q_EMIT runRequested(); });
  down->addWidget(run_);
  down->addWidget(about_);
  return box;
}

QWidget* VariantsView::makeResult() {
  auto* page = new QWidget;
  auto* down = new QVBoxLayout(page);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(6);
  makeResultList(*table_, "variantResults", tr("Runs of the variants"), results_);
  table_->setMinimumHeight(116);
  down->addWidget(table_, 2);
  auto* inner = new QVBoxLayout;
  inner->setContentsMargins(12, 0, 12, 0);
  inner->setSpacing(6);
  auto* across = new QHBoxLayout;
  across->setSpacing(6);
  const auto choice = [&](const QString& text, QComboBox* box, const char* name, const QString& tip) {
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(4);
    across->addWidget(secondaryLabel(text));
    across->addWidget(box, 1);
  };
  choice(tr("Tip of"), link_, "variantsLink", tr("The link whose tip is compared with the base"));
  inner->addLayout(across);
  inner->addWidget(signals_);
  connect(link_, &QComboBox::activated, this, &VariantsView::linkChanged);
  connect(signals_, &SignalChoice::changed, this, &VariantsView::signalsChanged);
  plot_->setObjectName(QStringLiteral("variantsPlot"));
  plot_->setAccessibleName(tr("Signals of each variant over time"));
  inner->addWidget(plot_, 1);
  overlaid_->setObjectName(QStringLiteral("variantsOverlaid"));
  overlaid_->setChecked(true);
  overlaid_->setToolTip(tr("Each variant as tinted glass, where it is at the time that the view shows"));
  connect(overlaid_, &QCheckBox::toggled, this, &VariantsView::overlaidChanged);
  inner->addWidget(overlaid_);
  down->addLayout(inner, 3);
  down->addWidget(makeFoot());
  return page;
}

QWidget* VariantsView::makeFoot() {
  auto* foot = new QWidget;
  auto* across = new QHBoxLayout(foot);
  across->setContentsMargins(12, 0, 12, 8);
  across->setSpacing(2);
  const auto button = [&](const char* name, const char* icon, const QString& text, const QString& tip, auto signal) {
    QToolButton* it = makeFootButton(new QToolButton, name, icon, text, tip);
    across->addWidget(it);
    connect(it, &QToolButton::clicked, this, signal);
  };
  QToolButton* remove = handOf("removeVariantRuns", "trash", tr("Takes the runs away, in the view too"));
  connect(remove, &QToolButton::clicked, this, &VariantsView::removeResultsRequested);
  QToolButton* copy = handOf("copyVariantTable", "duplicate", tr("Copy the table"));
  connect(copy, &QToolButton::clicked, this, &VariantsView::copyRequested);
  across->addWidget(remove);
  across->addWidget(copy);
  across->addStretch(1);
  button("copyVariantCommand", "duplicate", tr("Command"), tr("Copy the command lines that make these runs"),
         &VariantsView::commandRequested);
  button("exportVariants", "plot-export", tr("CSV…"), tr("Write the table as CSV"), &VariantsView::exportRequested);
  return foot;
}

// ---- the list

void VariantsView::setVariants(const std::vector<VariantEntry>& variants, const QString& shown) {
  if (variants == variants_ && shown == shown_) return;
  if (shown != shown_) setCurrent(shown);
  variants_ = variants, shown_ = shown;
  fill();
}

void VariantsView::addLines(QStandardItem& row, const VariantEntry& entry) {
  const Scheme& scheme = AppTheme::instance().scheme();
  const auto add = [&](const QString& text, const QString& tip, const QString& path, bool bad) {
    QStandardItem* cell = resultCell(text, false, tip);
    cell->setData(entry.name, kNameRole);
    cell->setData(path, kPathRole);
    cell->setForeground(bad ? scheme.error : scheme.secondary);
    cell->setFont(AppTheme::secondaryFont());
    row.appendRow(cell);
  };
  bool told = false;
  for (const VariantLine& line : entry.lines) {
    const bool bad = !line.problem.isEmpty();
    told = told || bad;
    add(bad ? line.path + QStringLiteral(": ") + line.problem : line.text,
        line.path + (bad ? u'\n' + line.problem : QString()), line.path, bad);
  }
  if (!entry.failure.isEmpty() && !told) add(entry.failure, {}, {}, true);
}

void VariantsView::fill() {
  const QModelIndex at = list_->currentIndex();
  const QString name = current(), path = at.data(kPathRole).toString();
  filling_ = true;
  rows_.clear();
  const Scheme& scheme = AppTheme::instance().scheme();
  for (const VariantEntry& entry : variants_) {
    const bool base = entry.name.isEmpty(), shown = entry.name == shown_;
    QStandardItem* item = resultCell(base ? tr("Base") : entry.name, false);
    item->setData(entry.name, kNameRole);
    item->setEditable(!base);
    if (!base) item->setCheckable(true);
    if (!base) item->setCheckState(unticked_.contains(entry.name) ? Qt::Unchecked : Qt::Checked);
    QFont font = this->font();
    font.setBold(shown);
    item->setFont(font);
    if (!entry.failure.isEmpty()) item->setForeground(scheme.error);
    if (!entry.failure.isEmpty()) item->setToolTip(entry.failure);
    const auto changes = static_cast<int>(entry.lines.size());
    const QString number = changes == 0   ? tr("no change")
                           : changes == 1 ? tr("1 change")
                                          : tr("%1 changes").arg(changes);
    QStandardItem* count = resultCell(!shown ? (base ? QString() : number)
                                      : base ? tr("shown")
                                             : tr("edited, %1").arg(number),
                                      false);
    count->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    count->setForeground(shown ? scheme.accent : scheme.secondary);
    addLines(*item, entry);
    rows_.appendRow({item, count});
  }
  for (int i = 0; i < rows_.rowCount(); ++i) {
    const QModelIndex index = rows_.index(i, 0);
    for (int k = 0; k < rows_.rowCount(index); ++k) list_->setFirstColumnSpanned(k, index, true);
    list_->setExpanded(index, !closed_.contains(index.data(kNameRole).toString()));
  }
  list_->header()->setStretchLastSection(false);
  if (rows_.columnCount() == 2) {
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  }
  filling_ = false;
  setCurrent(name);
  if (QStandardItem* item = itemOf(name); item && !path.isEmpty())
    for (int k = 0; k < item->rowCount(); ++k)
      if (item->child(k)->data(kPathRole).toString() == path) list_->setCurrentIndex(item->child(k)->index());
  showState();
}

QStandardItem* VariantsView::itemOf(const QString& name) const {
  for (int i = 0; i < rows_.rowCount(); ++i)
    if (rows_.item(i)->data(kNameRole).toString() == name) return rows_.item(i);
  return nullptr;
}

QString VariantsView::current() const {
  return list_->currentIndex().siblingAtColumn(0).data(kNameRole).toString();
}

void VariantsView::setCurrent(const QString& name) {
  QStandardItem* item = itemOf(name);
  if (!item && rows_.rowCount() > 0) item = rows_.item(0);
  if (item && current() != name) list_->setCurrentIndex(item->index());
  if (item && !list_->currentIndex().isValid()) list_->setCurrentIndex(item->index());
}

void VariantsView::editName(const QString& name) {
  QStandardItem* item = itemOf(name);
  if (!item || name.isEmpty()) return;
  list_->setCurrentIndex(item->index());
  list_->setFocus();
  list_->edit(item->index());
}

QStringList VariantsView::chosen() const {
  QStringList names;
  for (const VariantEntry& entry : variants_)
    if (!entry.name.isEmpty() && !unticked_.contains(entry.name)) names << entry.name;
  return names;
}

void VariantsView::removeCurrent() {
  const QString path = list_->currentIndex().data(kPathRole).toString(), name = current();
  if (name.isEmpty()) return;
  path.isEmpty() ? Q_EMIT removeRequested(name) : Q_EMIT changeRemoved(name, path);
}

void VariantsView::openMenu(const QPoint& at) {
  const QModelIndex index = list_->indexAt(at);
  if (!index.isValid()) return;
  const QString name = current(), path = index.siblingAtColumn(0).data(kPathRole).toString();
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (!path.isEmpty()) {
    menu->addAction(themeIcon("field"), tr("Go to the field"), this, [this, path] { Q_EMIT fieldRequested(path); });
    menu->addAction(themeIcon("reset"), tr("Back to the base"), this,
                    [this, name, path] { Q_EMIT changeRemoved(name, path); });
    return menu->popup(list_->viewport()->mapToGlobal(at));
  }
  menu->addAction(themeIcon("eye"), name.isEmpty() ? tr("Show the base") : tr("Edit as variant"), this,
                  [this, name] { Q_EMIT showRequested(name); });
  if (!name.isEmpty()) {
    menu->addAction(themeIcon("duplicate"), tr("Duplicate"), this, [this, name] { Q_EMIT duplicateRequested(name); });
    menu->addAction(themeIcon("rename"), tr("Rename"), this, [this, name] { editName(name); });
    menu->addAction(themeIcon("trash"), tr("Delete"), this, [this, name] { Q_EMIT removeRequested(name); });
  }
  menu->popup(list_->viewport()->mapToGlobal(at));
}

bool VariantsView::eventFilter(QObject* watched, QEvent* event) {
  const auto type = event->type();
  if (watched != list_ || (type != QEvent::KeyPress && type != QEvent::ShortcutOverride))
    return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const bool remove = key == Qt::Key_Delete, edit = key == Qt::Key_F2, tick = key == Qt::Key_Space;
  if (!remove && !edit && !tick) return QWidget::eventFilter(watched, event);
  event->accept();  // these are the list's while it has the focus, not the window's
  if (type == QEvent::ShortcutOverride) return true;
  if (remove) removeCurrent();
  if (edit) editName(current());
  if (QStandardItem* item = tick ? itemOf(current()) : nullptr; item && item->isCheckable())
    item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
  return true;
}

// ---- runs

void VariantsView::setBusy(bool busy) {
  busy_ = busy, share_ = -1;
  showState();
}

void VariantsView::setProgress(double share) {
  share_ = share;
  showState();
}

void VariantsView::showState() {
  const QString name = current();
  const bool variant = !name.isEmpty(), here = name == shown_;
  show_->setText(here && variant ? tr("Back to the base") : variant ? tr("Edit as variant") : tr("Show the base"));
  show_->setToolTip(variant && !here
                        ? tr("Shows and runs “%1”; fields that are edited are changed in it alone").arg(name)
                        : tr("Shows and runs the project itself; edits concern all variants"));
  show_->setEnabled(variant || !here);
  for (QToolButton* button : {duplicate_, rename_, remove_}) button->setEnabled(variant);
  const bool none = variants_.size() < 2;
  hint_->setText(
      tr("A variant is a list of fields that have other values. Press + to make one: what you then change in "
         "the inspector is changed in it alone."));
  hint_->setVisible(none);
  const auto count = static_cast<int>(chosen().size());
  const QString percent = share_ < 0 ? QString() : QStringLiteral("  %1 %").arg(std::lround(100 * share_));
  run_->setText(busy_ ? tr("Cancel") + percent : tr("Run together: base and %1").arg(count));
  run_->setEnabled(busy_ || count > 0);
  run_->setVisible(!none || busy_);
}

void VariantsView::setLinks(const QStringList& links) {
  const QString before = link_->currentText();
  link_->clear();
  link_->addItems(links);
  const auto known = static_cast<int>(links.indexOf(before));
  link_->setCurrentIndex(known >= 0 ? known : static_cast<int>(links.size()) - 1);
}

void VariantsView::setAbout(const QString& about) {
  about_->setText(about);
  about_->setVisible(!about.isEmpty());
}

void VariantsView::setResults(const QString& about, const std::vector<VariantResult>& results) {
  found_ = results;
  setAbout(about);
  results_.clear();
  results_.setHorizontalHeaderLabels({tr("Run"), QStringLiteral("Δ"), tr("DoF"), tr("ms/s"), tr("Max"), tr("End")});
  const std::array tips = {tr("The base and its variants, in the colours of their curves and of the glass in the view"),
                           tr("Fields that the variant changes"),
                           tr("Degrees of freedom"),
                           tr("Milliseconds of computing per simulated second, beside what else runs"),
                           tr("Largest distance of the tip from that of the base at the same time"),
                           tr("The same at the end")};
  for (int k = 0; k < results_.columnCount(); ++k) {
    results_.horizontalHeaderItem(k)->setToolTip(tips[static_cast<std::size_t>(k)]);
    if (k > 0) results_.horizontalHeaderItem(k)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  }
  const Scheme& scheme = AppTheme::instance().scheme();
  for (const VariantResult& result : results) {
    const QString name = result.name.isEmpty() ? tr("Base") : result.name;
    const bool bad = !result.failure.isEmpty();
    QStandardItem* first = resultCell(bad ? name + QStringLiteral(": ") + result.failure : name, false,
                                      bad ? name + u'\n' + result.failure : name);
    first->setIcon(curveSwatch(curveColor(result.color, scheme)));
    if (bad) first->setForeground(scheme.error);
    const bool base = result.name.isEmpty();
    results_.appendRow({first, resultCell(base ? QStringLiteral("–") : QString::number(result.changes), true),
                        resultCell(result.freedom > 0 ? QString::number(result.freedom) : QStringLiteral("–"), true),
                        resultCell(noneOr(result.cost, formatNumber(kMilli * result.cost, kDigits)), true),
                        resultCell(base ? QStringLiteral("–") : lengthOf(result.largest), true),
                        resultCell(base ? QStringLiteral("–") : lengthOf(result.final), true)});
  }
  table_->header()->setStretchLastSection(false);
  table_->header()->setMinimumSectionSize(24);
  for (int k = 0; k < results_.columnCount(); ++k) {
    table_->header()->setSectionResizeMode(k, k == 0 ? QHeaderView::Stretch : QHeaderView::Fixed);
    if (k > 0) table_->header()->resizeSection(k, kWidths[static_cast<std::size_t>(k)]);
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    table_->setFirstColumnSpanned(static_cast<int>(i), {}, !results[i].failure.isEmpty());
  result_->show();
}

void VariantsView::setCurves(const std::vector<double>& t, const std::vector<TimeCurve>& curves, const QString& note) {
  plot_->setCurves(t, curves, note);
}

void VariantsView::clearResults() {
  results_.clear();
  found_.clear();
  plot_->setCurves({}, {}, {});
  result_->hide();
  setAbout({});
  showState();
}

QString VariantsView::tableText() const {
  QStringList lines;
  const auto line = [&](auto cell) {
    QStringList cells;
    for (int k = 0; k < results_.columnCount(); ++k) cells << cell(k);
    lines << cells.join(u'\t');
  };
  line([this](int k) { return results_.horizontalHeaderItem(k)->text(); });
  for (int i = 0; i < results_.rowCount(); ++i) line([this, i](int k) { return results_.item(i, k)->text(); });
  return lines.join(u'\n');
}

}  // namespace tendril
