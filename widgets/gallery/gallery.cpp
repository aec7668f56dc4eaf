// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/gallery.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>

#include "widgets/gallery/card_grid.hpp"
#include "widgets/gallery/gallery_card.hpp"
#include "widgets/gallery/gallery_rows.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidest = 1180, kMargin = 32, kCardWidth = 240, kTileWidth = 220;
constexpr int kFrameMs = 80;  // the strips are made at 12.5 frames a second

QLabel* label(const QString& text, const char* role) {
  auto* made = new QLabel(text);
  made->setProperty("role", role);
  return made;
}

void clear(QVBoxLayout& layout) {
  while (QLayoutItem* item = layout.takeAt(0)) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();  // it may be what has just been clicked
    }
    delete item;
  }
}

QVBoxLayout* section(QVBoxLayout& into) {
  auto* layout = new QVBoxLayout;
  layout->setSpacing(2 * kGrid);
  into.addLayout(layout);
  return layout;
}

}  // namespace

Gallery::Gallery(QWidget* parent) : QWidget(parent), strips_(this), scroll_(new QScrollArea(this)) {
  setObjectName("gallery");
  setAccessibleName(tr("Gallery"));
  auto* content = new QWidget;
  content->setMaximumWidth(kWidest);
  auto* down = new QVBoxLayout(content);
  down->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  down->setSpacing(6 * kGrid);
  down->addWidget(makeHead());
  starters_ = section(*down);
  recents_ = section(*down);
  down->addWidget(makeExamplesHead());
  examples_ = section(*down);
  nothing_ = label({}, "secondary");
  down->addWidget(nothing_);
  down->addStretch(1);
  auto* middle = new QWidget;
  auto* across = new QHBoxLayout(middle);
  across->setContentsMargins(0, 0, 0, 0);
  across->addStretch(1);
  across->addWidget(content, 1000);
  across->addStretch(1);
  scroll_->setWidget(middle);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->setAutoFillBackground(false);
  middle->setAutoFillBackground(false);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(scroll_);
  film_.setInterval(kFrameMs);
  connect(&film_, &QTimer::timeout, this, &Gallery::advance);
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

QWidget* Gallery::makeHead() {
  auto* head = new QWidget;
  auto* across = new QHBoxLayout(head);
  across->setContentsMargins(0, 0, 0, 0);
  auto* title = label(tr("Begin"), "heading");
  drop_ = label(tr("or drop a project anywhere"), "secondary");
  auto* open = new QPushButton(tr("Open a file…"));
  open->setObjectName("gallery:open");
  open->setProperty("role", "outlined");
  connect(open, &QPushButton::clicked, this, &Gallery::chooseFileRequested);
  across->addWidget(title);
  across->addStretch(1);
  across->addWidget(drop_);
  across->addSpacing(2 * kGrid);
  across->addWidget(open);
  return head;
}

QWidget* Gallery::makeExamplesHead() {
  auto* head = new QWidget;
  auto* across = new QHBoxLayout(head);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(kGrid);
  across->addWidget(label(tr("Examples"), "heading"));
  across->addStretch(1);
  filter_ = new QLineEdit;
  filter_->setObjectName("gallery:filter");
  filter_->setPlaceholderText(tr("Search"));
  filter_->setAccessibleName(tr("Search the examples"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaxLength(200);
  filter_->setFixedSize(200, kFieldHeight);
  connect(filter_, &QLineEdit::textChanged, this, &Gallery::rebuildExamples);
  across->addWidget(filter_);
  across->addSpacing(2 * kGrid);
  across->addWidget(groupingButton(tr("By robot"), GalleryGrouping::kByKind));
  across->addWidget(groupingButton(tr("By paper"), GalleryGrouping::kByPaper));
  return head;
}

QToolButton* Gallery::groupingButton(const QString& text, GalleryGrouping grouping) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setCheckable(true);
  button->setChecked(grouping == grouping_);
  connect(button, &QToolButton::clicked, this, [this, grouping] { setGrouping(grouping); });
  groupings_.push_back(button);
  return button;
}

void Gallery::setGrouping(GalleryGrouping grouping) {
  grouping_ = grouping;
  groupings_[0]->setChecked(grouping == GalleryGrouping::kByKind);
  groupings_[1]->setChecked(grouping == GalleryGrouping::kByPaper);
  rebuildExamples();
}

void Gallery::setStarters(const std::vector<GalleryStarter>& starters) {
  clear(*starters_);
  auto* grid = new CardGrid(kTileWidth);
  for (const GalleryStarter& starter : starters) {
    auto* tile = new StarterTile(starter);
    connect(tile, &QAbstractButton::clicked, this, [this, id = starter.id] { Q_EMIT starterChosen(id); });
    grid->add(tile);
  }
  starters_->addWidget(grid);
}

void Gallery::setRecents(const std::vector<GalleryRecent>& recents) {
  clear(*recents_);
  if (recents.empty()) return;
  recents_->addWidget(label(tr("Recent"), "heading"));
  for (const GalleryRecent& recent : recents) {
    auto* row = new RecentRow(recent);
    row->setFixedHeight(kRowHeight);
    connect(row, &QAbstractButton::clicked, this, [this, recent] {
      if (recent.exists)
        Q_EMIT openRequested(recent.path);
      else
        Q_EMIT forgetRequested(recent.path);
    });
    recents_->addWidget(row);
  }
}

void Gallery::setItems(std::vector<GalleryItem> items) {
  items_ = std::move(items);
  rebuildExamples();
}

void Gallery::rebuildExamples() {
  clear(*examples_);
  const std::vector<GalleryGroup> groups = galleryGroups(items_, grouping_, filter_->text());
  for (const GalleryGroup& group : groups) addGroup(group);
  nothing_->setVisible(groups.empty());
  nothing_->setText(items_.empty() ? tr("No examples were found beside the program.")
                                   : tr("No example matches “%1”.").arg(filter_->text()));
}

void Gallery::addGroup(const GalleryGroup& group) {
  auto* title = label(group.title, "secondary");
  title->setWordWrap(true);
  examples_->addWidget(title);
  auto* grid = new CardGrid(kCardWidth);
  for (const int index : group.items) {
    auto* card = new GalleryCard(items_[static_cast<std::size_t>(index)], strips_, grid);
    card->setClock(tick_);
    connect(card, &QAbstractButton::clicked, this, [this, path = card->item().path] { Q_EMIT openRequested(path); });
    grid->add(card);
  }
  examples_->addWidget(grid);
  examples_->addSpacing(2 * kGrid);
}

void Gallery::setDropTarget(bool hovering) {
  drop_->setText(hovering ? tr("Drop to open") : tr("or drop a project anywhere"));
  update();
}

void Gallery::advance() {
  ++tick_;
  for (GalleryCard* card : findChildren<GalleryCard*>())
    if (!card->visibleRegion().isEmpty()) card->setClock(tick_);
}

void Gallery::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), AppTheme::instance().color(Token::kWindow));
}

void Gallery::showEvent(QShowEvent* event) {
  film_.start();
  QWidget::showEvent(event);
}
void Gallery::hideEvent(QHideEvent* event) {
  film_.stop();
  QWidget::hideEvent(event);
}

void Gallery::keyPressEvent(QKeyEvent* event) {
  // Typing anywhere searches.
  const QString text = event->text();
  if (!text.isEmpty() && text[0].isPrint() && !text[0].isSpace()) {
    filter_->setFocus();
    return filter_->insert(text);
  }
  QWidget::keyPressEvent(event);
}

}  // namespace tendril
