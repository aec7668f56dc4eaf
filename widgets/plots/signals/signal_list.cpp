// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/signals/signal_list.hpp"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

#include "core/signals/signal_program.hpp"
#include "widgets/plots/signals/signal_mime.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/tree/branch_arrow.hpp"

namespace tendril {
namespace {

constexpr int kTextRole = Qt::UserRole;      // what is plotted; empty for headings
constexpr int kUnitRole = Qt::UserRole + 1;  // grey, right
constexpr int kFormulaRole = Qt::UserRole + 2;
constexpr int kMostTyped = 500;
constexpr std::size_t kMostFound = 200;

QString qs(const std::string& text) {
  return QString::fromStdString(text);
}

/// Letters of `name` that the words of `typed` cover.
std::vector<bool> covered(const QString& name, const QString& typed) {
  std::vector<bool> marks(static_cast<std::size_t>(name.size()));
  for (const QString& word : typed.simplified().split(u' ', Qt::SkipEmptyParts)) {
    const qsizetype at = name.indexOf(word, 0, Qt::CaseInsensitive);
    for (qsizetype i = std::max<qsizetype>(at, 0); at >= 0 && i < at + word.size(); ++i)
      marks[static_cast<std::size_t>(i)] = true;
  }
  return marks;
}

/// Name with what was typed standing out, unit in grey at the right end; headings in semibold.
class SignalDelegate : public QStyledItemDelegate {
 public:
  SignalDelegate(const QLineEdit* field, QObject* parent) : QStyledItemDelegate(parent), field_(field) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    ground.widget->style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, ground.widget);
    const Scheme& scheme = AppTheme::instance().scheme();
    painter->save();
    const QRect row = option.rect.adjusted(kGrid, 0, -2 * kGrid, 0);
    const QString unit = index.data(kUnitRole).toString();
    const QFont small = AppTheme::secondaryFont();
    painter->setFont(small);
    painter->setPen(scheme.secondary);
    painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, unit);
    const int reserved = unit.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(unit) + 2 * kGrid;
    paintName(painter, row.adjusted(0, 0, -reserved, 0), index);
    painter->restore();
  }

 private:
  void paintName(QPainter* painter, const QRect& room, const QModelIndex& index) const {
    const Scheme& scheme = AppTheme::instance().scheme();
    const bool heading = index.data(kTextRole).toString().isEmpty();
    QFont font = AppTheme::font(), bold = font;
    bold.setWeight(QFont::DemiBold);
    const QString whole = index.data(Qt::DisplayRole).toString();
    const QString name = QFontMetrics(bold).elidedText(whole, Qt::ElideMiddle, room.width());
    if (heading || field_->text().isEmpty() || name != whole) {
      painter->setFont(heading ? bold : font);
      painter->setPen(heading ? scheme.secondary : scheme.text);
      painter->drawText(room, Qt::AlignVCenter, name);
      return;
    }
    const std::vector<bool> marks = covered(name, field_->text());
    const QFontMetricsF metrics(font);
    const double baseline = room.center().y() + metrics.capHeight() / 2 + 0.5;
    double x = room.left();
    for (qsizetype i = 0; i < name.size();) {
      qsizetype end = i + 1;
      const bool marked = marks[static_cast<std::size_t>(i)];
      while (end < name.size() && marks[static_cast<std::size_t>(end)] == marked) ++end;
      const QString part = name.sliced(i, end - i);
      painter->setFont(marked ? bold : font);
      painter->setPen(marked ? scheme.text : mixed(scheme.panel, scheme.text, 0.72));
      painter->drawText(QPointF(x, baseline), part);
      x += QFontMetricsF(painter->font()).horizontalAdvance(part);
      i = end;
    }
  }

  const QLineEdit* field_;
};

QStandardItem* itemOf(const Signal& signal) {
  auto* item = new QStandardItem(qs(signal.name));
  item->setEditable(false);
  item->setData(qs(signal.name), kTextRole);
  item->setData(signal.width > 1 ? QStringLiteral("xyz") : qs(signal.unit), kUnitRole);
  QString tip = QStringLiteral("<b>%1</b>").arg(qs(signal.name).toHtmlEscaped());
  if (!signal.symbol.empty()) tip += QStringLiteral("   %1").arg(qs(signal.symbol).toHtmlEscaped());
  if (!signal.unit.empty()) tip += QStringLiteral("   <i>%1</i>").arg(qs(signal.unit).toHtmlEscaped());
  if (!signal.description.empty()) tip += QStringLiteral("<br>%1").arg(qs(signal.description).toHtmlEscaped());
  if (!signal.formula.empty()) tip += QStringLiteral("<br>= %1").arg(qs(signal.formula).toHtmlEscaped());
  item->setToolTip(tip);
  return item;
}

QStandardItem* formulaItem(const QString& text) {
  auto* item = new QStandardItem(QStringLiteral("ƒ  ") + text);
  item->setEditable(false);
  item->setData(text, kTextRole);
  item->setData(true, kFormulaRole);
  item->setData(SignalList::tr("formula"), kUnitRole);
  item->setToolTip(SignalList::tr("Plot what this formula gives at every recorded instant"));
  return item;
}

bool looksLikeFormula(const QString& text) {
  if (text.contains(QLatin1String("- ")) || text.contains(QLatin1String(" -")) || text.endsWith(u'-')) return true;
  return std::any_of(text.begin(), text.end(), [](QChar c) { return QStringLiteral("+*/^()−·×,").contains(c); });
}

}  // namespace

SignalTree::SignalTree(QWidget* parent) : QTreeView(parent) {
  setHeaderHidden(true);
  setIndentation(14);
  setUniformRowHeights(true);
  setRootIsDecorated(true);
  setFrameShape(QFrame::NoFrame);
  setDragEnabled(true);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Signals"));
  setObjectName(QStringLiteral("signalTree"));
}

QStringList SignalTree::texts() const {
  QStringList all;
  QModelIndexList rows = selectionModel()->selectedIndexes();
  if (rows.isEmpty() && currentIndex().isValid()) rows << currentIndex();
  std::sort(rows.begin(), rows.end());
  for (const QModelIndex& row : rows)
    if (const QString text = row.data(kTextRole).toString(); !text.isEmpty()) all << text;
  return all;
}

void SignalTree::startDrag(Qt::DropActions) {
  dragSignals(this, texts());
}

void SignalTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  QTreeView::drawBranches(painter, rect, index);
  drawBranchArrow(*painter, *this, rect, index);
}

SignalList::SignalList(QWidget* parent)
    : QWidget(parent), field_(new QLineEdit(this)), problem_(new QLabel(this)), tree_(new SignalTree(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, kGrid + 2, 2 * kGrid, 0);
  layout->setSpacing(kGrid);
  layout->addWidget(field_);
  layout->addWidget(problem_);
  layout->addWidget(tree_, 1);
  field_->setObjectName(QStringLiteral("signalSearch"));
  field_->setPlaceholderText(tr("Search signals, or type a formula"));
  field_->setToolTip(
      tr("Enter adds to the plot in use, Ctrl+Enter makes a new one.\n"
         "Formulas: arm.tip.x − 0.1, norm(a.tip − b.tip), rate(arm.q[0])"));
  field_->setAccessibleName(tr("Search signals or type a formula"));
  field_->setClearButtonEnabled(true);
  field_->setMaxLength(kMostTyped);
  field_->setFixedHeight(kFieldHeight);
  field_->addAction(themeIcon("search", Token::kSecondary), QLineEdit::LeadingPosition);
  problem_->setObjectName(QStringLiteral("signalProblem"));
  problem_->setWordWrap(true);
  problem_->setFont(AppTheme::secondaryFont());
  problem_->hide();
  tree_->setModel(&items_);
  tree_->setItemDelegate(new SignalDelegate(field_, this));
  field_->installEventFilter(this);
  tree_->installEventFilter(this);
  connect(field_, &QLineEdit::textChanged, this, &SignalList::rebuild);
  connect(tree_, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
    if (!index.data(kTextRole).toString().isEmpty()) Q_EMIT chosen({index.data(kTextRole).toString()}, false);
  });
  connect(tree_, &QTreeView::expanded, this, [this](const QModelIndex& index) {
    if (!unfolded_.contains(index.data().toString())) unfolded_ << index.data().toString();
  });
  connect(tree_, &QTreeView::collapsed, this,
          [this](const QModelIndex& index) { unfolded_.removeAll(index.data().toString()); });
}

QTreeView& SignalList::view() {
  return *tree_;
}

void SignalList::setCatalogue(std::shared_ptr<const SignalCatalogue> catalogue) {
  catalogue_ = std::move(catalogue);
  rebuild();
}

void SignalList::beginSearch() {
  field_->setFocus(Qt::ShortcutFocusReason);
  field_->selectAll();
}

void SignalList::rebuild() {
  const QString text = field_->text().trimmed();
  items_.clear();
  if (catalogue_ && text.isEmpty())
    showGroups();
  else if (catalogue_)
    showFound(text);
  showProblem(text);
}

void SignalList::showGroups() {
  QStandardItem* heading = nullptr;
  std::map<std::string, QStandardItem*> headings;
  for (const Signal& signal : catalogue_->signals()) {
    heading = headings[signal.group];
    if (!heading) {
      heading = headings[signal.group] = new QStandardItem(qs(signal.group));
      heading->setEditable(false);
      heading->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      items_.appendRow(heading);
    }
    heading->appendRow(itemOf(signal));
  }
  tree_->setRootIsDecorated(true);
  const QStringList unfolded = unfolded_;
  for (int row = 0; row < items_.rowCount(); ++row)
    if (unfolded.contains(items_.item(row)->text()) || items_.rowCount() == 1) tree_->expand(items_.index(row, 0));
}

void SignalList::showFound(const QString& text) {
  tree_->setRootIsDecorated(false);
  const bool isName = catalogue_->find(text.toStdString()) >= 0;
  if (!isName && !checkSignal(*catalogue_, text.toStdString())) items_.appendRow(formulaItem(text));
  for (const int id : catalogue_->search(text.toStdString(), kMostFound)) items_.appendRow(itemOf((*catalogue_)[id]));
  // A formula that is not finished must not make Enter take something else.
  const bool formula = items_.rowCount() > 0 && items_.item(0)->data(kFormulaRole).toBool();
  if (items_.rowCount() > 0 && (isName || formula || !looksLikeFormula(text)))
    tree_->setCurrentIndex(items_.index(0, 0));
}

void SignalList::showProblem(const QString& text) {
  QString problem;
  if (catalogue_ && !text.isEmpty() && (items_.rowCount() == 0 || looksLikeFormula(text))) {
    const auto error = checkSignal(*catalogue_, text.toStdString());
    if (error && looksLikeFormula(text))
      problem = qs(error->message);
    else if (error)
      problem = tr("No signal is called so.");
  }
  problem_->setText(problem);
  QPalette palette = problem_->palette();
  palette.setColor(QPalette::WindowText, AppTheme::instance().color(Token::kError));
  problem_->setPalette(palette);
  problem_->setVisible(!problem.isEmpty());
}

void SignalList::choose(bool newPlot) {
  const QStringList texts = tree_->texts();
  if (!texts.isEmpty()) {
    Q_EMIT chosen(texts, newPlot);
    return;
  }
  // Enter on a heading folds it.
  const QModelIndex at = tree_->currentIndex();
  if (at.isValid()) tree_->setExpanded(at, !tree_->isExpanded(at));
}

bool SignalList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto& key = *static_cast<QKeyEvent*>(event);
  if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
    choose(key.modifiers() & Qt::ControlModifier);
    return true;
  }
  if (watched == field_) {
    const bool moves = key.key() == Qt::Key_Down || key.key() == Qt::Key_Up || key.key() == Qt::Key_PageDown ||
                       key.key() == Qt::Key_PageUp;
    if (moves) QApplication::sendEvent(tree_, event);  // the list moves, the field keeps the keyboard
    if (key.key() == Qt::Key_Escape && !field_->text().isEmpty())
      field_->clear();
    else if (!moves)
      return false;
    return true;
  }
  if (!key.text().isEmpty() && key.text().front().isPrint() && !(key.modifiers() & Qt::ControlModifier)) {
    field_->setFocus(Qt::OtherFocusReason);
    field_->insert(key.text());
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tendril
