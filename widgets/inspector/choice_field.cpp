// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/choice_field.hpp"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {
constexpr int kInset = 8, kChevron = 14;
}

QString optionText(const QString& name) {
  if (name.isEmpty()) return ChoiceField::tr("none");
  return QString(name).replace(u'_', u' ');
}

ChoiceField::ChoiceField(QWidget* parent) : QAbstractButton(parent) {
  setFixedHeight(kFieldHeight);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  connect(this, &QAbstractButton::clicked, this, &ChoiceField::openMenu);
}

void ChoiceField::setOptions(std::vector<FieldOption> options) {
  options_ = std::move(options);
}

void ChoiceField::setCurrent(const QString& name) {
  if (name == current_ && !text().isEmpty() && !mixed_) return;
  mixed_ = false;
  current_ = name;
  setText(optionText(name));
  update();
}

void ChoiceField::setMixed() {
  mixed_ = true;
  current_.clear();
  setText(tr("mixed"));
  update();
}

void ChoiceField::setWrong(bool wrong) {
  if (wrong == wrong_) return;
  wrong_ = wrong;
  update();
}

QSize ChoiceField::sizeHint() const {
  return {QFontMetrics(AppTheme::font()).horizontalAdvance(text()) + 2 * kInset + kChevron + 4, kFieldHeight};
}

void ChoiceField::openMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setMinimumWidth(width());
  menu->setToolTipsVisible(true);
  for (const FieldOption& option : options_) {
    const QString name = QString::fromStdString(option.name);
    QAction* action = menu->addAction(optionText(name), this, [this, name] {
      if (mixed_ || name != current_) Q_EMIT chosen(name);
    });
    action->setCheckable(true);
    action->setChecked(!mixed_ && name == current_);
    action->setToolTip(QString::fromStdString(option.meaning));
    if (action->isChecked()) menu->setActiveAction(action);
  }
  menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

void ChoiceField::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return openMenu();
  if (step == 0 || options_.empty()) return QAbstractButton::keyPressEvent(event);
  if (event->modifiers() & Qt::AltModifier) return openMenu();
  const auto at = std::find_if(options_.begin(), options_.end(), [&](const FieldOption& option) {
    return !mixed_ && QString::fromStdString(option.name) == current_;
  });
  const auto count = static_cast<int>(options_.size());
  const int next = static_cast<int>(at - options_.begin()) + step;
  if (next >= 0 && next < count) Q_EMIT chosen(QString::fromStdString(options_[static_cast<std::size_t>(next)].name));
}

void ChoiceField::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(wrong_ ? scheme.error : hasFocus() ? scheme.accent : scheme.hairline, 1));
  painter.setBrush(isDown() ? scheme.pressed : underMouse() && isEnabled() ? scheme.hover : scheme.window);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  painter.setFont(AppTheme::font());
  painter.setPen(!isEnabled() ? mixed(scheme.panel, scheme.secondary, 0.5) : mixed_ ? scheme.secondary : scheme.text);
  const double baseline = (height() + QFontMetricsF(painter.font()).capHeight()) / 2;
  const int room = width() - kInset - kChevron - 6;
  painter.drawText(QPointF(kInset, baseline), QFontMetrics(painter.font()).elidedText(text(), Qt::ElideRight, room));
  painter.drawPixmap(width() - kChevron - 4, (height() - kChevron) / 2,
                     iconPixmap(QStringLiteral("chevron-down"), kChevron, devicePixelRatioF(), scheme.secondary));
}

Switch::Switch(QWidget* parent) : QAbstractButton(parent) {
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setFixedSize(sizeHint());
}

void Switch::setMixed(bool mixed) {
  if (mixed == mixed_) return;
  mixed_ = mixed;
  update();
}

void Switch::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF track = QRectF(rect()).adjusted(1, 1, -1, -1);
  const double radius = track.height() / 2;
  painter.setPen(QPen(hasFocus() ? scheme.accent : isChecked() ? scheme.text : scheme.secondary, hasFocus() ? 1.5 : 1));
  painter.setBrush(isChecked() ? scheme.text : scheme.panel);
  painter.drawRoundedRect(track, radius, radius);
  const double knob = track.height() - 6;
  const double x = mixed_ ? track.center().x() - knob / 2 : isChecked() ? track.right() - knob - 3 : track.left() + 3;
  painter.setPen(Qt::NoPen);
  painter.setBrush(isChecked() ? scheme.panel : scheme.secondary);
  painter.drawEllipse(QRectF(x, track.top() + 3, knob, knob));
}

}  // namespace tendril
