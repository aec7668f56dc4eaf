// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/input_panel.hpp"

#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

#include "widgets/inputs/input_row.hpp"
#include "widgets/plain_scroll.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

bool sameInput(const PanelInput& a, const PanelInput& b) {
  return a.name == b.name && a.unit == b.unit && a.lower == b.lower && a.upper == b.upper && a.hasSignal == b.hasSignal;
}

}  // namespace

InputPanel::InputPanel(QWidget* parent) : QWidget(parent), list_(new QVBoxLayout), nothing_(new QLabel) {
  setObjectName("inputs");
  setAccessibleName(tr("Inputs"));
  auto* content = new QWidget;
  auto* down = new QVBoxLayout(content);
  down->setContentsMargins(0, 2 * kGrid, 0, 2 * kGrid);
  down->setSpacing(0);
  nothing_->setText(tr("This robot has no actuators.\nAdd a tendon or a motor to a link to pull on it here."));
  nothing_->setProperty("role", "secondary");
  nothing_->setWordWrap(true);
  nothing_->setContentsMargins(3 * kGrid, kGrid, 3 * kGrid, kGrid);
  down->addWidget(nothing_);
  list_->setSpacing(0);
  down->addLayout(list_);
  down->addStretch(1);
  auto* release = new QPushButton(tr("Let go of all"));
  release->setObjectName("inputs:release");
  release->setToolTip(tr("Gives every input back to its signal"));
  connect(release, &QPushButton::clicked, this, &InputPanel::allReleased);
  foot_ = new QWidget;
  auto* across = new QHBoxLayout(foot_);
  across->setContentsMargins(3 * kGrid, kGrid, 2 * kGrid, kGrid);
  across->addStretch(1);
  across->addWidget(release);
  foot_->hide();
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  all->addWidget(plainScroll(content), 1);
  all->addWidget(foot_);
}

void InputPanel::setInputs(const std::vector<PanelInput>& inputs) {
  const bool same = std::equal(inputs.begin(), inputs.end(), inputs_.begin(), inputs_.end(), sameInput);
  inputs_ = inputs;
  if (same) {
    for (std::size_t i = 0; i < inputs.size(); ++i) rows_[i]->setReach(inputs[i].reach);
    return;
  }
  for (InputRow* row : rows_) {
    row->hide();
    row->deleteLater();
  }
  rows_.clear();
  std::vector<NameLabel*> names;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    addRow(inputs[i], static_cast<int>(i));
    names.push_back(&rows_.back()->name());
  }
  NameLabel::align(names);
  nothing_->setVisible(inputs.empty());
  foot_->setVisible(!inputs.empty());
}

void InputPanel::setLengthUnit(const QString& unit) {
  lengthUnit_ = unit;
  for (InputRow* row : rows_) row->setLengthUnit(unit);
}

void InputPanel::addRow(const PanelInput& info, int index) {
  auto* row = new InputRow(info);
  row->setLengthUnit(lengthUnit_);
  connect(row, &InputRow::held, this, [this, index](double value) { Q_EMIT held(index, value); });
  connect(row, &InputRow::released, this, [this, index] { Q_EMIT released(index); });
  list_->addWidget(row);
  rows_.push_back(row);
}

void InputPanel::setValues(const std::vector<InputValue>& values) {
  const std::size_t count = std::min(values.size(), rows_.size());
  for (std::size_t i = 0; i < count; ++i) rows_[i]->setValue(values[i]);
}

}  // namespace tendril
