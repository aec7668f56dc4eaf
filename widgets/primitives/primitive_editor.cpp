// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/primitives/primitive_editor.hpp"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

#include "widgets/plain_scroll.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kScrollMargin = 40;

QLabel* smallLabel(const char* name) {
  auto* label = new QLabel;
  label->setFont(AppTheme::secondaryFont());
  label->setWordWrap(true);
  label->setObjectName(QLatin1String(name));
  label->hide();
  return label;
}

void say(QLabel* label, const QString& text, Token token) {
  label->setStyleSheet("color: " + AppTheme::instance().color(token).name());
  label->setText(text);
  label->setVisible(!text.isEmpty());
}

}  // namespace

PrimitiveEditor::PrimitiveEditor(FunctionCheck check, const std::vector<NamedChoice>& presets, QWidget* parent)
    : QWidget(parent),
      check_(std::move(check)),
      list_(new QWidget),
      down_(new QVBoxLayout),
      mark_(new QFrame(list_)),
      body_(new QLabel),
      count_(new QLabel),
      order_(new QLabel),
      problem_(smallLabel("primitives:problem")),
      remark_(smallLabel("primitives:remark")),
      family_(new ChoiceField),
      gauge_(new VolumeGauge) {
  setObjectName("primitives");
  setAccessibleName(tr("Primitives of a soft volume"));
  auto* list = new QVBoxLayout(list_);
  list->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, 2 * kGrid);
  list->setSpacing(kGrid);
  down_->setSpacing(kGrid + 2);
  list->addLayout(down_);
  list->addWidget(makeFoot());
  list->addStretch(1);
  mark_->setFixedHeight(3);
  mark_->hide();
  scroll_ = plainScroll(list_);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  all->addWidget(makeHead(presets));
  all->addWidget(gauge_);
  all->addWidget(scroll_, 1);
}

QWidget* PrimitiveEditor::makeHead(const std::vector<NamedChoice>& presets) {
  auto* head = new QWidget;
  auto* down = new QVBoxLayout(head);
  down->setContentsMargins(3 * kGrid, 2 * kGrid, 3 * kGrid, kGrid);
  down->setSpacing(kGrid);
  auto* across = new QHBoxLayout;
  across->setSpacing(2 * kGrid);
  body_->setProperty("role", "heading");
  count_->setProperty("role", "secondary");
  count_->setFont(AppTheme::secondaryFont());
  count_->setObjectName("primitives:count");
  QPushButton* choose = choiceButton(
      tr("Presets"), [presets] { return presets; }, [this](const QString& name) { Q_EMIT presetChosen(name); });
  choose->setObjectName("primitives:presets");
  across->addWidget(body_);
  across->addWidget(count_);
  across->addStretch(1);
  auto* colours = new QToolButton;
  colours->setObjectName("primitives:colours");
  colours->setProperty("role", "small");
  colours->setIcon(themeIcon("deformation", Token::kSecondary));
  colours->setIconSize({kSmallIconSize, kSmallIconSize});
  colours->setFixedSize(kFieldHeight, kFieldHeight);
  colours->setToolTip(tr("Colour the body in the view by det F, or no more"));
  colours->setAccessibleName(colours->toolTip());
  connect(colours, &QToolButton::clicked, this, &PrimitiveEditor::coloursWanted);
  across->addWidget(colours);
  across->addWidget(choose);
  auto* below = new QHBoxLayout;
  family_->setObjectName("primitives:family");
  family_->setAccessibleName(tr("How the primitives are put together"));
  family_->setOptions({{"backbone", tr("Strains of one backbone").toStdString()},
                       {"composed", tr("Maps applied one after another").toStdString()}});
  order_->setProperty("role", "secondary");
  order_->setFont(AppTheme::secondaryFont());
  order_->setWordWrap(true);
  below->addWidget(family_);
  below->addWidget(order_, 1);
  down->addLayout(across);
  down->addLayout(below);
  down->addWidget(problem_);
  down->addWidget(remark_);
  connect(family_, &ChoiceField::chosen, this, &PrimitiveEditor::familyChosen);
  return head;
}

QWidget* PrimitiveEditor::makeFoot() {
  const auto kinds = [this] {
    std::vector<NamedChoice> out;
    for (const FieldOption& type : stack_.types)
      out.push_back({optionText(QString::fromStdString(type.name)), QString::fromStdString(type.meaning)});
    return out;
  };
  QPushButton* add = choiceButton(tr("Add primitive"), kinds, [this](const QString& text) {
    for (const FieldOption& type : stack_.types)
      if (optionText(QString::fromStdString(type.name)) == text) return Q_EMIT added(QString::fromStdString(type.name));
  });
  add->setObjectName("primitives:add");
  return add;
}

void PrimitiveEditor::setStack(const QString& body, const PrimitiveStack& stack) {
  stack_ = stack;
  body_->setText(body);
  const int count = stack.coordinates();
  count_->setText(count == 1 ? tr("1 degree of freedom") : tr("%1 degrees of freedom").arg(count));
  family_->setCurrent(stack.family);
  order_->setText(stack.family == u"backbone" ? tr("Strains of one curve add up: the order does not matter.")
                                              : tr("Applied from the first to the last: the order matters."));
  if (stack.primitives.size() != cards_.size()) rebuild(stack.primitives.size());
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    cards_[i]->setValue(stack.primitives[i], stack.types);
    cards_[i]->setRemovable(cards_.size() > 1);
  }
  showEntries();
  const int card = std::exchange(focusCard_, -1), mode = std::exchange(focusMode_, -1);
  if (card < 0 || card >= cardCount() || mode >= cards_[static_cast<std::size_t>(card)]->modeCount()) return;
  QLineEdit& field = cards_[static_cast<std::size_t>(card)]->mode(mode).field();
  field.setFocus(Qt::OtherFocusReason);
  field.selectAll();
}

void PrimitiveEditor::rebuild(std::size_t count) {
  while (cards_.size() > count) {
    cards_.back()->hide();
    cards_.back()->deleteLater();  // it may be what sends the edit
    cards_.pop_back();
  }
  while (cards_.size() < count) addCard(static_cast<int>(cards_.size()));
}

void PrimitiveEditor::addCard(int index) {
  auto* card = new PrimitiveCard(index, check_);
  connect(card, &PrimitiveCard::typeChosen, this, [this, index](const QString& t) { Q_EMIT typeChosen(index, t); });
  connect(card, &PrimitiveCard::modeEdited, this,
          [this, index](int mode, const QString& text) { Q_EMIT modeEdited(index, mode, text); });
  connect(card, &PrimitiveCard::modeAdded, this, [this, card, index] {
    focusCard_ = index, focusMode_ = card->modeCount();
    Q_EMIT modeAdded(index);
  });
  connect(card, &PrimitiveCard::modeRemoved, this, [this, index](int mode) { Q_EMIT modeRemoved(index, mode); });
  connect(card, &PrimitiveCard::removed, this, [this, index] { Q_EMIT removed(index); });
  connect(card, &PrimitiveCard::coefficientMoved, this, &PrimitiveEditor::coefficientMoved);
  connect(&card->grip(), &CardGrip::dragged, this, [this, index](const QPoint& at) { drag(index, at); });
  connect(&card->grip(), &CardGrip::dropped, this, [this, index] { drop(index); });
  connect(&card->grip(), &CardGrip::dragCancelled, this, &PrimitiveEditor::endDrag);
  connect(&card->grip(), &CardGrip::given, this, [this, index](bool up) {
    const int to = std::clamp(index + (up ? -1 : 1), 0, cardCount() - 1);
    if (to == index) return;
    cards_[static_cast<std::size_t>(to)]->grip().setFocus(Qt::OtherFocusReason);
    Q_EMIT moved(index, to);
  });
  down_->addWidget(card);
  cards_.push_back(card);
}

void PrimitiveEditor::setEntries(const std::vector<PoseEntry>& entries) {
  entries_ = entries;
  showEntries();
}

void PrimitiveEditor::showEntries() {
  const bool fits = static_cast<int>(entries_.size()) == stack_.coordinates();
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    std::vector<PoseEntry> own;
    const auto first = entries_.begin() + (fits ? stack_.firstCoordinate(static_cast<int>(i)) : 0);
    if (fits) own.assign(first, first + cards_[i]->modeCount());
    cards_[i]->setEntries(own);
    if (q_.size() > 0) cards_[i]->setConfiguration(q_);
  }
}

void PrimitiveEditor::setConfiguration(const VecX& q) {
  q_ = q;
  for (PrimitiveCard* card : cards_) card->setConfiguration(q);
}

void PrimitiveEditor::setProblem(int primitive, const QString& problem) {
  for (PrimitiveCard* each : cards_) each->setProblem({});
  if (primitive >= 0 && primitive < cardCount()) return card(primitive).setProblem(problem);
  say(problem_, problem, Token::kError);
}

void PrimitiveEditor::setRemark(const QString& remark) {
  say(remark_, remark, Token::kWarn);
}

// ---- carrying cards

int PrimitiveEditor::placeAt(int card, int y) const {
  int place = 0;
  for (int i = 0; i < cardCount(); ++i)
    if (i != card && cards_[static_cast<std::size_t>(i)]->geometry().center().y() < y) ++place;
  return place;
}

void PrimitiveEditor::drag(int card, const QPoint& global) {
  const QPoint at = list_->mapFromGlobal(global);
  scroll_->ensureVisible(0, at.y(), 0, kScrollMargin);
  cards_[static_cast<std::size_t>(card)]->setLifted(true);
  to_ = placeAt(card, at.y());
  showMark(card, to_);
}

void PrimitiveEditor::showMark(int card, int to) {
  mark_->setVisible(to != card);
  if (to == card) return;
  const QRect next = cards_[static_cast<std::size_t>(to)]->geometry();
  const int gap = down_->spacing() / 2 + 1;
  const int y = to > card ? next.bottom() + gap : next.top() - gap - 1;
  mark_->setStyleSheet("background: " + AppTheme::instance().color(Token::kAccent).name() + "; border-radius: 1px");
  mark_->setGeometry(next.left(), y, next.width(), mark_->height());
  mark_->raise();
}

void PrimitiveEditor::drop(int card) {
  const int to = to_;
  endDrag();
  if (to >= 0 && to != card) Q_EMIT moved(card, to);
}

void PrimitiveEditor::endDrag() {
  to_ = -1;
  mark_->hide();
  for (PrimitiveCard* card : cards_) card->setLifted(false);
}

}  // namespace tendril
