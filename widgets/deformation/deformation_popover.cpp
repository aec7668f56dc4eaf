// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/deformation/deformation_popover.hpp"

#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
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
  setAccessibleName(tr("Colours and cut of soft bodies"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(2 * kGrid);
  layout->addWidget(makeColors());
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
  for (const SurfaceFieldInfo& info : surfaceFields()) {
    field_->addItem(QString::fromUtf8(info.name), static_cast<int>(info.field));
    field_->setItemData(field_->count() - 1, QString::fromUtf8(info.meaning), Qt::ToolTipRole);
  }
  rows->addWidget(field_);
  low_ = valueEdit(QStringLiteral("deformation_low"), tr("Lower end of the colours"));
  high_ = valueEdit(QStringLiteral("deformation_high"), tr("Upper end of the colours"));
  low_->setCaption(tr("from"), AppTheme::instance().color(Token::kSecondary));
  high_->setCaption(tr("to"), AppTheme::instance().color(Token::kSecondary));
  rows->addLayout(sideBySide({low_, high_}));
  follows_ = new QCheckBox(tr("Ends grow with the run"));
  follows_->setObjectName(QStringLiteral("deformation_follows"));
  reset_ = new QPushButton(tr("Begin anew"));
  reset_->setObjectName(QStringLiteral("deformation_reset"));
  reset_->setProperty("role", "outlined");
  reset_->setToolTip(tr("Fit the ends to what is seen now"));
  rows->addLayout(sideBySide({follows_, reset_}));
  connect(field_, &QComboBox::activated, this, [this](int index) {
    DeformationChoice choice = choice_;
    choice.field = static_cast<SurfaceField>(field_->itemData(index).toInt());
    if (choice.field != choice_.field) choice.ends.reset();  // of another quantity
    apply(choice);
  });
  connect(follows_, &QCheckBox::clicked, this, [this](bool on) {
    DeformationChoice choice = choice_;
    choice.ends = on ? std::nullopt : std::optional(std::pair(colors_.low, colors_.high));
    apply(choice);
  });
  connect(reset_, &QPushButton::clicked, this, &DeformationPopover::resetRequested);
  for (ValueEdit* edit : {low_, high_}) {
    connect(edit, &ValueEdit::committed, this, [this, edit](const QString& text) { takeEnd(edit, text); });
    connect(edit, &ValueEdit::reverted, this, &DeformationPopover::refresh);
  }
  return part;
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
  for (int axis = 0; axis < 3; ++axis) {
    QAction* action = axes_->addAction(QString(QChar("xyz"[axis])));
    action->setCheckable(true);
    action->setToolTip(tr("Across the world's %1 axis").arg(action->text()));
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
  return part;
}

double DeformationPopover::placeAt(int position) const {
  const int axis = choice_.plane.axis;
  return lower_[axis] + (upper_[axis] - lower_[axis]) * position / kSliderSteps;
}

/// Largest coordinate that the plane may have, m: what its unit is chosen for.
double DeformationPopover::farthest() const {
  const int axis = choice_.plane.axis;
  return std::max(std::abs(lower_[axis]), std::abs(upper_[axis]));
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
  const std::string_view unit = surfaceFieldInfo(choice_.field).unit;
  const double size = std::max(std::abs(colors_.low), std::abs(colors_.high));
  const QuantityInput typed = parseQuantity(text.toStdString(), unit, displayUnit(size, unit).text);
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
  const QSignalBlocker field(field_), slider(slider_);
  const bool colored = choice_.field != SurfaceField::kNone;
  field_->setCurrentIndex(field_->findData(static_cast<int>(choice_.field)));
  for (QWidget* widget : std::initializer_list<QWidget*>{low_, high_, follows_, reset_}) widget->setVisible(colored);
  if (colored) {
    const double size = std::max(std::abs(colors_.low), std::abs(colors_.high));
    const std::string unit = displayUnit(size, surfaceFieldInfo(choice_.field).unit).text;
    showValue(low_, colors_.low, unit);
    showValue(high_, colors_.high, unit);
  }
  follows_->setChecked(!choice_.ends);
  reset_->setEnabled(!choice_.ends);
  cutting_->setChecked(choice_.cutting);
  const int axis = choice_.plane.axis;
  axes_->actions().at(axis)->setChecked(true);
  const double span = upper_[axis] - lower_[axis];
  const double share = span > 0 ? std::clamp((choice_.plane.at - lower_[axis]) / span, 0.0, 1.0) : 0.5;
  slider_->setValue(static_cast<int>(std::lround(share * kSliderSteps)));
  showValue(place_, choice_.plane.at, displayUnit(farthest(), "m").text);
  flipped_->setText(tr("Keep the side towards +%1").arg(QChar("xyz"[axis])));
  flipped_->setChecked(choice_.plane.flipped);
  message_->setText(hint_);
  message_->setVisible(!hint_.isEmpty());
  if (isVisible()) adjustSize();
}

}  // namespace tendril
