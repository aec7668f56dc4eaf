// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/divergence/divergence_view.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "widgets/curves/time_plot.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNameWidth = 96, kNumberWidth = 44, kBar = 10, kBarRow = 22;
constexpr double kPercent = 100;

}  // namespace

// ---- the bars

ShareBars::ShareBars(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("divergenceShares"));
  setCursor(Qt::PointingHandCursor);
  setToolTip(tr("Share of each link in what the last step leaves over of the equation of motion; click to select it"));
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

void ShareBars::setShares(std::vector<DivergenceShare> shares) {
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  if (shares.size() > kMost) shares.resize(kMost);
  shares_ = std::move(shares);
  updateGeometry();
  update();
}

QSize ShareBars::sizeHint() const {
  return {kNameWidth + kNumberWidth + 100, kBarRow * static_cast<int>(shares_.size())};
}

void ShareBars::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(AppTheme::secondaryFont());
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const DivergenceShare& row = shares_[i];
    const QRect line(0, static_cast<int>(i) * kBarRow, width(), kBarRow);
    painter.setPen(theme.color(Token::kText));
    painter.drawText(QRect(line.left(), line.top(), kNameWidth - kGrid, kBarRow), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.link, Qt::ElideRight, kNameWidth - kGrid));
    QRectF bar(kNameWidth, line.center().y() - kBar / 2.0, width() - kNameWidth - kNumberWidth, kBar);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::kHairline));
    painter.drawRoundedRect(bar, 2, 2);
    bar.setWidth(std::max(2.0, bar.width() * std::clamp(row.share, 0.0, 1.0)));
    painter.setBrush(row.color);
    painter.drawRoundedRect(bar, 2, 2);
    painter.setPen(theme.color(Token::kSecondary));
    painter.drawText(QRect(line.right() - kNumberWidth, line.top(), kNumberWidth, kBarRow),
                     Qt::AlignRight | Qt::AlignVCenter, tr("%1 %").arg(std::lround(row.share * kPercent)));
  }
}

void ShareBars::mousePressEvent(QMouseEvent* event) {
  const auto row = static_cast<std::size_t>(std::max(0, event->position().toPoint().y() / kBarRow));
  if (row < shares_.size()) Q_EMIT chosen(shares_[row].link);
}

// ---- the view

DivergenceView::DivergenceView(QWidget* parent)
    : QWidget(parent),
      about_(new QLabel),
      curesTitle_(secondaryLabel(tr("What may help"))),
      sharesTitle_(secondaryLabel(tr("Where the last step fails"))),
      bars_(new ShareBars),
      paint_(new QCheckBox(tr("Paint the robot by it"))),
      plot_(new TimePlot),
      step_(new QSlider(Qt::Horizontal)),
      found_(new QWidget),
      cures_(new QVBoxLayout) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  outer->addWidget(area);
  auto* content = new QWidget;
  auto* down = new QVBoxLayout(content);
  down->setContentsMargins(12, 10, 12, 12);
  down->setSpacing(8);
  about_->setObjectName(QStringLiteral("divergenceAbout"));
  about_->setWordWrap(true);
  about_->setTextFormat(Qt::RichText);
  about_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  down->addWidget(about_);
  auto* inside = new QVBoxLayout(found_);
  inside->setContentsMargins(0, 0, 0, 0);
  inside->setSpacing(8);
  inside->addWidget(curesTitle_);
  cures_->setSpacing(kGrid);
  inside->addLayout(cures_);
  inside->addSpacing(kGrid);
  inside->addWidget(sharesTitle_);
  inside->addWidget(bars_);
  paint_->setObjectName(QStringLiteral("divergencePaint"));
  paint_->setChecked(true);
  inside->addWidget(paint_);
  inside->addSpacing(kGrid);
  inside->addWidget(secondaryLabel(tr("Error of the last steps")));
  plot_->setMinimumHeight(120);
  inside->addWidget(plot_);
  step_->setObjectName(QStringLiteral("divergenceStep"));
  step_->setAccessibleName(tr("Step"));
  step_->setToolTip(tr("Shows the robot at each of the last steps; at the right end where the run ended"));
  inside->addWidget(step_);
  down->addWidget(found_);
  down->addStretch(1);
  area->setWidget(content);
  setMinimumWidth(280);
  connect(bars_, &ShareBars::chosen, this, &DivergenceView::linkChosen);
  connect(paint_, &QCheckBox::toggled, this, &DivergenceView::paintingChanged);
  connect(step_, &QSlider::valueChanged, this, &DivergenceView::stepChosen);
  setNothing(tr("No run has ended before its time."));
}

void DivergenceView::clearCures() {
  while (QLayoutItem* item = cures_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

void DivergenceView::setNothing(const QString& text) {
  clearCures();
  about_->setText(text.toHtmlEscaped());
  found_->hide();
}

void DivergenceView::resetStep() {
  const QSignalBlocker silent(step_);
  step_->setValue(step_->maximum());
}

void DivergenceView::setReport(const DivergenceTexts& texts, std::vector<DivergenceShare> shares, std::vector<double> t,
                               std::vector<double> error, const std::vector<DivergenceCure>& cures) {
  QString html = QStringLiteral("<p><b>%1</b></p>").arg(texts.headline.toHtmlEscaped());
  for (const QString& finding : texts.findings) html += QStringLiteral("<p>%1</p>").arg(finding.toHtmlEscaped());
  about_->setText(html);
  clearCures();
  for (std::size_t i = 0; i < cures.size(); ++i) {
    auto* button = new QPushButton(cures[i].text);
    button->setObjectName(QStringLiteral("divergenceCure"));
    button->setProperty("role", "outlined");
    button->setToolTip(cures[i].tip);
    connect(button, &QPushButton::clicked, this, [this, i] { Q_EMIT cureChosen(static_cast<int>(i)); });
    cures_->addWidget(button);
  }
  curesTitle_->setVisible(!cures.empty());
  const bool any = std::any_of(shares.begin(), shares.end(), [](const auto& row) { return row.share > 0; });
  for (QWidget* widget :
       {static_cast<QWidget*>(sharesTitle_), static_cast<QWidget*>(bars_), static_cast<QWidget*>(paint_)})
    widget->setVisible(any);
  bars_->setShares(std::move(shares));
  for (double& each : error) each *= kPercent;
  std::vector<TimeCurve> curves;
  if (!error.empty()) curves.push_back({.name = tr("error"), .unit = QStringLiteral("%"), .y = std::move(error)});
  step_->setEnabled(!t.empty());
  {
    const QSignalBlocker silent(step_);
    step_->setRange(0, static_cast<int>(t.size()));
    step_->setValue(static_cast<int>(t.size()));
  }
  plot_->setCurves(std::move(t), std::move(curves), tr("No steps were recorded."));
  found_->show();
}

}  // namespace tendril
