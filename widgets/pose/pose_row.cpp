// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pose/pose_row.hpp"

#include <QGridLayout>

#include "widgets/theme/theme.hpp"

namespace tendril {

PoseRow::PoseRow(const PoseEntry& entry, QWidget* parent)
    : QWidget(parent),
      name_(new NameLabel(entry.name)),
      slider_(new ValueSlider(entry.link + u' ' + entry.name, entry.unit, entry.lower, entry.upper)),
      problem_(new QLabel) {
  setObjectName("pose:" + entry.link + u'.' + entry.name);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(3 * kGrid, 0, 3 * kGrid, 0);
  grid->setHorizontalSpacing(2 * kGrid);
  grid->setVerticalSpacing(0);
  grid->setColumnStretch(1, 1);  // of little room the name has what is left
  name_->setToolTip(entry.link + u'.' + entry.name);
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->hide();
  grid->addWidget(name_, 0, 0);
  grid->addWidget(slider_, 0, 1);
  grid->addWidget(problem_, 1, 0, 1, 2);
  connect(slider_, &ValueSlider::moved, this, &PoseRow::edited);
  connect(slider_, &ValueSlider::typed, this, &PoseRow::edited);
  connect(slider_, &ValueSlider::refused, this, [this](const QString& why) {
    problem_->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
    problem_->setText(why);
    problem_->setVisible(!why.isEmpty());
  });
}

}  // namespace tendril
