// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/problems_popover.hpp"

#include <QAbstractButton>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kListWidth = 460;
constexpr int kMaxListHeight = 320;
constexpr std::size_t kMostRows = 200;  // a hostile file can have any number

QLabel* plainLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

/// A line that is pressed like a button, by mouse and by key.
class Line : public QAbstractButton {
 public:
  explicit Line(bool leads) {
    setFocusPolicy(leads ? Qt::TabFocus : Qt::NoFocus);
    setEnabled(true);
    leads_ = leads;
    if (leads) setCursor(Qt::PointingHandCursor);
  }
  QSize sizeHint() const override { return layout() ? layout()->sizeHint() : QSize(); }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return layout() ? layout()->heightForWidth(width) : 0; }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (!leads_ || (!underMouse() && !hasFocus())) return;
    const AppTheme& theme = AppTheme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(theme.color(Token::kAccent)) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() ? theme.color(Token::kHover) : theme.color(Token::kPanel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  bool leads_ = false;
};

}  // namespace

ProblemsPopover::ProblemsPopover(QWidget* window) : Popover(window), title_(new QLabel), scroll_(new QScrollArea) {
  setProperty("helpGuide", "modelling.md#when-something-is-wrong");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 8, 8);
  layout->setSpacing(kGrid);
  title_->setProperty("role", "heading");
  title_->setTextFormat(Qt::PlainText);
  layout->addWidget(title_);
  layout->addWidget(scroll_);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->setAutoFillBackground(false);
  scroll_->setFixedWidth(kListWidth);
  setProblems({}, {});
}

QWidget* ProblemsPopover::rowOf(const ProblemRow& problem) {
  auto* row = new Line(!problem.field.isEmpty());
  row->setAccessibleName(problem.message);
  if (!problem.field.isEmpty()) {
    row->setToolTip(tr("Go there"));
    connect(row, &QAbstractButton::clicked, this, [this, field = problem.field] {
      hide();
      Q_EMIT chosen(field);
    });
  }
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  across->setSpacing(8);
  auto* icon = new QLabel;
  const Token token = problem.isError ? Token::kError : Token::kWarn;
  icon->setPixmap(themeIcon(problem.isError ? "error" : "warning", token).pixmap(kSmallIconSize, kSmallIconSize));
  across->addWidget(icon, 0, Qt::AlignTop);
  auto* down = new QVBoxLayout;
  down->setSpacing(2);
  if (!problem.place.isEmpty()) {
    QLabel* place = plainLabel(problem.place);
    place->setFont(AppTheme::numberFont());
    place->setProperty("role", "secondary");
    down->addWidget(place);
  }
  down->addWidget(plainLabel(problem.message));
  if (!problem.cure.isEmpty()) {
    QLabel* cure = plainLabel(problem.cure);
    cure->setProperty("role", "secondary");
    down->addWidget(cure);
  }
  across->addLayout(down, 1);
  if (!problem.field.isEmpty())
    for (QLabel* label : row->findChildren<QLabel*>()) label->setAttribute(Qt::WA_TransparentForMouseEvents);
  return row;
}

void ProblemsPopover::setProblems(const QString& origin, const std::vector<ProblemRow>& problems) {
  title_->setText(origin.isEmpty() ? tr("Problems") : tr("Problems of %1").arg(origin));
  if (problems == shown_) return;
  shown_ = problems;
  auto* list = new QWidget;
  list->setAutoFillBackground(false);
  auto* layout = new QVBoxLayout(list);
  layout->setContentsMargins(0, 0, 8, 0);
  layout->setSpacing(0);
  if (problems.empty()) layout->addWidget(plainLabel(tr("Nothing is wrong with this project.")));
  for (std::size_t i = 0; i < std::min(problems.size(), kMostRows); ++i) layout->addWidget(rowOf(problems[i]));
  if (problems.size() > kMostRows) layout->addWidget(plainLabel(tr("… and %1 more").arg(problems.size() - kMostRows)));
  layout->addStretch(1);
  scroll_->setWidget(list);
  list->setAutoFillBackground(false);
  const int wanted = layout->heightForWidth(kListWidth - 12);
  scroll_->setFixedHeight(std::clamp(std::max(wanted, layout->sizeHint().height()), kRowHeight, kMaxListHeight));
}

}  // namespace tendril
