// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/coefficient_list.hpp"

#include <QEvent>
#include <QGridLayout>

#include <algorithm>

#include "widgets/functions/hue_dot.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNameWidth = 24;

}  // namespace

QString subscript(int number) {
  QString text = QString::number(number);
  for (QChar& digit : text) digit = QChar(0x2080 + digit.digitValue());
  return text;
}

CoefficientList::CoefficientList(QWidget* parent) : QWidget(parent), down_(new QVBoxLayout(this)) {
  down_->setContentsMargins(0, 0, 0, 0);
  down_->setSpacing(0);
  connect(&AppTheme::instance(), &AppTheme::changed, this, &CoefficientList::paintDots);
}

void CoefficientList::setEntries(const std::vector<PoseEntry>& entries) {
  if (entries == entries_) return;
  for (QWidget* row : rows_) {
    row->hide();
    row->deleteLater();  // one of them may be what sends the edit
  }
  rows_.clear(), dots_.clear(), sliders_.clear();
  entries_ = entries;
  values_.assign(entries.size(), 0);
  for (std::size_t i = 0; i < entries.size(); ++i) addRow(static_cast<int>(i));
  paintDots();
}

void CoefficientList::addRow(int index) {
  const PoseEntry& entry = entries_[static_cast<std::size_t>(index)];
  auto* row = new QWidget;
  row->setObjectName("coefficient:" + entry.name);
  row->installEventFilter(this);
  auto* grid = new QGridLayout(row);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(kGrid);
  grid->setVerticalSpacing(0);
  auto* dot = new QLabel;
  dot->setFixedSize(kHueDot, kRowHeight);
  auto* name = new QLabel(u'q' + subscript(index));
  name->setFixedSize(kNameWidth, kRowHeight);
  name->setToolTip(entry.link + u'.' + entry.name);
  auto* slider = new ValueSlider(entry.link + u' ' + entry.name, entry.unit, entry.lower, entry.upper);
  auto* problem = new QLabel;
  problem->setFont(AppTheme::secondaryFont());
  problem->setWordWrap(true);
  problem->hide();
  grid->addWidget(dot, 0, 0);
  grid->addWidget(name, 0, 1);
  grid->addWidget(slider, 0, 2);
  grid->addWidget(problem, 1, 1, 1, 2);
  const auto move = [this, index](double value) {
    values_[static_cast<std::size_t>(index)] = value;
    Q_EMIT valuesChanged();
    Q_EMIT moved(entries_[static_cast<std::size_t>(index)].q, value);
  };
  connect(slider, &ValueSlider::moved, this, move);
  connect(slider, &ValueSlider::typed, this, move);
  connect(slider, &ValueSlider::refused, problem, [problem](const QString& why) {
    problem->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
    problem->setText(why);
    problem->setVisible(!why.isEmpty());
  });
  down_->addWidget(row);
  rows_.push_back(row), dots_.push_back(dot), sliders_.push_back(slider);
}

void CoefficientList::paintDots() {
  for (std::size_t i = 0; i < dots_.size(); ++i)
    dots_[i]->setPixmap(hueDot(static_cast<int>(i), kRowHeight, devicePixelRatioF()));
}

void CoefficientList::setConfiguration(const VecX& q) {
  const std::vector<double> before = values_;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].q >= q.size()) return;
    if (sliders_[i]->busy()) continue;
    values_[i] = entries_[i].value(q);
    sliders_[i]->setValue(values_[i]);
  }
  if (values_ != before) Q_EMIT valuesChanged();
}

bool CoefficientList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
    const auto at = std::find(rows_.begin(), rows_.end(), watched);
    if (at != rows_.end()) Q_EMIT pointedAt(event->type() == QEvent::Enter ? static_cast<int>(at - rows_.begin()) : -1);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tendril
