// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/value_row.hpp"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <cmath>

#include "core/text/number_text.hpp"
#include "core/text/units.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNarrowestPart = 72;  // shows −123.4 beside its name
constexpr int kGap = 4, kButton = 22, kMostParts = 12, kLabelLine = 22, kVectorGain = 28;
constexpr int kGainField = 92;  // shows 1: 123.4

QColor captionColor(const QString& caption) {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QChar axis = caption.isEmpty() ? QChar() : caption.back();
  const bool plain = caption.size() > 2 || axis.isDigit();
  const QColor hue = axis == u'x'   ? QColor(0xD1, 0x49, 0x5B)
                     : axis == u'y' ? QColor(0x3E, 0x9B, 0x4F)
                                    : QColor(0x3B, 0x7D, 0xD8);
  const bool known = axis == u'x' || axis == u'y' || axis == u'z';
  return plain || !known ? scheme.secondary : mixed(hue, scheme.text, 0.15);
}

QString shortCaption(const QString& caption) {
  if (caption == u"roll") return QStringLiteral("x");
  if (caption == u"pitch") return QStringLiteral("y");
  if (caption == u"yaw") return QStringLiteral("z");
  return caption;
}

/// The one local file that is dragged, or empty.
QString fileOf(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

/// The one that a row takes: a file field any, a field along a body tables; others are for the window.
QString fileFor(const FieldRow& row, const QMimeData* data) {
  QString file = fileOf(data);
  if (row.kind == FieldKind::kFile) return file;
  const QString ending = QFileInfo(file).suffix().toLower();
  static const QStringList kTables = {"csv", "tsv", "txt", "dat"};
  return kTables.contains(ending) ? file : QString();
}

bool isEdited(FieldKind kind) {
  return kind != FieldKind::kBoolean && kind != FieldKind::kEnumeration && kind != FieldKind::kChoice &&
         kind != FieldKind::kReference;
}

}  // namespace

QString nameOf(std::string_view option) {
  return QString::fromUtf8(option.data(), static_cast<qsizetype>(option.size()));
}

/// A point of a surface, where something is attached: three numbers, and what it may be instead.
bool isPointOfSurface(const FieldRow& row) {
  return row.kind == FieldKind::kVector && !row.options.empty();
}

ValueRow::ValueRow(FormContext& context, const FieldRow& row, QWidget* parent)
    : RowBase(context, row, parent), label_(new ScrubLabel(this)) {
  if (row_.kind == FieldKind::kBoolean) makeSwitch();
  if (!isEdited(row_.kind) || row_.kind == FieldKind::kAttachment || isPointOfSurface(row_)) makeChoice();
  if (isEdited(row_.kind)) makeEdits();
  if (row_.logarithmic && !row_.entry) makeSliders();
  makeButton();
  if (row_.entry) makeRemoveButton();
  if (row_.kind == FieldKind::kFile || isAlongBody(row_)) {
    setAcceptDrops(true);
    for (ValueEdit* edit : edits_) edit->setAcceptDrops(false);  // else its address would become text
  }
  connectLabel();
  setEnabled(row_.active);
  showValue();
}

void ValueRow::makeEdits() {
  const std::size_t count = row_.parts.size() > kMostParts ? 1 : std::max<std::size_t>(1, row_.parts.size());
  for (std::size_t i = 0; i < count; ++i) {
    edits_.push_back(new ValueEdit(this));
    if (row_.kind == FieldKind::kText) edits_.back()->setFont(AppTheme::font());
    connectEdit(i);
  }
}

void ValueRow::makeSliders() {
  if (edits_.size() != std::max<std::size_t>(1, row_.parts.size())) return;  // many numbers in one field
  for (std::size_t i = 0; i < edits_.size(); ++i) {
    auto* slider = new LogSlider(this);
    sliders_.push_back(slider);
    connect(slider, &QSlider::sliderPressed, this, &ValueRow::beginGesture);
    connect(slider, &QSlider::sliderReleased, this, [this, i] {
      endGesture();
      showCell(i);
    });
    connect(slider, &LogSlider::moved, this, [this, i](double value) {
      if (!steps(i)) return;
      if (gesture_.isEmpty()) beginGesture();
      send(i, QString::fromStdString(numberText(value)), gesture_);
    });
  }
}

void ValueRow::makeChoice() {
  if (row_.kind == FieldKind::kBoolean) return;
  choice_ = new ChoiceField(this);
  choice_->setObjectName(QStringLiteral("field:") + path());
  connect(choice_, &ChoiceField::chosen, this, [this](const QString& name) {
    const std::string option = name.toStdString();
    if (row_.kind == FieldKind::kChoice || option == kPlaceOnSurface)
      return Q_EMIT context_.form->choiceRequested(path(), name);
    if (option == kPlaceAlong) return emitEdit(path(), QStringLiteral("0.5"));
    emitEdit(path(), jsonText(name));
  });
}

void ValueRow::makeSwitch() {
  switch_ = new Switch(this);
  switch_->setObjectName(QStringLiteral("field:") + path());
  switch_->setAccessibleName(QString::fromStdString(row_.label));
  connect(switch_, &Switch::clicked, this, [this](bool on) { emitEdit(path(), on ? "true" : "false"); });
}

void ValueRow::makeButton() {
  const bool taper = row_.kind == FieldKind::kMeasure && row_.present && !row_.mixed &&
                     (row_.parts.size() == 2 || row_.value || row_.expression.empty() || !row_.present);
  const bool file = row_.kind == FieldKind::kFile;
  if (!taper && !file && row_.kind != FieldKind::kReference) return;
  button_ = new QToolButton(this);
  button_->setProperty("role", "small");
  const char* icon = taper ? "taper" : file ? "open" : "chevron-right";
  button_->setIcon(themeIcon(QLatin1String(icon), Token::kSecondary));
  button_->setIconSize({kSmallIconSize, kSmallIconSize});
  button_->setCheckable(taper);
  button_->setChecked(taper && row_.parts.size() == 2);
  button_->setToolTip(taper  ? tr("Tapered: another value at the tip")
                      : file ? tr("Choose a file; or drop one here")
                             : tr("Go to it"));
  button_->setAccessibleName(button_->toolTip());
  button_->setObjectName(QStringLiteral("button:") + path());
  connect(button_, &QToolButton::clicked, this, &ValueRow::pressButton);
}

void ValueRow::makeRemoveButton() {
  if (button_ && row_.kind != FieldKind::kReference) return;
  auto* button = new QToolButton(this);
  button->setProperty("role", "small");
  button->setIcon(themeIcon(QStringLiteral("close"), Token::kSecondary));
  button->setIconSize({14, 14});
  button->setToolTip(tr("Remove"));
  button->setAccessibleName(tr("Remove %1").arg(QString::fromStdString(row_.label)));
  button->setObjectName(QStringLiteral("remove:") + path());
  connect(button, &QToolButton::clicked, this, [this] { context_.removeEntry(path()); });
  (button_ ? remove_ : button_) = button;
}

void ValueRow::pressButton() {
  if (row_.kind == FieldKind::kFile) return Q_EMIT context_.form->fileRequested(path());
  if (row_.kind == FieldKind::kReference) return Q_EMIT context_.form->referenceActivated(path(), plainText(row_.text));
  if (row_.parts.size() == 2) return emitEdit(path(), QString::fromStdString(row_.parts[0].text));
  button_->setChecked(false);
  const QString text = QString::fromStdString(row_.text);
  if (!text.isEmpty()) emitEdit(path(), u'[' + text + u',' + text + u']');
}

bool ValueRow::steps(std::size_t index) const {
  const bool text = row_.kind == FieldKind::kText || row_.kind == FieldKind::kColor || row_.kind == FieldKind::kRaw ||
                    row_.kind == FieldKind::kFile;
  if (text || !row_.active || index >= cells_.size() || edits_.size() != cells_.size()) return false;
  return cells_[index].expression.isEmpty() && (cells_[index].value || !row_.present);
}

void ValueRow::connectEdit(std::size_t index) {
  ValueEdit* edit = edits_[index];
  connect(edit, &ValueEdit::committed, this, [this, index](const QString& text) { commit(index, text); });
  connect(edit, &ValueEdit::reverted, this, [this] { setError({}); });
  connect(edit, &ValueEdit::menuWanted, this, [this, edit](const QPoint& at) { openMenu(at, edit); });
  connect(edit, &ValueEdit::stepWanted, this, [this, index](double by) {
    if (!steps(index)) return;
    if (gesture_.isEmpty()) beginGesture();
    step(index, cells_[index].value.value_or(0), by);
  });
  connect(edit, &ValueEdit::left, this, &ValueRow::endGesture);
  connect(edit, &ValueEdit::scrubBegan, this, [this, index] {
    beginGesture();
    start_ = cells_[index].value.value_or(0);
  });
  connect(edit, &ValueEdit::scrubbed, this, [this, index](double by) { step(index, start_, by); });
  connect(edit, &ValueEdit::scrubEnded, this, &ValueRow::endGesture);
}

void ValueRow::connectLabel() {
  connect(label_, &ScrubLabel::scrubBegan, this, [this] {
    beginGesture();
    start_ = cells_[0].value.value_or(0);
  });
  connect(label_, &ScrubLabel::scrubbed, this, [this](double by) { step(0, start_, by); });
  connect(label_, &ScrubLabel::scrubEnded, this, &ValueRow::endGesture);
  connect(label_, &ScrubLabel::clicked, this, [this] {
    if (QWidget* field = fieldFor(path())) field->setFocus(Qt::MouseFocusReason);
  });
}

void ValueRow::beginGesture() {
  endGesture();
  gesture_ = QStringLiteral("inspector:%1:%2").arg(path()).arg(++context_.gestures);
}

void ValueRow::endGesture() {
  if (gesture_.isEmpty()) return;
  gesture_.clear();
  Q_EMIT context_.form->editFinished();
}

void ValueRow::step(std::size_t index, double start, double by) {
  if (index >= cells_.size()) return;
  const QString json = stepped(row_, cells_[index], units_[index], start, by);
  if (!json.isEmpty() && json != cells_[index].json) send(index, json, gesture_);
}

void ValueRow::commit(std::size_t index, const QString& text) {
  endGesture();
  if (index >= cells_.size()) return;
  if (cells_[index].mixed && text.trimmed().isEmpty()) return showCell(index);  // nothing was typed for all
  const TypedValue typed = readTyped(row_, cells_[index], text, units_[index]);
  if (!typed.error.isEmpty()) {
    edits_[index]->setWrong(true);
    return setError(typed.error);
  }
  setError({});
  if (typed.json == cells_[index].json) return showCell(index);
  send(index, typed.json);
}

void ValueRow::send(std::size_t index, const QString& json, const QString& mergeKey) {
  const bool whole = row_.parts.empty() || !row_.present;
  if (whole && !row_.parts.empty()) return emitEdit(path(), wholeJson(cells_, index, json), mergeKey);
  if (json == u"null" && row_.parts.empty()) return Q_EMIT context_.form->resetRequested(path());
  emitEdit(cells_[index].path, json, mergeKey);
}

void ValueRow::showCell(std::size_t index) {
  ValueEdit* edit = edits_[index];
  const CellText text = cellText(row_, cells_[index], units_[index]);
  const bool captioned = !cells_[index].label.isEmpty() && row_.kind == FieldKind::kVector;
  const bool unitInLabel = hasUnitInLabel() && cells_[index].expression.isEmpty();
  edit->setCaption(captioned ? shortCaption(cells_[index].label) : QString(),
                   captionColor(shortCaption(cells_[index].label)));
  // Beside others there is no room for expression and value: at rest the value.
  const bool narrow = edits_.size() > 1 && !cells_[index].expression.isEmpty() && cells_[index].value;
  const double factor = unitFactor(units_[index].toStdString());
  const QString shown =
      narrow ? QString::fromStdString(fieldNumber(*cells_[index].value / (factor > 0 ? factor : 1))) : text.shown;
  edit->setContent(shown, text.exact, unitInLabel || narrow ? QString() : text.unit);
  if (row_.kind == FieldKind::kColor) edit->setSwatch(QColor(plainText(row_.text)));
  edit->setLinked(!cells_[index].expression.isEmpty() && plainText(cells_[index].json.toStdString()).startsWith(u'='));
  edit->setSteppable(steps(index));
  if (index < sliders_.size()) {
    sliders_[index]->setEnabled(steps(index));
    sliders_[index]->setShown(cells_[index].value.value_or(0));
    sliders_[index]->setObjectName(QStringLiteral("slider:") + cells_[index].path);
    sliders_[index]->setAccessibleName(tr("%1, slider").arg(QString::fromStdString(row_.label)));
  }
  edit->setObjectName(QStringLiteral("field:") +
                      (row_.parts.empty() || edits_.size() == 1 ? path() : cells_[index].path));
  const QString part = cells_[index].label.isEmpty() ? QString() : u' ' + cells_[index].label;
  edit->setAccessibleName(QString::fromStdString(row_.label) + part);
  edit->setPlaceholderText(cells_[index].mixed ? tr("mixed") : QString());
  if (cells_[index].json == u"null") edit->setPlaceholderText(tr("open"));
  if (!row_.active) edit->setPlaceholderText(QString::fromStdString(row_.condition));
  if (row_.active && !row_.present) edit->setPlaceholderText(tr("none"));
}

void ValueRow::showValue() {
  cells_ = cellsOf(row_);
  if (edits_.size() == 1 && cells_.size() > 1) {  // many numbers in one field
    FieldRow whole = row_;
    whole.parts.clear();
    row_.parts.clear();
    cells_ = cellsOf(whole);
  }
  units_.clear();
  for (std::size_t i = 0; i < cells_.size(); ++i) units_.push_back(shownUnitOf(cells_, i, context_.lengthUnit));
  for (std::size_t i = 0; i < edits_.size() && i < cells_.size(); ++i) showCell(i);
  QString symbol = QString::fromStdString(row_.symbol);
  if (hasUnitInLabel()) {
    QStringList different;
    for (const QString& unit : units_)
      if (!unit.isEmpty() && !different.contains(unit)) different << unit;
    if (!different.isEmpty()) {
      const QString units = different.join(QStringLiteral(" · "));
      symbol = row_.kind == FieldKind::kMeasure && !symbol.isEmpty() ? symbol + QStringLiteral("  ") + units : units;
    }
  }
  label_->setText(QString::fromStdString(row_.label), symbol);
  label_->setScrubbable(edits_.size() == 1 && steps(0));
  label_->setFaint(!row_.active || !row_.present);
  if (switch_) switch_->setChecked(row_.text == "true");
  if (switch_) switch_->setMixed(row_.mixed);
  if (!choice_) return;
  choice_->setOptions(row_.options);
  const bool station = row_.kind == FieldKind::kAttachment && (row_.value || !row_.expression.empty());
  if (row_.mixed)
    choice_->setMixed();
  else
    choice_->setCurrent(station                  ? nameOf(kPlaceAlong)
                        : isPointOfSurface(row_) ? nameOf(kPlaceOnSurface)
                                                 : plainText(row_.text));
  choice_->setAccessibleName(QString::fromStdString(row_.label));
  if (row_.kind == FieldKind::kAttachment) {
    edits_[0]->setVisible(station);
    place(width());
  }
}

void ValueRow::showWrong(bool wrong) {
  for (ValueEdit* edit : edits_)
    if (!wrong || edits_.size() == 1 || edit->hasFocus()) edit->setWrong(wrong);
  if (choice_) choice_->setWrong(wrong);
  if (!wrong)
    for (std::size_t i = 0; i < edits_.size() && i < cells_.size(); ++i) showCell(i);
}

void ValueRow::dragEnterEvent(QDragEnterEvent* event) {
  if (fileFor(row_, event->mimeData()).isEmpty()) return event->ignore();
  event->acceptProposedAction();
}

void ValueRow::dropEvent(QDropEvent* event) {
  const QString file = fileFor(row_, event->mimeData());
  if (file.isEmpty()) return event->ignore();
  event->acceptProposedAction();
  Q_EMIT context_.form->fileDropped(path(), file);
}

QWidget* ValueRow::fieldFor(const QString& path) {
  for (std::size_t i = 0; i < edits_.size() && i < cells_.size(); ++i)
    if (cells_[i].path == path && edits_.size() > 1) return edits_[i];
  if (choice_) return choice_;
  if (switch_) return switch_;
  return edits_.empty() ? nullptr : edits_[0];
}

std::vector<int> ValueRow::lines() const {
  const int count = static_cast<int>(edits_.size());
  if (!sliders_.empty()) return std::vector<int>(edits_.size(), 1);
  if (count == 4) return {4};
  if (count == 7) return {3, 4};  // position and quaternion
  std::vector<int> lines(static_cast<std::size_t>(count / 3), 3);
  if (count % 3 != 0) lines.push_back(count % 3);
  return lines;
}

int ValueRow::linesHeight() const {
  const int count = std::max(1, static_cast<int>(lines().size())) + (isPointOfSurface(row_) ? 1 : 0);
  return count * kRowHeight + (labelAbove() ? kLabelLine : 0);
}

int ValueRow::vectorLeft() const {
  return fieldLeft() - kVectorGain;
}

/// By the unit as it may become, not as it is now: rows do not change their height while values change.
bool ValueRow::labelAbove() const {
  if (row_.kind != FieldKind::kVector || edits_.size() < 3 || !sliders_.empty() || choice_) return false;
  if ((fieldRight() - vectorLeft()) / 3 - kGap < kNarrowestPart) return true;
  QString unit = QString::fromStdString(row_.parts.empty() ? row_.unit : row_.parts.front().unit);
  if (unit == u"m") unit = QStringLiteral("mm");
  if (unit == u"rad") unit = QStringLiteral("°");
  const int name = QFontMetrics(AppTheme::font()).horizontalAdvance(QString::fromStdString(row_.label));
  const int behind = unit.isEmpty() ? 0 : QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(unit) + 6;
  return labelLeft() + name + behind > vectorLeft();
}

void ValueRow::placeSlider(std::size_t index, int from, int right, int y) {
  const int number = std::min(kGainField, (right - from - kGap) / 2);
  edits_[index]->setGeometry(from, y, number, kFieldHeight);
  sliders_[index]->setGeometry(from + number + 2 * kGap, y, right - from - number - 2 * kGap, kFieldHeight);
}

void ValueRow::place(int) {
  const bool vector = row_.kind == FieldKind::kVector && edits_.size() > 2 && sliders_.empty() && !choice_;
  const int above = labelAbove() ? kLabelLine : 0;
  const int left = above ? labelLeft() : vector ? vectorLeft() : fieldLeft();
  const bool tail = row_.entry && button_ && row_.kind != FieldKind::kReference;
  const int right = fieldRight() - (button_ && !tail ? kButton + 2 : 0);
  const int top = (kRowHeight - kFieldHeight) / 2;
  label_->setGeometry(labelLeft(), 0, (above ? fieldRight() : left - kGap) - labelLeft(),
                      above ? kLabelLine : kRowHeight);
  if (switch_) switch_->move(left, (kRowHeight - switch_->height()) / 2);
  const bool station = row_.kind == FieldKind::kAttachment && edits_[0]->isVisibleTo(this);
  if (choice_) choice_->setGeometry(left, top, station ? (right - left) / 2 - kGap / 2 : right - left, kFieldHeight);
  const bool below = isPointOfSurface(row_);
  const int from = station ? left + (right - left) / 2 + kGap / 2 : below ? labelLeft() : left, room = right - from;
  std::size_t index = 0;
  int y = above + top + (below ? kRowHeight : 0);
  for (const int columns : lines()) {
    if (!sliders_.empty()) {
      placeSlider(index++, from, right, y);
      y += kRowHeight;
      continue;
    }
    const int grid = edits_.size() > 3 ? std::max(3, columns) : columns;  // short last lines keep the columns
    for (int column = 0; column < columns; ++column, ++index) {
      const int x = from + column * (room + kGap) / grid, next = from + (column + 1) * (room + kGap) / grid - kGap;
      edits_[index]->setGeometry(x, y, next - x, kFieldHeight);
    }
    y += kRowHeight;
  }
  if (remove_) remove_->setGeometry(width() - kTail, (kRowHeight - kButton) / 2, kTail - 2, kButton);
  if (button_)
    button_->setGeometry(tail ? width() - kTail : right + 2, (kRowHeight - kButton) / 2, tail ? kTail - 2 : kButton,
                         kButton);
}

}  // namespace tendril
