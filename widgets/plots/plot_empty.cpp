// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_empty.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

PlotEmpty::PlotEmpty(QWidget* parent) : QWidget(parent), usual_(new QPushButton(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(kGrid);
  auto* heading = new QLabel(tr("No plots yet"), this);
  heading->setProperty("role", "heading");
  auto* advice = new QLabel(tr("Drag signals here, or search them by name."), this);
  advice->setProperty("role", "secondary");
  auto* add = new QPushButton(themeIcon("plot-signals"), tr("Add signals"), this);
  add->setProperty("role", "outlined");
  add->setObjectName(QStringLiteral("emptyAdd"));
  usual_->setProperty("role", "outlined");
  usual_->setObjectName(QStringLiteral("emptyUsual"));
  usual_->hide();
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(2 * kGrid);
  buttons->addStretch(1);
  buttons->addWidget(add);
  buttons->addWidget(usual_);
  buttons->addStretch(1);
  layout->addStretch(1);
  layout->addWidget(heading, 0, Qt::AlignHCenter);
  layout->addWidget(advice, 0, Qt::AlignHCenter);
  layout->addSpacing(2 * kGrid);
  layout->addLayout(buttons);
  layout->addStretch(1);
  connect(add, &QPushButton::clicked, this, &PlotEmpty::addRequested);
  connect(usual_, &QPushButton::clicked, this, &PlotEmpty::usualRequested);
}

void PlotEmpty::setUsual(const QStringList& titles) {
  usual_->setVisible(!titles.isEmpty());
  usual_->setText(tr("Show the usual plots"));
  usual_->setToolTip(titles.join(QStringLiteral(", ")));
}

void PlotEmpty::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), AppTheme::instance().color(Token::kPanel));
}

}  // namespace tendril
