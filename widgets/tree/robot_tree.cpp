// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/robot_tree.hpp"

#include <QContextMenuEvent>
#include <QDrag>
#include <QDropEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

#include "widgets/parts/part_card.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/tree/branch_arrow.hpp"
#include "widgets/tree/tree_delegate.hpp"

namespace tendril {

using description::ObjectId;
using Kind = TreeItem::Kind;

RobotTree::RobotTree(QWidget* parent) : QTreeView(parent), delegate_(new TreeDelegate(this)) {
  QTreeView::setModel(&items_);
  setItemDelegate(delegate_);
  setObjectName("robot_tree");
  setHeaderHidden(true);
  setIndentation(12);
  setIconSize({kSmallIconSize, kSmallIconSize});
  setUniformRowHeights(true);
  setMouseTracking(true);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(EditKeyPressed);
  setDragDropMode(InternalMove);
  setDropIndicatorShown(true);
  setExpandsOnDoubleClick(false);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Robot"));
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (!silent_) Q_EMIT selectionChosen(selected());
  });
  connect(this, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
    if (const TreeRow* row = rowAt(index); row && row->item.kind != Kind::kHeading) Q_EMIT activatedItem(row->item);
  });
  connect(delegate_, &TreeDelegate::renamed, this, [this](const QModelIndex& index, const QString& name) {
    const TreeRow* row = rowAt(index);
    if (!row) return;
    // After the field has gone: whoever renames shows all rows anew.
    QMetaObject::invokeMethod(
        this, [this, item = row->item, name] { Q_EMIT renameRequested(item, name); }, Qt::QueuedConnection);
  });
}

// ---- rows

QStandardItem* RobotTree::itemOf(const TreeRow& row, int place) const {
  const bool heading = row.item.kind == Kind::kHeading;
  auto* item = new QStandardItem(row.icon.isEmpty() ? QIcon() : themeIcon(row.icon, Token::kSecondary), row.text);
  Qt::ItemFlags flags = Qt::ItemIsEnabled;
  if (!heading) flags |= Qt::ItemIsSelectable;
  if (row.isObject()) flags |= Qt::ItemIsEditable;
  if (row.item.id != 0) flags |= Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled;
  if (heading) flags |= Qt::ItemIsDropEnabled;
  item->setFlags(flags);
  item->setData(place, TreeDelegate::kRow);
  item->setData(row.detail, TreeDelegate::kDetail);
  item->setData(heading, TreeDelegate::kHeading);
  item->setData(isHideable(row), TreeDelegate::kHideable);
  item->setData(hidden_.contains(row.item.id) && row.item.id != 0, TreeDelegate::kHidden);
  item->setToolTip(row.tooltip);
  return item;
}

void RobotTree::setProject(const Description& description) {
  std::vector<TreeRow> rows = treeRows(description);
  if (rows == rows_) return;
  rebuild(std::move(rows));
}

void RobotTree::clear() {
  rebuild({});
}

void RobotTree::rebuild(std::vector<TreeRow> rows) {
  silent_ = true;
  const std::vector<TreeItem> kept = selected();
  const int scrolled = verticalScrollBar()->value();
  std::vector<TreeRow> folded;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (itemOfRow_[i]->hasChildren() && !isExpanded(itemOfRow_[i]->index())) folded.push_back(rows_[i]);
  items_.clear();
  rows_ = std::move(rows);
  itemOfRow_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    itemOfRow_.push_back(itemOf(rows_[i], static_cast<int>(i)));
    const int above = rows_[i].parent;
    (above < 0 ? items_.invisibleRootItem() : itemOfRow_[static_cast<std::size_t>(above)])
        ->appendRow(itemOfRow_.back());
  }
  expandAll();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (const TreeRow& was : folded) {
      const bool heading = was.item.kind == Kind::kHeading;
      if (heading ? was.text == rows_[i].text : was.item.isSame(rows_[i].item)) collapse(itemOfRow_[i]->index());
    }
  select(kept);
  verticalScrollBar()->setValue(scrolled);
  silent_ = false;
  applyFilter();
}

const TreeRow* RobotTree::rowAt(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const int place = index.data(TreeDelegate::kRow).toInt();
  return place >= 0 && place < static_cast<int>(rows_.size()) ? &rows_[static_cast<std::size_t>(place)] : nullptr;
}

QModelIndex RobotTree::indexOf(const TreeItem& item) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (item.kind != Kind::kHeading && rows_[i].item.isSame(item)) return itemOfRow_[i]->index();
  return {};
}

void RobotTree::select(const std::vector<TreeItem>& items) {
  const bool before = std::exchange(silent_, true);
  QItemSelection selection;
  QModelIndex last;
  for (const TreeItem& item : items) {
    const QModelIndex index = indexOf(item);
    if (!index.isValid()) continue;
    selection.select(index, index);
    last = index;
  }
  selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  if (last.isValid()) {
    selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
    scrollTo(last);
  }
  silent_ = before;
}

std::vector<TreeItem> RobotTree::selected() const {
  std::vector<TreeItem> items;
  const QModelIndex current = currentIndex();
  const TreeRow* last = nullptr;
  for (const QModelIndex& index : selectionModel()->selectedIndexes()) {
    const TreeRow* row = rowAt(index);
    if (!row) continue;
    if (index == current)
      last = row;
    else
      items.push_back(row->item);
  }
  if (last) items.push_back(last->item);
  return items;
}

bool RobotTree::isHideable(const TreeRow& row) const {
  return hideable_ && row.hideable;
}

void RobotTree::setHideable(bool hideable) {
  hideable_ = hideable;
  for (std::size_t i = 0; i < rows_.size(); ++i) itemOfRow_[i]->setData(isHideable(rows_[i]), TreeDelegate::kHideable);
}

void RobotTree::setHidden(const std::set<ObjectId>& objects) {
  hidden_ = objects;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (isHideable(rows_[i])) itemOfRow_[i]->setData(hidden_.contains(rows_[i].item.id), TreeDelegate::kHidden);
}

void RobotTree::rename(const TreeItem& item) {
  const QModelIndex index = indexOf(item);
  const TreeRow* row = rowAt(index);
  if (!row || !row->isObject()) return;
  setFocus();
  scrollTo(index);
  edit(index);
}

// ---- filter

void RobotTree::setFilter(const QString& text) {
  filter_ = text.trimmed();
  applyFilter();
}

void RobotTree::applyFilter() {
  for (int i = 0; i < items_.rowCount(); ++i) filterRow(items_.item(i));
}

bool RobotTree::filterRow(QStandardItem* item) {
  const TreeRow* row = rowAt(item->index());
  bool shown = filter_.isEmpty() || row->text.contains(filter_, Qt::CaseInsensitive) ||
               row->detail.contains(filter_, Qt::CaseInsensitive);
  for (int i = 0; i < item->rowCount(); ++i) shown = filterRow(item->child(i)) || shown;
  const QModelIndex index = item->index();
  setRowHidden(index.row(), index.parent(), !shown);
  return shown;
}

// ---- hands

void RobotTree::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->pos());
  const TreeRow* row = rowAt(index);
  if (!index.isValid()) clearSelection();
  if (row && event->button() == Qt::LeftButton && isHideable(*row) &&
      TreeDelegate::eyeRect(visualRect(index)).adjusted(-kGrid, -kGrid, kGrid, kGrid).contains(event->pos()))
    return Q_EMIT visibilityRequested(row->item.id, hidden_.contains(row->item.id));
  if (row && row->item.kind == Kind::kHeading && event->button() == Qt::LeftButton)
    return setExpanded(index, !isExpanded(index));
  QTreeView::mousePressEvent(event);
}

void RobotTree::keyPressEvent(QKeyEvent* event) {
  const std::vector<TreeItem> items = selected();
  if (event->key() == Qt::Key_Delete && !items.empty()) return Q_EMIT removeRequested(items);
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && !items.empty() && state() != EditingState) return Q_EMIT activatedItem(items.back());
  QTreeView::keyPressEvent(event);
}

bool RobotTree::event(QEvent* event) {
  // Delete belongs to the tree while it has the focus, whatever the window does with it.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete)
    event->accept();
  return QTreeView::event(event);
}

void RobotTree::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = event->reason() == QContextMenuEvent::Keyboard
                                ? currentIndex()
                                : indexAt(viewport()->mapFrom(this, event->pos()));
  const TreeRow* row = rowAt(index);
  if (row && row->item.kind != Kind::kHeading && !selectionModel()->isSelected(index)) setCurrentIndex(index);
  const QPoint at = event->reason() == QContextMenuEvent::Keyboard
                        ? viewport()->mapToGlobal(visualRect(index).bottomLeft())
                        : event->globalPos();
  Q_EMIT menuRequested(at);
}

RobotTree::Drop RobotTree::dropAt(const QPoint& position) const {
  const std::vector<TreeItem> items = selected();
  const TreeRow* target = rowAt(indexAt(position));
  if (items.size() != 1 || items[0].id == 0 || !target || target->item.isSame(items[0])) return {};
  const bool onto = dropIndicatorPosition() == OnItem;
  const bool link = items[0].kind == Kind::kLink;
  if (link && target->item.kind == Kind::kHeading && onto) return {.allowed = true, .reparent = true, .item = items[0]};
  if (target->item.kind != items[0].kind) return {};
  if (link && onto) return {.allowed = true, .reparent = true, .item = items[0], .parent = target->item.id};
  if (onto) return {};
  // The index counts after the object has been taken out.
  int index = target->item.index + (dropIndicatorPosition() == BelowItem ? 1 : 0);
  if (items[0].index < index) --index;
  return {.allowed = index != items[0].index, .item = items[0], .index = index};
}

void RobotTree::startDrag(Qt::DropActions) {
  const QModelIndexList rows = selectionModel()->selectedIndexes();
  if (rows.isEmpty()) return;
  QDrag drag(this);
  drag.setMimeData(items_.mimeData(rows));
  drag.setPixmap(viewport()->grab(visualRect(currentIndex())));
  dropped_.reset();
  // What the drag came to is not looked at: the inherited function takes moved rows away, but rows follow the project.
  drag.exec(Qt::MoveAction);
  // Only now, when nothing of the drag is left that knows rows.
  if (const std::optional<Drop> drop = std::exchange(dropped_, std::nullopt)) {
    if (drop->reparent)
      Q_EMIT reparentRequested(drop->item.id, drop->parent);
    else
      Q_EMIT moveRequested(drop->item, drop->index);
  }
}

std::optional<ObjectId> RobotTree::partPlaceAt(const QPoint& position) const {
  const TreeRow* target = rowAt(indexAt(position));
  if (target && target->item.kind == Kind::kLink) return target->item.id;
  if (!target || target->item.kind == Kind::kHeading || target->item.kind == Kind::kProject) return 0;
  return std::nullopt;
}

void RobotTree::dragEnterEvent(QDragEnterEvent* event) {
  if (!PartCard::idOf(*event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QTreeView::dragEnterEvent(event);
}

void RobotTree::dragMoveEvent(QDragMoveEvent* event) {
  if (!PartCard::idOf(*event->mimeData()).isEmpty()) {
    const QPoint at = event->position().toPoint();
    event->setAccepted(partPlaceAt(at).has_value());
    partTarget_ = partPlaceAt(at).value_or(0) != 0 ? indexAt(at) : QModelIndex();
    viewport()->update();
    return;
  }
  QTreeView::dragMoveEvent(event);
  if (!dropAt(event->position().toPoint()).allowed) event->ignore();
}

void RobotTree::forgetPart() {
  partTarget_ = QPersistentModelIndex();
  viewport()->update();
}

void RobotTree::dragLeaveEvent(QDragLeaveEvent* event) {
  forgetPart();
  QTreeView::dragLeaveEvent(event);
}

void RobotTree::paintEvent(QPaintEvent* event) {
  QTreeView::paintEvent(event);
  if (!partTarget_.isValid()) return;
  QPainter painter(viewport());
  painter.setPen(AppTheme::instance().color(Token::kAccent));
  painter.drawRect(visualRect(partTarget_).adjusted(0, 0, -1, -1));
}

void RobotTree::dropEvent(QDropEvent* event) {
  if (const QString part = PartCard::idOf(*event->mimeData()); !part.isEmpty()) {
    const std::optional<ObjectId> link = partPlaceAt(event->position().toPoint());
    forgetPart();
    if (!link) return event->ignore();
    event->acceptProposedAction();
    Q_EMIT partDropped(part, *link);
    return;
  }
  const Drop drop = dropAt(event->position().toPoint());
  setState(NoState);
  viewport()->update();
  if (event->source() != this || !drop.allowed) return event->ignore();
  event->acceptProposedAction();
  dropped_ = drop;
}

void RobotTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  QTreeView::drawBranches(painter, rect, index);
  drawBranchArrow(*painter, *this, rect, index);
}

}  // namespace tendril
