// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/parts_view.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

#include "widgets/gallery/card_grid.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kCell = 76, kCellGap = 6, kNarrowest = 200;

}  // namespace

PartsView::PartsView(QWidget* parent)
    : QWidget(parent), field_(new QLineEdit), column_(nullptr), nothing_(new QLabel(tr("Nothing of that name."))) {
  setMinimumWidth(kNarrowest);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  field_->setObjectName("parts_filter");
  field_->setPlaceholderText(tr("Filter"));
  field_->setAccessibleName(tr("Filter the parts"));
  field_->setClearButtonEnabled(true);
  field_->addAction(themeIcon("search", Token::kSecondary), QLineEdit::LeadingPosition);
  field_->setFixedHeight(kFieldHeight);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(2 * kGrid, kGrid + 2, 2 * kGrid, kGrid);
  bar->addWidget(field_);
  layout->addLayout(bar);
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* content = new QWidget;
  column_ = new QVBoxLayout(content);
  column_->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, 2 * kGrid);
  column_->setSpacing(kGrid);
  nothing_->setProperty("role", "secondary");
  nothing_->hide();
  column_->addWidget(nothing_);
  column_->addStretch(1);
  area->setWidget(content);
  layout->addWidget(area, 1);
  connect(field_, &QLineEdit::textChanged, this, &PartsView::filter);
  connect(field_, &QLineEdit::returnPressed, this, [this] {
    if (const std::vector<PartCard*> left = shown(); !left.empty()) left.front()->click();
  });
  setFocusProxy(field_);
}

void PartsView::addGroup(const QString& title, const std::vector<PartItem>& items) {
  Group group{.title = new QLabel(title), .grid = new CardGrid(kCell, nullptr, kCellGap)};
  group.title->setProperty("role", "secondary");
  for (const PartItem& item : items) {
    auto* card = new PartCard(item, group.grid);
    group.grid->add(card);
    cards_.push_back(card);
    connect(card, &QAbstractButton::clicked, this, [this, id = item.id] { Q_EMIT chosen(id); });
    connect(card, &PartCard::looked, this, [this, id = item.id] { Q_EMIT looked(id); });
    connect(card, &PartCard::left, this, [this] { Q_EMIT looked({}); });
    connect(card, &PartCard::dragStarted, this, [this, id = item.id] { Q_EMIT carried(id); });
    connect(card, &PartCard::dragEnded, this, [this] { Q_EMIT carried({}); });
  }
  const int end = column_->count() - 1;  // before the stretch
  column_->insertWidget(end, group.title);
  column_->insertWidget(end + 1, group.grid);
  groups_.push_back(group);
}

void PartsView::setReasons(const std::function<QString(const QString& id)>& reason) {
  for (PartCard* card : cards_) card->setReason(reason(card->item().id));
}

PartCard* PartsView::card(const QString& id) const {
  const auto found = std::ranges::find_if(cards_, [&](const PartCard* card) { return card->item().id == id; });
  return found == cards_.end() ? nullptr : *found;
}

std::vector<PartCard*> PartsView::shown() const {
  std::vector<PartCard*> out;
  std::ranges::copy_if(cards_, std::back_inserter(out), [](const PartCard* card) { return !card->isHidden(); });
  return out;
}

void PartsView::filter(const QString& text) {
  const QString wanted = text.trimmed();
  const auto means = [&](const PartCard* card) {
    const PartItem& item = card->item();
    return wanted.isEmpty() || item.name.contains(wanted, Qt::CaseInsensitive) ||
           item.also.contains(wanted, Qt::CaseInsensitive);
  };
  for (PartCard* card : cards_) card->setVisible(means(card));
  bool any = false;
  for (const Group& group : groups_) {
    const auto& cells = group.grid->cells();
    const bool filled = std::ranges::any_of(cells, [](const QWidget* cell) { return !cell->isHidden(); });
    group.title->setVisible(filled);
    group.grid->setVisible(filled);
    group.grid->refresh();
    any = any || filled;
  }
  nothing_->setVisible(!any);
}

}  // namespace tendril
