// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/group_row.hpp"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include "widgets/inspector/field_text.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kChevron = 14, kButton = 22, kOrderWidth = 44, kGap = 4;
constexpr auto kNewStrain = R"({"basis":"legendre","order":1})";

QToolButton* smallButton(const QString& icon, const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setProperty("role", "small");
  button->setIcon(themeIcon(icon, Token::kSecondary));
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}

}  // namespace

bool GroupRow::isCompact(const FieldRow& row) {
  return row.kind == FieldKind::kGroup && row.optional && row.options.empty() &&
         row.path.find(".strain.") != std::string::npos;
}

GroupRow::GroupRow(FormContext& context, const FieldRow& row, QWidget* parent) : RowBase(context, row, parent) {
  setObjectName(QStringLiteral("group:") + path());
  setAccessibleName(QString::fromStdString(row_.label));
  if (foldable()) setFocusPolicy(Qt::TabFocus);
  if (isCompact(row_)) makeCompact();
  if (row_.kind == FieldKind::kGroup && !row_.options.empty()) {
    choice_ = new ChoiceField(this);
    choice_->setObjectName(QStringLiteral("field:") + path());
    connect(choice_, &ChoiceField::chosen, this,
            [this](const QString& name) { Q_EMIT context_.form->choiceRequested(path(), name); });
  }
  // What variants and provenance hold comes from the fields that they speak of.
  const bool spoken = row_.path == "provenance" || row_.path.starts_with("variants.");
  if (!spoken && (row_.kind == FieldKind::kList || row_.kind == FieldKind::kMap)) makeAddButton();
  if (row_.entry) makeRemoveButton();
  setEnabled(row_.active);
  showValue();
}

void GroupRow::makeCompact() {
  makeSwitch();
  if (!row_.present) return;
  choice_ = new ChoiceField(this);
  choice_->setObjectName(QStringLiteral("field:") + path() + QStringLiteral(".basis"));
  connect(choice_, &ChoiceField::chosen, this,
          [this](const QString& name) { emitEdit(path() + QStringLiteral(".basis"), jsonText(name)); });
  order_ = new ValueEdit(this);
  order_->setObjectName(QStringLiteral("field:") + path() + QStringLiteral(".order"));
  order_->setSteppable(true);
  connect(order_, &ValueEdit::committed, this, &GroupRow::commitOrder);
  connect(order_, &ValueEdit::stepWanted, this, &GroupRow::stepOrder);
  connect(order_, &ValueEdit::reverted, this, [this] { setError({}); });
  connect(order_, &ValueEdit::left, this, [this] {
    if (!gesture_.isEmpty()) Q_EMIT context_.form->editFinished();
    gesture_.clear();
  });
  connect(order_, &ValueEdit::menuWanted, this, [this](const QPoint& at) { openMenu(at, order_); });
}

void GroupRow::makeSwitch() {
  switch_ = new Switch(this);
  switch_->setObjectName(QStringLiteral("field:") + path());
  switch_->setAccessibleName(QString::fromStdString(row_.label));
  connect(switch_, &Switch::clicked, this, [this](bool on) {
    switch_->setChecked(row_.present);
    if (on)
      emitEdit(path(), QString::fromLatin1(kNewStrain));
    else
      Q_EMIT context_.form->resetRequested(path());
  });
}

void GroupRow::makeAddButton() {
  add_ = smallButton(QStringLiteral("plus"), tr("Add an entry"), this);
  add_->setObjectName(QStringLiteral("add:") + path());
  connect(add_, &QToolButton::clicked, this, &GroupRow::add);
}

void GroupRow::makeRemoveButton() {
  remove_ = smallButton(QStringLiteral("close"), tr("Remove"), this);
  remove_->setObjectName(QStringLiteral("remove:") + path());
  connect(remove_, &QToolButton::clicked, this, [this] { context_.removeEntry(path()); });
}

void GroupRow::add() {
  if (row_.options.empty()) return Q_EMIT context_.form->entryRequested(path(), {});
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const FieldOption& option : row_.options) {
    const QString name = QString::fromStdString(option.name);
    menu->addAction(name, this, [this, name] { Q_EMIT context_.form->entryRequested(path(), name); });
  }
  menu->popup(add_->mapToGlobal(QPoint(0, add_->height())));
}

void GroupRow::commitOrder(const QString& text) {
  if (orderRow_.mixed && text.trimmed().isEmpty()) return;
  const TypedValue typed = readTyped(orderRow_, cellsOf(orderRow_)[0], text, {});
  if (!typed.error.isEmpty()) {
    order_->setWrong(true);
    return setError(typed.error);
  }
  setError({});
  if (typed.json.toStdString() != orderRow_.text) emitEdit(path() + QStringLiteral(".order"), typed.json);
}

void GroupRow::stepOrder(double by) {
  if (!orderRow_.value || !orderRow_.expression.empty()) return;
  if (gesture_.isEmpty()) gesture_ = QStringLiteral("inspector:%1:%2").arg(path()).arg(++context_.gestures);
  const QString json = stepped(orderRow_, cellsOf(orderRow_)[0], {}, *orderRow_.value, by > 0 ? 1 : -1);
  if (!json.isEmpty() && json.toStdString() != orderRow_.text)
    emitEdit(path() + QStringLiteral(".order"), json, gesture_);
}

void GroupRow::setCompact(const FieldRow* family, const FieldRow* order) {
  if (!choice_ || !order_ || !family || !order) return;
  if (!error().isEmpty() && (orderRow_.text != order->text || familyRow_.text != family->text)) setError({});
  familyRow_ = *family;
  orderRow_ = *order;
  choice_->setOptions(family->options);
  if (family->mixed)
    choice_->setMixed();
  else
    choice_->setCurrent(plainText(family->text));
  choice_->setAccessibleName(tr("%1, family").arg(QString::fromStdString(row_.label)));
  choice_->setToolTip(tooltipOf(*family));
  const CellText text = cellText(*order, cellsOf(*order)[0], {});
  order_->setContent(text.shown, text.exact, text.unit);
  order_->setPlaceholderText(order->mixed ? tr("mixed") : QString());
  order_->setVisible(order->active);
  order_->setAccessibleName(tr("%1, order").arg(QString::fromStdString(row_.label)));
  order_->setToolTip(tooltipOf(*order));
  place(width());
}

void GroupRow::setFolded(bool folded) {
  if (folded == folded_) return;
  folded_ = folded;
  update();
}

void GroupRow::showValue() {
  if (switch_) switch_->setChecked(row_.present);
  if (switch_) switch_->setMixed(row_.mixed);
  if (!choice_ || isCompact(row_)) return;
  choice_->setOptions(row_.options);
  if (row_.mixed)
    choice_->setMixed();
  else
    choice_->setCurrent(QString::fromStdString(row_.text));
  choice_->setAccessibleName(QString::fromStdString(row_.label));
}

void GroupRow::showWrong(bool wrong) {
  if (order_) order_->setWrong(wrong && order_->hasFocus());
  if (choice_) choice_->setWrong(wrong && !order_);
}

QWidget* GroupRow::fieldFor(const QString& path) {
  if (order_ && path.endsWith(u".order")) return order_;
  if (choice_) return choice_;
  if (switch_) return switch_;
  return this;
}

int GroupRow::linesHeight() const {
  return row_.level == 0 && foldable() ? kRowHeight + 4 : kRowHeight;
}

void GroupRow::place(int) {
  const int line = linesHeight(), middle = line - kRowHeight / 2;
  int right = fieldRight();
  if (remove_) remove_->setGeometry(width() - kTail, middle - kButton / 2, kTail - 2, kButton);
  if (add_) add_->setGeometry(right - kButton, middle - kButton / 2, kButton, kButton);
  if (switch_) {
    switch_->move(labelLeft(), middle - switch_->height() / 2);
  }
  const int top = middle - kFieldHeight / 2;
  if (order_) {
    const int left = fieldLeft() + 2 * kIndent;
    const bool shown = order_->isVisibleTo(this);
    choice_->setGeometry(left, top, right - left - (shown ? kOrderWidth + kGap : 0), kFieldHeight);
    order_->setGeometry(right - kOrderWidth, top, kOrderWidth, kFieldHeight);
  } else if (choice_) {
    choice_->setGeometry(fieldLeft(), top, right - fieldLeft(), kFieldHeight);
  }
}

void GroupRow::paintEvent(QPaintEvent* event) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  const int line = linesHeight(), middle = line - kRowHeight / 2;
  const bool heading = row_.level == 0 && foldable() && !row_.entry;
  if (heading) {
    painter.setPen(scheme.hairline);
    painter.drawLine(0, 1, width(), 1);
  }
  QFont font = AppTheme::font();
  if (heading) font.setWeight(QFont::DemiBold);
  painter.setFont(font);
  int left = labelLeft() + (switch_ ? switch_->width() + 2 * kGap : 0);
  if (foldable()) {
    painter.drawPixmap(left - kChevron + 2, middle - kChevron / 2,
                       iconPixmap(folded_ ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), kChevron,
                                  devicePixelRatioF(), scheme.secondary));
    left += 4;
  }
  const bool faint = !row_.active || !row_.present;
  painter.setPen(faint ? mixed(scheme.panel, scheme.secondary, 0.8) : scheme.text);
  const double baseline = middle + QFontMetricsF(font).capHeight() / 2;
  const QString label = QString::fromStdString(row_.label);
  painter.drawText(QPointF(left, baseline), label);
  const QString symbol = QString::fromStdString(row_.symbol);
  if (!symbol.isEmpty()) {
    const int at = left + QFontMetrics(font).horizontalAdvance(label) + 6;
    painter.setFont(AppTheme::secondaryFont());
    painter.setPen(scheme.secondary);
    if (at + QFontMetrics(painter.font()).horizontalAdvance(symbol) < fieldLeft() + (switch_ ? 2 * kIndent : 0) - 2)
      painter.drawText(QPointF(at, baseline), symbol);
  }
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(scheme.accent, 1));
    painter.drawRoundedRect(QRectF(2.5, middle - 0.5 * kRowHeight + 1.5, width() - 5, kRowHeight - 3), 4, 4);
  }
  RowBase::paintEvent(event);
}

void GroupRow::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && foldable()) return Q_EMIT foldToggled();
  RowBase::mousePressEvent(event);
}

void GroupRow::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool toggles = key == Qt::Key_Space || key == Qt::Key_Return || (key == Qt::Key_Left && !folded_) ||
                       (key == Qt::Key_Right && folded_);
  if (toggles && foldable()) return Q_EMIT foldToggled();
  RowBase::keyPressEvent(event);
}

void GroupRow::focusInEvent(QFocusEvent* event) {
  RowBase::focusInEvent(event);
  update();
}
void GroupRow::focusOutEvent(QFocusEvent* event) {
  RowBase::focusOutEvent(event);
  update();
}

}  // namespace tendril
