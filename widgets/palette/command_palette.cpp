// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/command_palette.hpp"

#include <QAbstractListModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

#include "widgets/palette/fuzzy.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 600, kRows = 12;
constexpr std::size_t kMostShown = 100;
enum Role { kDetailRole = Qt::UserRole, kKeysRole, kIconRole, kEnabledRole };

/// Icon, title, what it is in grey, key cap at the right.
class EntryDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {kWidth, kRowHeight}; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const AppTheme& theme = AppTheme::instance();
    const bool chosen = option.state.testFlag(QStyle::State_Selected), able = index.data(kEnabledRole).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (chosen) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(mixed(theme.color(Token::kPanel), theme.color(Token::kAccent), 0.18));
      painter->drawRoundedRect(option.rect, 4, 4);
    }
    const QString icon = index.data(kIconRole).toString();
    const int top = option.rect.top() + (kRowHeight - kSmallIconSize) / 2;
    if (!icon.isEmpty())
      themeIcon(icon, Token::kSecondary).paint(painter, {option.rect.left() + 8, top, kSmallIconSize, kSmallIconSize});
    QRect room = option.rect.adjusted(8 + kSmallIconSize + 8, 0, -8, 0);
    room.setRight(paintKeys(painter, index.data(kKeysRole).toString(), room));
    paintTexts(painter, index, room, able);
    painter->restore();
  }

 private:
  /// Right end of what is left for the texts.
  static int paintKeys(QPainter* painter, const QString& keys, const QRect& room) {
    if (keys.isEmpty()) return room.right();
    const AppTheme& theme = AppTheme::instance();
    painter->setFont(AppTheme::secondaryFont());
    const int width = QFontMetrics(painter->font()).horizontalAdvance(keys) + 12;
    const QRectF cap(room.right() - width + 0.5, room.top() + 4.5, width - 1, kRowHeight - 9);
    painter->setPen(theme.color(Token::kHairline));
    painter->setBrush(theme.color(Token::kWindow));
    painter->drawRoundedRect(cap, 4, 4);
    painter->setPen(theme.color(Token::kSecondary));
    painter->drawText(cap, Qt::AlignCenter, keys);
    return static_cast<int>(cap.left()) - 8;
  }

  static void paintTexts(QPainter* painter, const QModelIndex& index, const QRect& room, bool able) {
    const AppTheme& theme = AppTheme::instance();
    const QFontMetrics metrics(AppTheme::font());
    const QString title = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
    painter->setFont(AppTheme::font());
    painter->setPen(theme.color(able ? Token::kText : Token::kSecondary));
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
    const QRect rest = room.adjusted(metrics.horizontalAdvance(title) + 10, 0, 0, 0);
    if (rest.width() < 20) return;
    painter->setFont(AppTheme::secondaryFont());
    painter->setPen(theme.color(Token::kSecondary));
    painter->drawText(
        rest, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(painter->font()).elidedText(index.data(kDetailRole).toString(), Qt::ElideRight, rest.width()));
  }
};

}  // namespace

class CommandPalette::List : public QAbstractListModel {
 public:
  using QAbstractListModel::QAbstractListModel;

  void setEntries(std::vector<PaletteEntry> entries) {
    entries_ = std::move(entries);
    texts_.clear();
    for (const PaletteEntry& entry : entries_)
      texts_.push_back({folded(entry.title), folded(entry.detail), folded(entry.also)});
  }

  void filter(const QString& query) {
    const QString wanted = folded(query).trimmed();
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (const int score = scoreOf(i, wanted); score > 0) found.emplace_back(score, i);
    const auto shown = std::min(kMostShown, found.size());
    // Best first; equal ones as they came.
    std::partial_sort(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(shown), found.end(),
        [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    beginResetModel();
    shown_.clear();
    for (std::size_t i = 0; i < shown; ++i) shown_.push_back(found[i].second);
    endResetModel();
  }

  int rowCount(const QModelIndex& = {}) const override { return static_cast<int>(shown_.size()); }
  const PaletteEntry& at(int row) const { return entries_[shown_[static_cast<std::size_t>(row)]]; }
  QVariant data(const QModelIndex& index, int role) const override {
    const PaletteEntry& entry = at(index.row());
    switch (role) {
      case Qt::DisplayRole:
        return entry.title;
      case Qt::AccessibleTextRole:
        return entry.title + QStringLiteral(", ") + entry.detail;
      case kDetailRole:
        return entry.detail;
      case kKeysRole:
        return entry.keys;
      case kIconRole:
        return entry.icon;
      case kEnabledRole:
        return entry.enabled;
      default:
        return {};
    }
  }

 private:
  int scoreOf(std::size_t i, const QString& wanted) const {
    const PaletteEntry& entry = entries_[i];
    if (wanted.isEmpty()) return entry.onlyWhenAsked ? 0 : 1 + entry.weight;
    int score = foldedScore(wanted, texts_[i].title);
    if (!texts_[i].also.isEmpty()) score = std::max(score, foldedScore(wanted, texts_[i].also));
    if (score == 0) score = foldedScore(wanted, texts_[i].title + u' ' + texts_[i].detail) / 2;
    return score == 0 ? 0 : score + entry.weight + (entry.enabled ? 0 : -20);
  }

  struct Texts {
    QString title, detail, also;
  };
  std::vector<PaletteEntry> entries_;
  std::vector<Texts> texts_;
  std::vector<std::size_t> shown_;
};

CommandPalette::CommandPalette(Source source, QWidget* window)
    : Popover(window),
      source_(std::move(source)),
      field_(new QLineEdit(this)),
      view_(new QListView(this)),
      list_(new List(this)) {
  setObjectName("palette");
  setProperty("helpGuide", "first-steps.md#when-you-are-lost");
  setAccessibleName(tr("Search and commands"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(8);
  field_->setObjectName("palette_field");
  field_->setPlaceholderText(tr("Search commands, objects, fields, signals, examples"));
  field_->setAccessibleName(tr("Search"));
  field_->addAction(themeIcon("search", Token::kSecondary), QLineEdit::LeadingPosition);
  field_->setFixedHeight(32);
  field_->setMaxLength(200);
  view_->setObjectName("palette_list");
  view_->setModel(list_);
  view_->setItemDelegate(new EntryDelegate(view_));
  view_->setFrameShape(QFrame::NoFrame);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->setUniformItemSizes(true);
  view_->setFocusPolicy(Qt::NoFocus);
  view_->setMouseTracking(true);
  view_->setFixedHeight(kRows * kRowHeight);
  view_->setStyleSheet("QListView { background: transparent; border: none; }");
  layout->addWidget(field_);
  layout->addWidget(view_);
  setFixedWidth(kWidth + 2 * kShadow);
  setFocusProxy(field_);
  field_->installEventFilter(this);
  connect(field_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(view_, &QListView::clicked, this, [this](const QModelIndex& index) { run(index.row()); });
}

CommandPalette::~CommandPalette() = default;

void CommandPalette::openPalette() {
  list_->setEntries(source_());
  field_->clear();
  filter({});
  openNearTop();
}

void CommandPalette::filter(const QString& text) {
  list_->filter(text);
  if (list_->rowCount() > 0) view_->setCurrentIndex(list_->index(0));
}

QStringList CommandPalette::titles() const {
  QStringList titles;
  for (int i = 0; i < list_->rowCount(); ++i) titles << list_->at(i).title;
  return titles;
}

void CommandPalette::run(int row) {
  if (row < 0 || row >= list_->rowCount() || !list_->at(row).enabled) return;
  const std::function<void()> what = list_->at(row).run;
  hide();
  // After the focus is back where it was: what runs may open a field or another popover.
  if (what) QTimer::singleShot(0, this, what);
}

void CommandPalette::move(int by) {
  const int count = list_->rowCount();
  if (count == 0) return;
  const int row = view_->currentIndex().isValid() ? view_->currentIndex().row() : 0;
  const int next = std::abs(by) == 1 ? (row + by + count) % count : std::clamp(row + by, 0, count - 1);
  view_->setCurrentIndex(list_->index(next));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::KeyPress) {
    switch (static_cast<QKeyEvent*>(event)->key()) {
      case Qt::Key_Down:
      case Qt::Key_Tab:
        return move(1), true;
      case Qt::Key_Up:
      case Qt::Key_Backtab:
        return move(-1), true;
      case Qt::Key_PageDown:
        return move(kRows), true;
      case Qt::Key_PageUp:
        return move(-kRows), true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        return run(view_->currentIndex().row()), true;
      default:
        break;
    }
  }
  // Keys with a meaning for the window are letters or choices here.
  if (watched == field_ && event->type() == QEvent::ShortcutOverride) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Tab || key == Qt::Key_Backtab) event->accept();
  }
  return Popover::eventFilter(watched, event);
}

}  // namespace tendril
