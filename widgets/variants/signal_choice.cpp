// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/variants/signal_choice.hpp"

#include <QHBoxLayout>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/tokens.hpp"

namespace tendril {

SignalChoice::SignalChoice(QWidget* parent) : QWidget(parent), down_(new QVBoxLayout(this)) {
  down_->setContentsMargins(0, 0, 0, 0);
  down_->setSpacing(4);
  add({});
}

void SignalChoice::setNames(const QStringList& names, const QString& usual) {
  QStringList before = chosen();
  before.removeIf([&](const QString& name) { return !names.contains(name); });
  if (before.isEmpty()) before << (names.contains(usual) ? usual : names.value(0));
  names_ = names;
  while (lines_.size() > 1) remove(lines_.back().row);
  lines_.front().list->clear();
  lines_.front().list->addItems(names_);
  lines_.front().list->setCurrentText(before.front());
  for (const QString& name : before.mid(1)) add(name);
  showButtons();
}

QStringList SignalChoice::chosen() const {
  QStringList names;
  for (const Line& line : lines_)
    if (!line.list->currentText().isEmpty()) names << line.list->currentText();
  names.removeDuplicates();
  return names;
}

void SignalChoice::add(const QString& name) {
  Line line{.row = new QWidget, .list = new QComboBox, .button = new QToolButton};
  auto* across = new QHBoxLayout(line.row);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(6);
  const QString number = lines_.empty() ? QString() : QString::number(lines_.size() + 1);
  line.list->setObjectName(QStringLiteral("variantsSignal") + number);
  line.list->setAccessibleName(tr("Plot"));
  line.list->setToolTip(tr("A signal that the plot shows of each variant"));
  line.list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  line.list->setMinimumContentsLength(4);
  line.list->addItems(names_);
  line.list->setCurrentText(name);
  line.button->setObjectName(QStringLiteral("variantsSignalButton") + number);
  line.button->setProperty("role", "small");
  line.button->setIconSize({kSmallIconSize, kSmallIconSize});
  across->addWidget(line.list, 1);
  across->addWidget(line.button);
  down_->addWidget(line.row);
  connect(line.list, &QComboBox::activated, this, &SignalChoice::changed);
  connect(line.button, &QToolButton::clicked, this, [this, row = line.row] { press(row); });
  lines_.push_back(line);
  showButtons();
}

void SignalChoice::remove(const QWidget* row) {
  const auto line = std::find_if(lines_.begin(), lines_.end(), [row](const Line& each) { return each.row == row; });
  if (line == lines_.end()) return;
  line->row->hide();
  line->row->deleteLater();
  lines_.erase(line);
}

/// The first line adds another one, which takes itself away.
void SignalChoice::press(const QWidget* row) {
  if (row != lines_.front().row) {
    remove(row);
  } else {
    const QStringList taken = chosen();
    const auto next = std::find_if(names_.begin(), names_.end(), [&](const QString& n) { return !taken.contains(n); });
    if (lines_.size() == kMost || next == names_.end()) return;
    // The one after what is shown last: x, then y.
    const auto after = names_.indexOf(taken.value(taken.size() - 1)) + 1;
    add(after < names_.size() && !taken.contains(names_[after]) ? names_[after] : *next);
  }
  showButtons();
  Q_EMIT changed();
}

void SignalChoice::showButtons() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    QToolButton* button = lines_[i].button;
    const bool first = i == 0;
    button->setIcon(themeIcon(first ? QStringLiteral("plus") : QStringLiteral("close"), Token::kSecondary));
    button->setToolTip(first ? tr("Plot another signal, too") : tr("Leave this signal out"));
    button->setAccessibleName(button->toolTip());
    button->setEnabled(!first || (lines_.size() < kMost && names_.size() > static_cast<qsizetype>(lines_.size())));
  }
}

}  // namespace tendril
