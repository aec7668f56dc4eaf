// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/array_dialog.hpp"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>
#include <numbers>

#include "core/text/units.hpp"
#include "widgets/format.hpp"
#include "widgets/quantity_field.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kRing = 1;
constexpr double kUsualStep = 0.1;  // m
constexpr double kWhole = 2 * std::numbers::pi;

QLineEdit* numberField(const QString& name, const QString& text) {
  auto* field = new QLineEdit(text);
  field->setObjectName(name);
  field->setFont(AppTheme::numberFont());
  return field;
}

}  // namespace

ArrayDialog::ArrayDialog(const QString& unit, QWidget* parent)
    : QDialog(parent),
      unit_(unit),
      kind_(new QComboBox),
      axis_(new QComboBox),
      copies_(new QSpinBox),
      whole_(numberField(QStringLiteral("arrayAngle"), QStringLiteral("360°"))),
      about_(new QLabel) {
  setWindowTitle(tr("Array"));
  setProperty("helpGuide", "modelling.md#links");
  kind_->setObjectName(QStringLiteral("arrayKind"));
  kind_->addItems({tr("In a row"), tr("In a ring")});
  axis_->addItems({tr("x"), tr("y"), tr("z")});
  axis_->setCurrentIndex(2);
  axis_->setObjectName(QStringLiteral("arrayAxis"));
  copies_->setObjectName(QStringLiteral("arrayCopies"));
  copies_->setRange(1, kMostCopies);
  copies_->setValue(3);
  const double factor = unitFactor(unit.toStdString());
  auto* row = new QHBoxLayout;
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const double usual = k == 0 ? kUsualStep / factor : 0;
    steps_[k] = numberField(QStringLiteral("arrayStep%1").arg(QChar("xyz"[k])),
                            QString::fromStdString(fieldNumber(usual)) + u' ' + unit);
    steps_[k]->setAccessibleName(tr("Step along %1").arg(QChar("xyz"[k])));
    row->addWidget(steps_[k]);
  }
  auto* form = new QFormLayout;
  form->addRow(tr("Copies"), copies_);
  form->addRow(tr("Arrange"), kind_);
  form->addRow(tr("Step x, y, z"), row);
  form->addRow(tr("About the axis"), axis_);
  form->addRow(tr("Spread over"), whole_);
  about_->setFont(AppTheme::secondaryFont());
  about_->setWordWrap(true);
  about_->setObjectName(QStringLiteral("arrayAbout"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  done_ = buttons->addButton(tr("Make copies"), QDialogButtonBox::AcceptRole);
  done_->setObjectName(QStringLiteral("arrayDone"));
  for (QAbstractButton* button : buttons->buttons()) button->setProperty("role", "outlined");
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(16, 16, 16, 12);
  down->setSpacing(12);
  down->addLayout(form);
  down->addWidget(about_);
  down->addWidget(buttons);
  const auto show = [form, row, this] {
    const bool ring = kind_->currentIndex() == kRing;
    form->setRowVisible(row, !ring);
    form->setRowVisible(axis_, ring);
    form->setRowVisible(whole_, ring);
    read();
  };
  connect(kind_, &QComboBox::currentIndexChanged, this, show);
  connect(axis_, &QComboBox::currentIndexChanged, this, &ArrayDialog::read);
  connect(copies_, &QSpinBox::valueChanged, this, &ArrayDialog::read);
  for (QLineEdit* field : {steps_[0], steps_[1], steps_[2], whole_})
    connect(field, &QLineEdit::textChanged, this, &ArrayDialog::read);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  show();
}

void ArrayDialog::read() {
  step_.setZero(), turn_.setZero();
  const int count = copies();
  bool good = true;
  if (kind_->currentIndex() == kRing) {
    const auto typed = readQuantity(*whole_, {.unit = "rad", .bareUnit = QStringLiteral("°")});
    const double whole = typed.value_or(0);
    // a whole turn ends where it began: the link itself is there; less has a copy at its end
    const bool closed = std::abs(std::abs(whole) - kWhole) < 1e-9;
    turn_[axis_->currentIndex()] = whole / (closed ? count + 1 : count);
    about_->setText(
        tr("%1 in all, %2 apart, about the axis %3 of the frame that it is attached to")
            .arg(count + 1)
            .arg(QString::fromStdString(fieldQuantity(turn_[axis_->currentIndex()], "rad")), axis_->currentText()));
    good = whole != 0;
  } else {
    for (int k = 0; k < 3; ++k) {
      const auto typed = readQuantity(*steps_[static_cast<std::size_t>(k)], {.unit = "m", .bareUnit = unit_});
      good = good && typed;
      step_[k] = typed.value_or(0);
    }
    about_->setText(tr("%1 in all, %2 from one to the next, along the axes of the frame that it is attached to")
                        .arg(count + 1)
                        .arg(formatLength(step_.norm(), unit_, 4).text()));
    good = good && step_.norm() > 0;
  }
  done_->setEnabled(good);
}

}  // namespace tendril
