// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/form_view.hpp"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>

#include "widgets/inspector/inspector.hpp"

namespace tendril {
namespace {

bool begins(const std::string& path, const std::string& start) {
  return path.size() > start.size() && path.compare(0, start.size(), start) == 0 &&
         (path[start.size()] == '.' || path[start.size()] == '[');
}

bool contains(const std::string& text, const QString& needle) {
  return QString::fromStdString(text).contains(needle, Qt::CaseInsensitive);
}

bool heads(const FieldRow& row) {
  return row.kind == FieldKind::kGroup || row.kind == FieldKind::kList || row.kind == FieldKind::kMap;
}

}  // namespace

FormView::FormView(FormContext& context, QWidget* parent)
    : QScrollArea(parent), context_(context), content_(new QWidget) {
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setWidgetResizable(false);
  setFocusPolicy(Qt::NoFocus);
  viewport()->setAutoFillBackground(false);
  content_->setAutoFillBackground(false);
  setWidget(content_);
  context_.removeEntry = [this](const QString& path) { removeEntry(path); };
}

std::string FormView::foldKey(const std::string& path) {
  const std::size_t kind = path.find('.');
  const std::size_t name = kind == std::string::npos ? kind : path.find('.', kind + 1);
  return name == std::string::npos ? path : path.substr(0, kind) + path.substr(name);
}

// ---- values and structure

void FormView::setRows(std::vector<FieldRow> rows) {
  if (updateInPlace(rows)) {
    rows_ = std::move(rows);
    if (picture_ && picture_->isVisibleTo(content_)) picture_->setRows(rows_);
    if (profile_ && profile_->isVisibleTo(content_)) profile_->setRows(rows_);
    return;
  }
  rebuild(std::move(rows));
}

bool FormView::updateInPlace(const std::vector<FieldRow>& rows) {
  if (rows.size() != rows_.size()) return false;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!RowBase::sameShape(rows[i], rows_[i])) return false;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != rows_[i]) changed.push_back(i);
  rows_ = rows;
  for (const std::size_t i : changed) {
    const auto widget = widgets_.find(rows_[i].path);
    if (widget != widgets_.end()) widget->second->setRow(rows_[i]);
    for (std::size_t group = i; isHidden(i) && group-- > 0;)
      if (GroupRow::isCompact(rows_[group])) {
        showCompact(group);
        break;
      }
  }
  return true;
}

void FormView::rebuild(std::vector<FieldRow> rows) {
  QWidget* focus = QApplication::focusWidget();
  const QString focused = focus && content_->isAncestorOf(focus) ? focus->objectName() : QString();
  std::map<std::string, const FieldRow*> before;
  for (const FieldRow& row : rows_) before[row.path] = &row;
  std::map<std::string, RowBase*> kept;
  for (const FieldRow& row : rows) {
    const auto widget = widgets_.find(row.path);
    if (widget == widgets_.end() || !RowBase::sameShape(row, *before[row.path])) continue;
    kept.emplace(*widget);
    widgets_.erase(widget);
  }
  std::vector<RowBase*> gone;
  for (const auto& [path, widget] : widgets_) gone.push_back(widget);
  widgets_ = std::move(kept);
  rows_ = std::move(rows);
  for (const FieldRow& row : rows_)
    if (const auto widget = widgets_.find(row.path); widget != widgets_.end()) widget->second->setRow(row);
  for (RowBase* widget : gone) removeWidget(widget);
  layOut();
  orderTabs();
  if (focused.isEmpty() || content_->isAncestorOf(QApplication::focusWidget())) return;
  if (auto* again = content_->findChild<QWidget*>(focused)) again->setFocus(Qt::OtherFocusReason);
}

void FormView::removeWidget(RowBase* widget) {
  // It may be what is telling us: it lives until the event is over, but is not found by name any more.
  widget->setObjectName({});
  for (QWidget* child : widget->findChildren<QWidget*>()) child->setObjectName({});
  widget->hide();
  widget->deleteLater();
}

RowBase* FormView::widgetOf(std::size_t index) {
  const FieldRow& row = rows_[index];
  RowBase*& widget = widgets_[row.path];
  if (widget) return widget;
  if (heads(row)) {
    auto* group = new GroupRow(context_, row, content_);
    connect(group, &GroupRow::foldToggled, this, [this, path = row.path] { toggleFold(path); });
    widget = group;
    showCompact(index);
  } else {
    widget = new ValueRow(context_, row, content_);
  }
  showNote(*widget, row.path);
  connect(widget, &RowBase::heightChanged, this, &FormView::layOut);
  return widget;
}

void FormView::showNote(RowBase& widget, const std::string& path) {
  const auto note = context_.notes.find(path);
  widget.setNote(note == context_.notes.end() ? FieldNote{} : note->second);
}

void FormView::showCompact(std::size_t group) {
  const auto widget = widgets_.find(rows_[group].path);
  if (!GroupRow::isCompact(rows_[group]) || widget == widgets_.end() || !widget->second) return;
  const FieldRow *family = nullptr, *order = nullptr;
  for (std::size_t i = group + 1; i < rows_.size() && rows_[i].level > rows_[group].level; ++i) {
    if (rows_[i].path == rows_[group].path + ".basis") family = &rows_[i];
    if (rows_[i].path == rows_[group].path + ".order") order = &rows_[i];
  }
  static_cast<GroupRow*>(widget->second)->setCompact(family, order);
}

bool FormView::isHidden(std::size_t index) const {
  const std::string& path = rows_[index].path;
  return path.find(".strain.") != std::string::npos && (path.ends_with(".basis") || path.ends_with(".order"));
}

// ---- what is shown

bool FormView::passes(const FieldRow& row) const {
  if (!filter_.isEmpty())
    return contains(row.label, filter_) || contains(row.key, filter_) || contains(row.meaning, filter_) ||
           contains(row.symbol, filter_);
  if (row.depth > depth_) return false;
  if (row.key == "quaternion" && !row.present) return false;  // the other way of writing a rotation
  // The other one of a pair is worth showing; what has no meaning for this kind at all is not.
  if (row.key == "rpy" && !row.active) return false;
  return row.active || (depth_ != description::Depth::kEssential && row.condition.starts_with("only without"));
}

std::vector<bool> FormView::visibleRows() const {
  std::vector<bool> shown(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool own = !heads(rows_[i]) || rows_[i].optional || rows_[i].kind != FieldKind::kGroup ||
                     !filter_.isEmpty() || rows_[i].entry;
    shown[i] = own && !isHidden(i) && passes(rows_[i]);
    if (isHidden(i) && !filter_.isEmpty() && passes(rows_[i]))  // found on the line of its group
      for (std::size_t group = i; group-- > 0;)
        if (rows_[group].level < rows_[i].level) {
          shown[group] = true;
          break;
        }
  }
  for (std::size_t i = rows_.size(); i-- > 0;) {
    if (!shown[i]) continue;
    int level = rows_[i].level;
    for (std::size_t around = i; around-- > 0 && level > 0;)
      if (rows_[around].level < level) {
        level = rows_[around].level;
        shown[around] = true;
      }
  }
  if (!filter_.isEmpty()) return shown;
  int folded = 1000;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].level <= folded) folded = 1000;
    if (rows_[i].level > folded) shown[i] = false;
    if (heads(rows_[i]) && folded_.contains(QString::fromStdString(foldKey(rows_[i].path))))
      folded = std::min(folded, rows_[i].level);
  }
  return shown;
}

int FormView::placePicture(std::size_t index, int y, const std::vector<bool>& visible) {
  const FieldRow& row = rows_[index];
  if (row.kind != FieldKind::kChoice || row.key != "shape" || !filter_.isEmpty() || !visible[index]) return 0;
  if (SectionPicture::understands(row)) return placeOne(picture_, row, y);
  return ProfilePicture::understands(row) ? placeOne(profile_, row, y) : 0;
}

template <class Picture>
int FormView::placeOne(Picture*& picture, const FieldRow& shape, int y) {
  if (!picture) {
    picture = new Picture(context_, content_);
    picture->setObjectName(QStringLiteral("section-picture"));
  }
  picture->setSection(shape.path.substr(0, shape.path.rfind('.')));
  picture->setRows(rows_);
  if (picture->isEmpty()) return 0;
  picture->setGeometry(0, y, content_->width(), Picture::kHeight);
  picture->show();
  return Picture::kHeight;
}

void FormView::layOut() {
  if (layingOut_) return;
  layingOut_ = true;
  const int width = viewport()->width();
  content_->resize(width, content_->height());
  const std::vector<bool> visible = visibleRows();
  if (picture_) picture_->hide();
  if (profile_) profile_->hide();
  int y = 0;
  bool pictured = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto existing = widgets_.find(rows_[i].path);
    if (!visible[i]) {
      if (existing != widgets_.end() && existing->second) existing->second->hide();
      continue;
    }
    RowBase* widget = widgetOf(i);
    if (heads(rows_[i]))
      static_cast<GroupRow*>(widget)->setFolded(folded_.contains(QString::fromStdString(foldKey(rows_[i].path))) &&
                                                filter_.isEmpty());
    const int height = widget->heightFor(width);
    widget->setGeometry(0, y, width, height);
    widget->show();
    y += height;
    if (const int picture = pictured ? 0 : placePicture(i, y, visible)) {
      y += picture;
      pictured = true;
    }
  }
  bare_ = y == 0;
  content_->resize(width, y == 0 ? 0 : y + 12);
  layingOut_ = false;
  Q_EMIT laidOut();
}

void FormView::orderTabs() {
  QWidget* last = nullptr;
  for (const FieldRow& row : rows_) {
    const auto widget = widgets_.find(row.path);
    if (widget == widgets_.end() || !widget->second) continue;
    if (last) QWidget::setTabOrder(last, widget->second);
    last = widget->second;
    for (QWidget* child : widget->second->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
      if (!(child->focusPolicy() & Qt::TabFocus)) continue;
      QWidget::setTabOrder(last, child);
      last = child;
    }
  }
}

void FormView::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  layOut();
}

void FormView::setDepth(description::Depth depth) {
  depth_ = depth;
  layOut();
  orderTabs();
}

void FormView::setFilter(const QString& text) {
  filter_ = text.trimmed().left(100);
  layOut();
  orderTabs();
}

void FormView::toggleFold(const std::string& path) {
  const QString key = QString::fromStdString(foldKey(path));
  if (!folded_.remove(key)) folded_.insert(key);
  layOut();
  orderTabs();
}

// ---- single fields

std::size_t FormView::indexFor(const std::string& path) const {
  std::size_t best = rows_.size(), length = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool here = rows_[i].path == path;
    if (here) return i;
    if (begins(path, rows_[i].path) && rows_[i].path.size() > length) {
      best = i;
      length = rows_[i].path.size();
    }
  }
  return best;
}

void FormView::unfoldAround(std::size_t index) {
  int level = rows_[index].level;
  for (std::size_t i = index + 1; i-- > 0;) {
    if (i != index && rows_[i].level >= level) continue;
    level = rows_[i].level;
    if (i != index) folded_.remove(QString::fromStdString(foldKey(rows_[i].path)));
  }
  if (!filter_.isEmpty() && !passes(rows_[index])) filter_.clear();
  if (rows_[index].depth > depth_) Q_EMIT depthNeeded(rows_[index].depth);
}

bool FormView::showField(const QString& path, bool focus) {
  std::size_t index = indexFor(path.toStdString());
  if (index == rows_.size()) return false;
  unfoldAround(index);
  if (isHidden(index))
    while (index > 0 && !GroupRow::isCompact(rows_[index])) --index;
  layOut();
  orderTabs();
  RowBase* widget = widgetOf(index);
  ensureWidgetVisible(widget, 0, 24);
  if (focus)
    if (QWidget* field = widget->fieldFor(path)) field->setFocus(Qt::ShortcutFocusReason);
  return true;
}

void FormView::setError(const QString& path, const QString& text) {
  std::size_t index = indexFor(path.toStdString());
  if (index == rows_.size()) return;
  if (!text.isEmpty()) unfoldAround(index);
  if (isHidden(index))
    while (index > 0 && !GroupRow::isCompact(rows_[index])) --index;
  RowBase* widget = widgetOf(index);
  widget->setError(text);
  layOut();
  if (!text.isEmpty()) ensureWidgetVisible(widget, 0, 8);
}

void FormView::clearErrors() {
  for (const auto& [path, widget] : widgets_)
    if (widget) widget->setError({});
}

void FormView::showNotes() {
  for (const auto& [path, widget] : widgets_)
    if (widget) showNote(*widget, path), widget->update();
}

void FormView::removeEntry(const QString& path) {
  const std::size_t entry = indexFor(path.toStdString());
  if (entry == rows_.size() || !rows_[entry].entry) return;
  std::size_t before = 0;
  for (std::size_t i = entry; i-- > 0;) {
    if (rows_[i].level == rows_[entry].level && rows_[i].entry) ++before;
    if (rows_[i].level >= rows_[entry].level) continue;
    const QString json = QString::fromStdString(withoutEntry(rows_[i], before));
    if (!json.isEmpty()) Q_EMIT context_.form->edited(QString::fromStdString(rows_[i].path), json, {});
    return;
  }
}

}  // namespace tendril
