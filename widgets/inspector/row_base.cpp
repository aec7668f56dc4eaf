// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/row_base.hpp"

#include <QApplication>
#include <QClipboard>
#include <QEnterEvent>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "core/text/number_text.hpp"
#include "core/text/units.hpp"
#include "widgets/inspector/field_text.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kErrorGap = 4, kPin = 12;
constexpr int kSign = 14, kNoteGap = 6, kNoteLine = 16, kLink = 20, kBelowField = 1;

/// Between words, unless one of them alone is too long (a pasted paragraph without spaces).
int wrapping(const QString& text, const QFontMetrics& metrics, int width) {
  const QStringList words = text.split(u' ');
  const bool fits = std::all_of(words.begin(), words.end(),
                                [&](const QString& word) { return metrics.horizontalAdvance(word) <= width; });
  return fits ? Qt::TextWordWrap : Qt::TextWordWrap | Qt::TextWrapAnywhere;
}

bool takesNumber(const FieldRow& row) {
  return row.kind == FieldKind::kNumber || row.kind == FieldKind::kInteger || row.kind == FieldKind::kFormula ||
         row.kind == FieldKind::kMeasure || row.kind == FieldKind::kVector;
}

}  // namespace

RowBase::RowBase(FormContext& context, const FieldRow& row, QWidget* parent)
    : QWidget(parent), context_(context), row_(row) {}

bool RowBase::sameShape(const FieldRow& a, const FieldRow& b) {
  return a.path == b.path && a.kind == b.kind && a.level == b.level && a.parts.size() == b.parts.size() &&
         a.active == b.active && a.present == b.present && a.entry == b.entry && a.label == b.label &&
         a.mixed == b.mixed && a.originHere == b.originHere && (!a.originHere || a.origin == b.origin);
}

void RowBase::setRow(const FieldRow& row) {
  if (row == row_) return;
  const bool changed = row.text != row_.text || row.value != row_.value;
  row_ = row;
  if (changed && !error_.isEmpty()) setError({});
  showValue();
  update();
}

void RowBase::setError(const QString& text) {
  if (text == error_) return;
  error_ = text;
  showWrong(!error_.isEmpty());
  setAccessibleDescription(error_);
  update();
  Q_EMIT heightChanged();
}

void RowBase::setNote(const FieldNote& note) {
  if (note == note_) return;
  note_ = note;
  if (!note_.cure.isEmpty() && !cure_) {
    cure_ = new QToolButton(this);
    cure_->setProperty("role", "cure");
    cure_->setObjectName(QStringLiteral("cure:") + path());
    cure_->setFont(AppTheme::secondaryFont());
    cure_->setCursor(Qt::PointingHandCursor);
    cure_->setFocusPolicy(Qt::TabFocus);
    connect(cure_, &QToolButton::clicked, this, [this] { emitEdit(path(), note_.json); });
  }
  if (cure_) {
    cure_->setVisible(!note_.cure.isEmpty());
    cure_->setText(note_.cure);
    cure_->setToolTip(note_.help);
  }
  placeCure();
  update();
  Q_EMIT heightChanged();
}

int RowBase::fieldLeft() const {
  const int room = width() - kMargin - kTail;
  return kMargin + std::clamp(room * 43 / 100, 92, 200);
}

int RowBase::linesHeight() const {
  return kRowHeight;
}

int RowBase::textHeight(const QString& text, int width) const {
  if (text.isEmpty()) return 0;
  const QFontMetrics metrics(AppTheme::secondaryFont());
  const QRect room(0, 0, std::max(40, width - labelLeft() - kTail), 4000);
  return metrics.boundingRect(room, wrapping(text, metrics, room.width()), text).height() + kErrorGap;
}

QString RowBase::originLine() const {
  const bool said = context_.origins && row_.originHere;
  return said ? tr("Source: %1").arg(QString::fromStdString(row_.origin)) : QString();
}

/// What the text of the note has beside its sign and its link.
QRect RowBase::noteRoom(int width) const {
  const int left = labelLeft() + (note_.warns ? kSign + kNoteGap : 0);
  const int link = note_.cure.isEmpty() || !cure_ ? 0 : cure_->sizeHint().width() + kNoteGap;
  const int top = linesHeight() + (link > 0 ? kBelowField + (kLink - kNoteLine) / 2 : 0);
  return {left, top, std::max(40, width - left - link - kTail), 4000};
}

int RowBase::noteHeight(int width) const {
  if (note_.text.isEmpty()) return 0;
  const QFontMetrics metrics(AppTheme::secondaryFont());
  const QRect room = noteRoom(width);
  const int text = metrics.boundingRect(room, wrapping(note_.text, metrics, room.width()), note_.text).height();
  return std::max(room.top() - linesHeight() + text, note_.cure.isEmpty() ? 0 : kBelowField + kLink) + kErrorGap;
}

void RowBase::placeCure() {
  if (!cure_ || note_.cure.isEmpty()) return;
  const int wide = cure_->sizeHint().width();
  cure_->setGeometry(width() - kTail - wide, linesHeight() + kBelowField, wide, kLink);
}

void RowBase::paintNote(QPainter& painter) const {
  if (note_.text.isEmpty()) return;
  const Scheme& scheme = AppTheme::instance().scheme();
  const QRect room = noteRoom(width());
  if (note_.warns)
    painter.drawPixmap(labelLeft(), room.top() + (kNoteLine - kSign) / 2,
                       iconPixmap(QStringLiteral("warning"), kSign, devicePixelRatioF(), scheme.warn));
  painter.setPen(scheme.secondary);
  painter.drawText(room, wrapping(note_.text, painter.fontMetrics(), room.width()), note_.text);
}

int RowBase::heightFor(int width) const {
  return linesHeight() + noteHeight(width) + textHeight(originLine(), width) + textHeight(error_, width);
}

void RowBase::emitEdit(const QString& path, const QString& json, const QString& mergeKey) {
  Q_EMIT context_.form->edited(path, json, mergeKey);
}

const QString* RowBase::changedFrom() const {
  if (row_.kind == FieldKind::kGroup) return nullptr;
  for (const auto& [at, value] : context_.changed) {
    const bool here = at == row_.path || (at.starts_with(row_.path) && at[row_.path.size()] == '[');
    const bool held = row_.path.starts_with(at) && row_.path.size() > at.size() &&
                      (row_.path[at.size()] == '.' || row_.path[at.size()] == '[');
    if (here || held) return &value;
  }
  return nullptr;
}

bool RowBase::hasDot() const {
  if (changedFrom()) return true;
  return !row_.isDefault && row_.active && !row_.entry && !row_.required && row_.kind != FieldKind::kGroup &&
         row_.kind != FieldKind::kList && row_.kind != FieldKind::kMap && row_.kind != FieldKind::kChoice &&
         (row_.present || !row_.optional);
}

QRect RowBase::dotRect() const {
  return {width() - kTail, 0, kTail, kRowHeight};
}

void RowBase::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  if (hasDot()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(changedFrom() ? scheme.accent : scheme.secondary);
    painter.drawEllipse(QRectF(dotRect()).center() + QPointF(-1, 0), 2.5, 2.5);
    if (changedFrom()) painter.drawRect(QRectF(0, 4, 3, linesHeight() - 8));
  }
  if (!signal_.isEmpty())
    painter.drawPixmap(pinRect().topLeft(),
                       iconPixmap(QStringLiteral("plot-signals"), kPin, devicePixelRatioF(), scheme.text));
  painter.setFont(AppTheme::secondaryFont());
  paintNote(painter);
  const int above = linesHeight() + noteHeight(width());
  QRect room(labelLeft(), above, width() - labelLeft() - kTail, height() - above);
  const QString origin = originLine();
  painter.setPen(scheme.secondary);
  painter.drawText(room, wrapping(origin, painter.fontMetrics(), room.width()), origin);
  room.setTop(room.top() + textHeight(origin, width()));
  painter.setPen(scheme.error);
  painter.drawText(room, wrapping(error_, painter.fontMetrics(), room.width()), error_);
}

QRect RowBase::pinRect() const {
  return {0, (kRowHeight - kPin) / 2, kPin, kPin};
}

void RowBase::enterEvent(QEnterEvent* event) {
  QWidget::enterEvent(event);
  signal_ = context_.signalOf && row_.active ? context_.signalOf(path()) : QString();
  if (!signal_.isEmpty()) update();
}

void RowBase::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  signal_.clear();
  update();
}

void RowBase::resizeEvent(QResizeEvent*) {
  place(width());
  placeCure();
}

void RowBase::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && hasDot() && dotRect().contains(event->position().toPoint()))
    return Q_EMIT context_.form->resetRequested(path());
  if (event->button() == Qt::LeftButton && !signal_.isEmpty() && pinRect().contains(event->position().toPoint()))
    return Q_EMIT context_.form->pinRequested(path());
  event->ignore();
}

bool RowBase::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const bool pin = !signal_.isEmpty() && pinRect().contains(help->pos());
  const QString* base = changedFrom();
  const bool onDot = base && dotRect().contains(help->pos());
  const QString text =
      pin     ? tr("Plot %1").arg(signal_)
      : onDot ? tr("Changed in the variant “%1”. Click to go back to the base: %2").arg(context_.variant, *base)
      : hasDot() && dotRect().contains(help->pos())
          ? tr("Not the default. Click to go back to %1")
                .arg(row_.defaultText.empty() ? tr("none") : plainText(row_.defaultText))
          : tooltipOf(row_);
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void RowBase::contextMenuEvent(QContextMenuEvent* event) {
  openMenu(event->globalPos());
}

void RowBase::openMenu(const QPoint& global, QWidget* field) {
  auto* edit = qobject_cast<QLineEdit*>(field);
  QMenu* menu = edit ? edit->createStandardContextMenu() : new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (edit) menu->addSeparator();
  Inspector* form = context_.form;
  if (takesNumber(row_) && row_.active) addParameterActions(*menu);
  addValueActions(*menu);
  addEntryActions(*menu);
  addSourceActions(*menu);
  if (const QString signal = context_.signalOf ? context_.signalOf(path()) : QString(); !signal.isEmpty())
    menu->addAction(themeIcon(QStringLiteral("plot-signals")), tr("Plot %1").arg(signal), form,
                    [form, path = path()] { Q_EMIT form->pinRequested(path); });
  menu->addAction(tr("Copy path"), this, [path = path()] { QApplication::clipboard()->setText(path); });
  menu->popup(global);
}

void RowBase::addParameterActions(QMenu& menu) {
  const std::vector<CellValue> cells = cellsOf(row_);
  const CellValue& cell = cells.front();
  if (cells.size() == 1) {
    QMenu* bind = menu.addMenu(themeIcon(QStringLiteral("link")), tr("Bind to parameter"));
    bind->setEnabled(!context_.parameters.empty());
    for (const auto& [name, value] : context_.parameters) {
      const QString text = QString::fromStdString(name);
      bind->addAction(QStringLiteral("%1   %2").arg(text, QString::fromStdString(fieldQuantity(value, row_.unit))),
                      this, [this, at = cell.path, text] { emitEdit(at, jsonText(u'=' + text)); });
    }
    if (cell.expression.isEmpty() && cell.value) {
      Inspector* form = context_.form;
      menu.addAction(tr("Make a parameter of this value"), form,
                     [form, at = cell.path, name = QString::fromStdString(row_.key)] {
                       Q_EMIT form->parameterRequested(at, name);
                     });
    }
  }
  for (const CellValue& each : cells) {
    if (each.expression.isEmpty() || !each.value) continue;
    const QString name =
        each.label.isEmpty() ? tr("Keep only its value") : tr("Keep only the value of %1").arg(each.label);
    const QString value = QString::fromStdString(numberText(*each.value));
    menu.addAction(name, this, [this, at = each.path, value] { emitEdit(at, value); });
  }
}

void RowBase::addValueActions(QMenu& menu) {
  Inspector* form = context_.form;
  const bool removable = row_.optional && row_.present;
  if (!row_.required && !row_.entry && row_.kind != FieldKind::kGroup && row_.active) {
    const QString name = removable && row_.defaultText.empty() ? tr("Remove") : tr("Reset to default");
    QAction* reset = menu.addAction(themeIcon(QStringLiteral("reset")), name, form,
                                    [form, path = path()] { Q_EMIT form->resetRequested(path); });
    reset->setEnabled(!row_.isDefault && !changedFrom());
  }
  if (const QString* base = changedFrom())
    menu.addAction(themeIcon(QStringLiteral("reset")), tr("Back to the base: %1").arg(*base), form,
                   [form, path = path()] { Q_EMIT form->resetRequested(path); });
  if (row_.active && (row_.key == "rpy" || row_.key == "quaternion")) addRotationAction(menu);
  menu.addSeparator();
}

void RowBase::addEntryActions(QMenu& menu) {
  Inspector* form = context_.form;
  const QString at = path();
  if (row_.entry && (at.startsWith(u"signals.") || at.startsWith(u"variants.") || at.startsWith(u"parameters.")) &&
      row_.level == 1)
    menu.addAction(themeIcon(QStringLiteral("rename")), tr("Rename…"), form,
                   [form, at] { Q_EMIT form->entryRenameRequested(at); });
  if (row_.active && isAlongBody(row_))
    menu.addAction(themeIcon(QStringLiteral("open")), tr("From a table (CSV)…"), form,
                   [form, at] { Q_EMIT form->fileRequested(at); });
  if (!row_.entry || !at.contains(u".outputs.")) return;
  if (row_.kind == FieldKind::kFormula)
    menu.addAction(themeIcon(QStringLiteral("open")), tr("From a table (CSV)…"), form,
                   [form, at] { Q_EMIT form->fileRequested(at); });
  if (row_.kind == FieldKind::kGroup)
    menu.addAction(tr("As a formula"), this, [this, at] { emitEdit(at, QStringLiteral("\"0\"")); });
}

/// Where the value comes from, and what other variants of the project have here.
void RowBase::addSourceActions(QMenu& menu) {
  const QString at = path();
  const bool about = at.startsWith(u"provenance") || at.startsWith(u"variants") || at.startsWith(u"signals");
  if (about || row_.key == "name" || row_.key == "description") return;
  Inspector* form = context_.form;
  menu.addAction(tr("Where this comes from…"), form, [form, at] { Q_EMIT form->originRequested(at); });
  if (row_.text.empty() || row_.kind == FieldKind::kGroup) return;
  QMenu* variants = menu.addMenu(tr("Keep this value in a variant"));
  for (const QString& name : context_.variants)
    variants->addAction(name, form, [form, at, name] { Q_EMIT form->variantRequested(at, name); });
  variants->addAction(tr("New variant"), form, [form, at] { Q_EMIT form->variantRequested(at, {}); });
}

void RowBase::addRotationAction(QMenu& menu) {
  const bool angles = row_.key == "rpy";
  std::vector<double> numbers;
  for (const FieldPart& part : row_.parts) numbers.push_back(part.value.value_or(0));
  const QString other = rotationJson(angles, numbers);
  if (other.isEmpty()) return;
  Inspector* form = context_.form;
  menu.addAction(angles ? tr("Write as a quaternion") : tr("Write as roll, pitch, yaw"), form,
                 [form, path = path(), other] { Q_EMIT form->rotationRequested(path, other); });
}

}  // namespace tendril
