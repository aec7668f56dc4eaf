// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/help_card.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QTextDocumentFragment>
#include <QVariant>

#include <algorithm>
#include <vector>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 340;

/// Tooltips may be rich text; the card shows plain words.
QString plain(const QString& text) {
  return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

HelpText ownHelpOf(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget()) {
    const QString title = widget->property(kHelpTitle).toString(), text = widget->property(kHelpText).toString();
    if (!title.isEmpty() || !text.isEmpty()) return {.title = title, .kind = {}, .text = text, .rows = {}};
    const QString tip = plain(widget->toolTip());
    const QString name = widget->accessibleName();
    if (!tip.isEmpty() && tip == name) return {.title = tip, .kind = {}, .text = {}, .rows = {}};
    if (!tip.isEmpty()) return {.title = name, .kind = {}, .text = tip, .rows = {}};
    if (widget->isWindow()) break;
  }
  return {};
}

}  // namespace

HelpText helpOf(const QWidget* widget) {
  HelpText help = ownHelpOf(widget);
  help.guide = guideOf(widget);
  return help;
}

QString guideOf(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget()) {
    const QString address = widget->property(kHelpGuide).toString();
    if (!address.isEmpty()) return address;
    if (widget->isWindow()) break;
  }
  return {};
}

HelpCard::HelpCard(QWidget* window)
    : Popover(window),
      title_(new QLabel),
      kind_(new QLabel),
      text_(new QLabel),
      guide_(new QLabel),
      rows_(new QGridLayout) {
  setObjectName("help_card");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 12, 16, 14);
  layout->setSpacing(6);
  title_->setProperty("role", "heading");
  kind_->setProperty("role", "secondary");
  kind_->setFont(AppTheme::secondaryFont());
  for (QLabel* label : {title_, kind_, text_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setFixedWidth(kWidth);
    layout->addWidget(label);
  }
  rows_->setHorizontalSpacing(12);
  rows_->setVerticalSpacing(kGrid);
  rows_->setColumnStretch(1, 1);
  layout->addLayout(rows_);
  guide_->setObjectName("help_guide");
  guide_->setTextFormat(Qt::RichText);
  guide_->setWordWrap(true);
  guide_->setFixedWidth(kWidth);
  layout->addWidget(guide_);
  connect(guide_, &QLabel::linkActivated, this, [this] { Q_EMIT guideAsked(address_); });
}

void HelpCard::setHelp(const HelpText& help) {
  title_->setText(help.title);
  title_->setVisible(!help.title.isEmpty());
  kind_->setText(help.kind);
  kind_->setVisible(!help.kind.isEmpty());
  text_->setText(help.text);
  text_->setVisible(!help.text.isEmpty());
  while (QLayoutItem* item = rows_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  std::vector<QLabel*> values;
  int widest = 0;  // of the names
  for (const auto& [name, value] : help.rows) {
    if (value.isEmpty()) continue;
    auto* left = new QLabel(name);
    left->setProperty("role", "secondary");
    left->setFont(AppTheme::secondaryFont());
    auto* right = new QLabel(value);
    right->setTextFormat(Qt::PlainText);
    right->setWordWrap(true);
    right->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const int row = static_cast<int>(values.size());
    rows_->addWidget(left, row, 0, Qt::AlignTop);
    rows_->addWidget(right, row, 1);
    widest = std::max(widest, left->sizeHint().width());
    values.push_back(right);
  }
  address_ = help.guide;
  guide_->setText(
      tr("In the guide: %1 (F1)").arg(QStringLiteral("<a href=\"#\">%1</a>").arg(help.section.toHtmlEscaped())));
  guide_->setVisible(!help.section.isEmpty());
  setAccessibleName(help.title);
  // Layouts ask words that wrap for their height before they know their width.
  for (QLabel* label : {title_, text_, guide_})
    label->setFixedHeight(label->isHidden() ? 0 : label->heightForWidth(kWidth));
  const int width = kWidth - widest - rows_->horizontalSpacing();
  for (QLabel* value : values) {
    value->setFixedWidth(width);
    value->setFixedHeight(value->heightForWidth(width));
  }
}

}  // namespace tendril
