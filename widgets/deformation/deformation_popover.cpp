// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/deformation/deformation_popover.hpp"

#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/text/units.hpp"
#include "widgets/header/segmented.hpp"
#include "widgets/inspector/value_edit.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 268, kSliderSteps = 1000;
constexpr int kTyped = -1;  // among what the ends follow

QLabel* heading(const QString& text) {
  auto* label = new QLabel(text);
  label->setProperty("role", "heading");
  return label;
}

ValueEdit* valueEdit(const QString& name, const QString& accessible) {
  auto* edit = new ValueEdit;
  edit->setObjectName(name);
  edit->setAccessibleName(accessible);
  return edit;
}

QHBoxLayout* sideBySide(std::initializer_list<QWidget*> widgets) {
  auto* row = new QHBoxLayout;
  row->setSpacing(kGrid);
  for (QWidget* widget : widgets) row->addWidget(widget);
  return row;
}

}  // namespace

DeformationPopover::DeformationPopover(QWidget* window) : Popover(window), message_(new QLabel) {
  setObjectName(QStringLiteral("deformation"));
  setProperty("helpGuide", "analysing.md#fields");
  setAccessibleName(tr("Colours and cut of soft bodies"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(2 * kGrid);
  layout->addWidget(makeColors());
  layout->addWidget(makeLevel());
  layout->addWidget(makeCut());
  message_->setObjectName(QStringLiteral("deformation_message"));
  message_->setProperty("role", "secondary");
  message_->setFont(AppTheme::secondaryFont());
  message_->setWordWrap(true);
  layout->addWidget(message_);
  setFocusProxy(field_);
  refresh();
}

QWidget* DeformationPopover::makeColors() {
  auto* part = new QWidget;
  part->setFixedWidth(kWidth);
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(kGrid);
  rows->addWidget(heading(tr("Colours of soft bodies")));
  field_ = new QComboBox;
  field_->setObjectName(QStringLiteral("deformation_field"));
  field_->setAccessibleName(tr("Field that colours soft bodies"));
  field_->addItem(tr("Their own"), static_cast<int>(SurfaceField::kNone));
  const SurfaceFieldInfo* before = nullptr;
  for (const SurfaceFieldInfo& info : surfaceFields()) {
    if (before && (info.ofVolumes != before->ofVolumes || info.ofLines != before->ofLines))
      field_->insertSeparator(field_->count());
    before = &info;
    field_->addItem(QString::fromUtf8(info.name), static_cast<int>(info.field));
    field_->setItemData(field_->count() - 1, QString::fromUtf8(info.meaning), Qt::ToolTipRole);
  }
  rows->addWidget(field_);
  low_ = valueEdit(QStringLiteral("deformation_low"), tr("Lower end of the colours"));
  high_ = valueEdit(QStringLiteral("deformation_high"), tr("Upper end of the colours"));
  low_->setCaption(tr("from"), AppTheme::instance().color(Token::kSecondary));
  high_->setCaption(tr("to"), AppTheme::instance().color(Token::kSecondary));
  rows->addLayout(sideBySide({low_, high_}));
  ends_ = new QComboBox;
  ends_->setObjectName(QStringLiteral("deformation_ends"));
  ends_->setAccessibleName(tr("What the ends of the colours follow"));
  ends_->addItem(tr("Grow with the run"), static_cast<int>(RangeKind::kRunning));
  ends_->addItem(tr("Fit this instant"), static_cast<int>(RangeKind::kInstant));
  ends_->addItem(tr("Percentiles of this instant"), static_cast<int>(RangeKind::kPercentile));
  ends_->addItem(tr("Typed"), kTyped);
  reset_ = new QPushButton(tr("Begin anew"));
  reset_->setObjectName(QStringLiteral("deformation_reset"));
  reset_->setProperty("role", "outlined");
  reset_->setToolTip(tr("Fit the ends to what is seen now"));
  rows->addLayout(sideBySide({ends_, reset_}));
  below_ = valueEdit(QStringLiteral("deformation_below"), tr("Lower percentile"));
  above_ = valueEdit(QStringLiteral("deformation_above"), tr("Upper percentile"));
  below_->setCaption(tr("from"), AppTheme::instance().color(Token::kSecondary));
  above_->setCaption(tr("to"), AppTheme::instance().color(Token::kSecondary));
  rows->addLayout(sideBySide({below_, above_}));
  connect(field_, &QComboBox::activated, this, [this](int index) {
    DeformationChoice choice = choice_;
    choice.field = static_cast<SurfaceField>(field_->itemData(index).toInt());
    if (choice.field != choice_.field) choice.ends.reset(), choice.leveled = false;  // of another quantity
    apply(choice);
  });
  connect(ends_, &QComboBox::activated, this, [this](int index) { chooseEnds(ends_->itemData(index).toInt()); });
  connect(reset_, &QPushButton::clicked, this, &DeformationPopover::resetRequested);
  for (ValueEdit* edit : {low_, high_}) {
    connect(edit, &ValueEdit::committed, this, [this, edit](const QString& text) { takeEnd(edit, text); });
    connect(edit, &ValueEdit::reverted, this, &DeformationPopover::refresh);
  }
  for (ValueEdit* edit : {below_, above_}) {
    connect(edit, &ValueEdit::committed, this, [this, edit](const QString& text) { takePercentile(edit, text); });
    connect(edit, &ValueEdit::reverted, this, &DeformationPopover::refresh);
  }
  return part;
}

void DeformationPopover::chooseEnds(int follow) {
  DeformationChoice choice = choice_;
  choice.ends = follow == kTyped ? std::optional(std::pair(colors_.low, colors_.high)) : std::nullopt;
  if (follow != kTyped) choice.rule.kind = static_cast<RangeKind>(follow);
  apply(choice);
}

QWidget* DeformationPopover::makeLevel() {
  leveling_ = new QWidget;
  leveling_->setFixedWidth(kWidth);
  auto* rows = new QVBoxLayout(leveling_);
  rows->setContentsMargins(0, 2 * kGrid, 0, 0);
  rows->setSpacing(kGrid);
  leveled_ = new QCheckBox(tr("Surface of one value within volumes"));
  leveled_->setObjectName(QStringLiteral("deformation_leveled"));
  rows->addWidget(leveled_);
  levelSlider_ = new QSlider(Qt::Horizontal);
  levelSlider_->setObjectName(QStringLiteral("deformation_level_slider"));
  levelSlider_->setRange(0, kSliderSteps);
  levelSlider_->setAccessibleName(tr("Value of the surface"));
  level_ = valueEdit(QStringLiteral("deformation_level"), tr("Value of the surface"));
  level_->setFixedWidth(84);
  rows->addLayout(sideBySide({levelSlider_, level_}));
  const auto set = [this](double level) {
    DeformationChoice choice = choice_;
    choice.level = level, choice.leveled = true;
    apply(choice);
  };
  connect(leveled_, &QCheckBox::clicked, this, [this](bool on) {
    DeformationChoice choice = choice_;
    choice.leveled = on;
    if (on && !(choice.level > colors_.low && choice.level < colors_.high))
      choice.level = (colors_.low + colors_.high) / 2;
    apply(choice);
  });
  connect(levelSlider_, &QSlider::valueChanged, this,
          [this, set](int position) { set(colors_.low + (colors_.high - colors_.low) * position / kSliderSteps); });
  connect(level_, &ValueEdit::committed, this, [this, set](const QString& text) {
    const QuantityInput typed = typedValue(text);
    const bool right = typed.ok() && typed.expression.empty() && std::isfinite(typed.value);
    level_->setWrong(!right);
    if (!right) return complain(typed.error.empty() ? tr("Type a number.") : QString::fromStdString(typed.error));
    set(typed.value);
  });
  connect(level_, &ValueEdit::reverted, this, &DeformationPopover::refresh);
  return leveling_;
}

/// A value of the field that is chosen; without a unit in that of the scale.
QuantityInput DeformationPopover::typedValue(const QString& text) const {
  const std::string_view unit = surfaceFieldInfo(choice_.field).unit;
  const double size = std::max(std::abs(colors_.low), std::abs(colors_.high));
  return parseQuantity(text.toStdString(), unit, displayUnit(size, unit).text);
}

QWidget* DeformationPopover::makeCut() {
  auto* part = new QWidget;
  part->setFixedWidth(kWidth);
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 2 * kGrid, 0, 0);
  rows->setSpacing(kGrid);
  cutting_ = new QCheckBox(tr("Cut them open"));
  cutting_->setObjectName(QStringLiteral("deformation_cut"));
  axes_ = new QActionGroup(this);
  for (int axis = 0; axis <= CutPlane::kTilted; ++axis) {
    const bool tilted = axis == CutPlane::kTilted;
    QAction* action = axes_->addAction(tilted ? QStringLiteral("∠") : QString(QChar("xyz"[axis])));
    action->setCheckable(true);
    action->setToolTip(tilted ? tr("Across any direction, at first that of the view")
                              : tr("Across the world's %1 axis").arg(action->text()));
    connect(action, &QAction::triggered, this, [this, axis] { Q_EMIT axisChosen(axis); });
  }
  rows->addLayout(sideBySide({cutting_, new Segmented(axes_->actions(), part)}));
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setObjectName(QStringLiteral("deformation_slider"));
  slider_->setRange(0, kSliderSteps);
  slider_->setAccessibleName(tr("Where the plane cuts"));
  place_ = valueEdit(QStringLiteral("deformation_place"), tr("Where the plane cuts"));
  place_->setFixedWidth(84);
  rows->addLayout(sideBySide({slider_, place_}));
  direction_ = valueEdit(QStringLiteral("deformation_direction"), tr("Direction that the plane lies across"));
  direction_->setCaption(tr("across"), AppTheme::instance().color(Token::kSecondary));
  facing_ = new QPushButton(tr("Face the view"));
  facing_->setObjectName(QStringLiteral("deformation_facing"));
  facing_->setProperty("role", "outlined");
  facing_->setToolTip(tr("Turn the plane so that one looks straight at it"));
  rows->addLayout(sideBySide({direction_, facing_}));
  flipped_ = new QCheckBox;
  flipped_->setObjectName(QStringLiteral("deformation_flipped"));
  rows->addWidget(flipped_);
  const auto change = [this](auto&& edit) {
    DeformationChoice choice = choice_;
    edit(choice);
    apply(choice);
  };
  connect(cutting_, &QCheckBox::clicked, this,
          [change](bool on) { change([on](DeformationChoice& c) { c.cutting = on; }); });
  connect(flipped_, &QCheckBox::clicked, this,
          [change] { change([](DeformationChoice& c) { c.plane.flipped = !c.plane.flipped; }); });
  connect(slider_, &QSlider::valueChanged, this, [this, change](int position) {
    change([at = placeAt(position)](DeformationChoice& c) { c.plane.at = at, c.cutting = true; });
  });
  connect(place_, &ValueEdit::committed, this, &DeformationPopover::takePlace);
  connect(place_, &ValueEdit::reverted, this, &DeformationPopover::refresh);
  connect(direction_, &ValueEdit::committed, this, &DeformationPopover::takeDirection);
  connect(direction_, &ValueEdit::reverted, this, &DeformationPopover::refresh);
  connect(facing_, &QPushButton::clicked, this, &DeformationPopover::facingRequested);
  return part;
}

/// From where to where the plane cuts the box, m along what it lies across.
std::pair<double, double> DeformationPopover::reach() const {
  const Vec3 across = choice_.plane.across(), middle = (lower_ + upper_) / 2, half = (upper_ - lower_) / 2;
  const double at = across.dot(middle), way = across.cwiseAbs().dot(half);
  return {at - way, at + way};
}

double DeformationPopover::placeAt(int position) const {
  const auto [from, to] = reach();
  return from + (to - from) * position / kSliderSteps;
}

/// Largest coordinate that the plane may have, m: what its unit is chosen for.
double DeformationPopover::farthest() const {
  const auto [from, to] = reach();
  return std::max(std::abs(from), std::abs(to));
}

void DeformationPopover::setChoice(const DeformationChoice& choice) {
  choice_ = choice;
  refresh();
}

void DeformationPopover::setColors(const FieldColors& colors) {
  if (colors == colors_) return;
  colors_ = colors;
  refresh();
}

void DeformationPopover::setReach(const Vec3& lower, const Vec3& upper) {
  if ((lower == lower_ && upper == upper_) || !lower.allFinite() || !upper.allFinite()) return;
  lower_ = lower, upper_ = upper;
  refresh();
}

void DeformationPopover::setHint(const QString& hint) {
  if (hint == hint_) return;
  hint_ = hint;
  refresh();
}

void DeformationPopover::takeEnd(ValueEdit* edit, const QString& text) {
  if (choice_.field == SurfaceField::kNone) return refresh();
  const QuantityInput typed = typedValue(text);
  const double low = edit == low_ ? typed.value : colors_.low, high = edit == high_ ? typed.value : colors_.high;
  QString wrong = QString::fromStdString(typed.error);
  if (wrong.isEmpty() && !typed.expression.empty()) wrong = tr("Type a number.");
  if (wrong.isEmpty() && !(low < high)) wrong = tr("The lower end must be less than the upper one.");
  edit->setWrong(!wrong.isEmpty());
  if (!wrong.isEmpty()) return complain(wrong);
  DeformationChoice choice = choice_;
  choice.ends = std::pair(low, high);
  colors_.low = low, colors_.high = high;
  apply(choice);
}

void DeformationPopover::takePercentile(ValueEdit* edit, const QString& text) {
  const QuantityInput typed = parseQuantity(text.toStdString(), "", "%");
  RangeRule rule = choice_.rule;
  (edit == below_ ? rule.below : rule.above) = 100 * typed.value;
  QString wrong = QString::fromStdString(typed.error);
  if (wrong.isEmpty() && !typed.expression.empty()) wrong = tr("Type a number.");
  if (wrong.isEmpty() && !(rule.below >= 0 && rule.below < rule.above && rule.above <= 100))
    wrong = tr("Percentiles go from 0 to 100, the lower one first.");
  edit->setWrong(!wrong.isEmpty());
  if (!wrong.isEmpty()) return complain(wrong);
  DeformationChoice choice = choice_;
  choice.rule = rule;
  apply(choice);
}

/// Three numbers, between commas or blanks.
void DeformationPopover::takeDirection(const QString& text) {
  static const QRegularExpression kBetween(QStringLiteral("[,;\\s]+"));
  const QStringList parts = QString(text).replace(QChar(0x2212), u'-').split(kBetween, Qt::SkipEmptyParts);
  Vec3 direction = Vec3::Zero();
  bool right = parts.size() == 3;
  for (int i = 0; i < 3 && right; ++i) direction[i] = parts[i].toDouble(&right);
  right = right && direction.allFinite() && direction.norm() > 0;
  direction_->setWrong(!right);
  if (!right) return complain(tr("Type three numbers along x, y and z, such as “1, 0, 1”."));
  DeformationChoice choice = choice_;
  choice.plane.axis = CutPlane::kTilted, choice.plane.direction = direction.normalized(), choice.cutting = true;
  apply(choice);
}

void DeformationPopover::takePlace(const QString& text) {
  const QuantityInput typed = parseQuantity(text.toStdString(), "m", displayUnit(farthest(), "m").text);
  const bool right = typed.ok() && typed.expression.empty() && std::isfinite(typed.value);
  place_->setWrong(!right);
  if (!right)
    return complain(typed.error.empty() ? tr("Type a length, such as “20 mm”.") : QString::fromStdString(typed.error));
  DeformationChoice choice = choice_;
  choice.plane.at = typed.value, choice.cutting = true;
  apply(choice);
}

void DeformationPopover::complain(const QString& what) {
  message_->setText(what);
  message_->show();
  adjustSize();
}

void DeformationPopover::apply(DeformationChoice choice) {
  if (choice == choice_) return refresh();
  choice_ = std::move(choice);
  refresh();
  Q_EMIT chosen(choice_);
}

void DeformationPopover::showValue(ValueEdit* edit, double value, const std::string& unit) {
  edit->setWrong(false);
  const double factor = unit.empty() ? 1 : unitFactor(unit);
  edit->setContent(QString::fromStdString(fieldNumber(value / factor)),
                   QString::fromStdString(exactNumber(value, unit)), QString::fromStdString(unit));
}

void DeformationPopover::refresh() {
  const QSignalBlocker field(field_), slider(slider_), ends(ends_), levels(levelSlider_);
  const bool colored = choice_.field != SurfaceField::kNone;
  field_->setCurrentIndex(field_->findData(static_cast<int>(choice_.field)));
  const bool percentiles = colored && !choice_.ends && choice_.rule.kind == RangeKind::kPercentile;
  for (QWidget* widget : std::initializer_list<QWidget*>{low_, high_, ends_, reset_}) widget->setVisible(colored);
  for (ValueEdit* edit : {below_, above_}) edit->setVisible(percentiles);
  leveling_->setVisible(colored && surfaceFieldInfo(choice_.field).ofVolumes);
  leveled_->setChecked(choice_.leveled);
  showValue(below_, choice_.rule.below / 100, "%");
  showValue(above_, choice_.rule.above / 100, "%");
  if (colored) {
    const double size = std::max(std::abs(colors_.low), std::abs(colors_.high));
    const std::string unit = displayUnit(size, surfaceFieldInfo(choice_.field).unit).text;
    showValue(low_, colors_.low, unit);
    showValue(high_, colors_.high, unit);
    showValue(level_, choice_.level, unit);
    const double part = (choice_.level - colors_.low) / (colors_.high - colors_.low);
    levelSlider_->setValue(static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * kSliderSteps)));
  }
  ends_->setCurrentIndex(ends_->findData(choice_.ends ? kTyped : static_cast<int>(choice_.rule.kind)));
  reset_->setEnabled(!choice_.ends && choice_.rule.kind == RangeKind::kRunning);
  cutting_->setChecked(choice_.cutting);
  const int axis = choice_.plane.axis;
  const bool tilted = axis == CutPlane::kTilted;
  axes_->actions().at(axis)->setChecked(true);
  const auto [from, to] = reach();
  const double share = to > from ? std::clamp((choice_.plane.at - from) / (to - from), 0.0, 1.0) : 0.5;
  slider_->setValue(static_cast<int>(std::lround(share * kSliderSteps)));
  showValue(place_, choice_.plane.at, displayUnit(farthest(), "m").text);
  for (QWidget* widget : std::initializer_list<QWidget*>{direction_, facing_}) widget->setVisible(tilted);
  direction_->setWrong(false);
  QStringList parts;
  for (const double part : choice_.plane.direction) parts << QString::fromStdString(fieldNumber(part, 3));
  direction_->setContent(parts.join(QStringLiteral(", ")), parts.join(QStringLiteral(", ")), {});
  flipped_->setText(tilted ? tr("Keep the side beyond the plane")
                           : tr("Keep the side towards +%1").arg(QChar("xyz"[axis])));
  flipped_->setChecked(choice_.plane.flipped);
  message_->setText(hint_);
  message_->setVisible(!hint_.isEmpty());
  if (isVisible()) adjustSize();
}

}  // namespace tendril
