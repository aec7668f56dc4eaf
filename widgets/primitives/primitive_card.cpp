// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/primitives/primitive_card.hpp"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

QToolButton* smallButton(QToolButton* button, const QString& icon, const QString& text) {
  button->setProperty("role", "small");
  button->setIcon(themeIcon(icon, Token::kSecondary));
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setFixedSize(kFieldHeight, kFieldHeight);
  button->setToolTip(text);
  button->setAccessibleName(text);
  return button;
}

}  // namespace

// ---- the grip

CardGrip::CardGrip(QWidget* parent) : QToolButton(parent) {
  smallButton(this, QStringLiteral("grip"), tr("Drag to change the order; or the keys up and down"));
  setCursor(Qt::OpenHandCursor);
  setFocusPolicy(Qt::StrongFocus);
}

void CardGrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setFocus(Qt::MouseFocusReason);
  pressed_ = event->globalPosition().toPoint();
  down_ = true, dragging_ = false;
}

void CardGrip::mouseMoveEvent(QMouseEvent* event) {
  if (!down_) return;
  const QPoint at = event->globalPosition().toPoint();
  if (!dragging_ && (at - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
  if (!dragging_) setCursor(Qt::ClosedHandCursor);
  dragging_ = true;
  Q_EMIT dragged(at);
}

void CardGrip::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !down_) return;
  down_ = false;
  setCursor(Qt::OpenHandCursor);
  if (!dragging_) return;
  dragging_ = false;
  Q_EMIT dropped();
}

void CardGrip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && dragging_) {
    down_ = false, dragging_ = false;
    setCursor(Qt::OpenHandCursor);
    return Q_EMIT dragCancelled();
  }
  if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) return Q_EMIT given(event->key() == Qt::Key_Up);
  QToolButton::keyPressEvent(event);
}

// ---- the card

PrimitiveCard::PrimitiveCard(int index, FunctionCheck check, QWidget* parent)
    : QWidget(parent),
      index_(index),
      check_(std::move(check)),
      grip_(new CardGrip),
      problem_(new QLabel),
      type_(new ChoiceField),
      add_(smallButton(new QToolButton, QStringLiteral("plus"), tr("One more mode"))),
      remove_(smallButton(new QToolButton, QStringLiteral("trash"), tr("Take this primitive away"))),
      modes_(new QVBoxLayout),
      plot_(new FunctionPlot),
      coefficients_(new CoefficientList) {
  setObjectName(QStringLiteral("primitive:%1").arg(index));
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(kGrid, kGrid, 2 * kGrid, 2 * kGrid);
  down->setSpacing(kGrid);
  down->addWidget(makeHead());
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->setObjectName("problem");
  problem_->setContentsMargins(kGrid, 0, 0, 0);
  problem_->hide();
  down->addWidget(problem_);
  auto* body = new QVBoxLayout;
  body->setContentsMargins(kGrid, 0, 0, 0);
  body->setSpacing(kGrid);
  modes_->setSpacing(0);
  body->addLayout(modes_);
  body->addWidget(plot_);
  body->addWidget(coefficients_);
  down->addLayout(body);
  connect(coefficients_, &CoefficientList::moved, this, &PrimitiveCard::coefficientMoved);
  connect(coefficients_, &CoefficientList::pointedAt, plot_, &FunctionPlot::setFront);
  connect(coefficients_, &CoefficientList::valuesChanged, this, [this] { plot_->setWeights(coefficients_->values()); });
}

QWidget* PrimitiveCard::makeHead() {
  auto* head = new QWidget;
  auto* across = new QHBoxLayout(head);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(kGrid);
  auto* number = new QLabel(QString::number(index_ + 1));
  number->setFont(AppTheme::numberFont());
  number->setProperty("role", "secondary");
  grip_->setObjectName(objectName() + ":grip");
  grip_->setAccessibleName(tr("Primitive %1: up and down move it").arg(index_ + 1));
  type_->setObjectName(objectName() + ":type");
  type_->setAccessibleName(tr("Kind of primitive %1").arg(index_ + 1));
  type_->setMinimumWidth(124);
  add_->setObjectName(objectName() + ":add");
  remove_->setObjectName(objectName() + ":remove");
  across->addWidget(grip_);
  across->addWidget(number);
  across->addSpacing(kGrid);
  across->addWidget(type_);
  across->addStretch(1);
  across->addWidget(add_);
  across->addWidget(remove_);
  connect(type_, &ChoiceField::chosen, this, &PrimitiveCard::typeChosen);
  connect(add_, &QToolButton::clicked, this, &PrimitiveCard::modeAdded);
  connect(remove_, &QToolButton::clicked, this, &PrimitiveCard::removed);
  return head;
}

void PrimitiveCard::setValue(const PrimitiveValue& value, const std::vector<FieldOption>& types) {
  type_->setOptions(types);
  if (value == value_) return;
  value_ = value;
  setProblem({});
  type_->setCurrent(value.type);
  for (const FieldOption& type : types)
    if (QString::fromStdString(type.name) == value.type) type_->setToolTip(QString::fromStdString(type.meaning));
  while (modeRows_.size() > value.modes.size()) {
    modeRows_.back()->hide();
    modeRows_.back()->deleteLater();
    modeRows_.pop_back();
  }
  while (modeRows_.size() < value.modes.size()) addModeRow(static_cast<int>(modeRows_.size()));
  std::vector<std::vector<double>> curves;
  for (std::size_t i = 0; i < value.modes.size(); ++i) {
    modeRows_[i]->setText(value.modes[i].text);
    modeRows_[i]->setRemovable(value.modes.size() > 1);
    curves.push_back(value.modes[i].curve);
  }
  plot_->setCurves(std::move(curves));
}

void PrimitiveCard::addModeRow(int mode) {
  auto* row = new FunctionRow(tr("Mode %1 of primitive %2").arg(mode + 1).arg(index_ + 1), check_);
  row->field().setObjectName(objectName() + QStringLiteral(":mode:%1").arg(mode));
  row->setHue(mode);
  connect(row, &FunctionRow::committed, this, [this, mode](const QString& text) { Q_EMIT modeEdited(mode, text); });
  connect(row, &FunctionRow::previewed, plot_,
          [this, mode](const std::vector<double>& curve) { plot_->setPreview(mode, curve); });
  connect(row, &FunctionRow::removeRequested, this, [this, mode] { Q_EMIT modeRemoved(mode); });
  modes_->addWidget(row);
  modeRows_.push_back(row);
}

void PrimitiveCard::setEntries(const std::vector<PoseEntry>& entries) {
  coefficients_->setEntries(entries);
  plot_->setWeights(coefficients_->values());
}

void PrimitiveCard::setProblem(const QString& problem) {
  problem_->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

void PrimitiveCard::setLifted(bool lifted) {
  if (lifted == lifted_) return;
  lifted_ = lifted;
  update();
}

void PrimitiveCard::setRemovable(bool removable) {
  remove_->setEnabled(removable);
  remove_->setToolTip(removable ? tr("Take this primitive away") : tr("A soft volume needs a primitive"));
}

void PrimitiveCard::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(lifted_ ? scheme.accent : scheme.hairline, lifted_ ? 1.5 : 1));
  painter.setBrush(lifted_ ? scheme.hover : scheme.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), kRadius, kRadius);
}

}  // namespace tendril
