// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notice/notice_card.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kCardWidth = 520;
constexpr int kMaxDetailHeight = 200;

/// Icon in the colour of the severity, following the theme.
class SeverityIcon : public QWidget {
 public:
  explicit SeverityIcon(Notice::Severity severity) : severity_(severity) { setFixedSize(kIconSize, kIconSize); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const auto [name, token] = look();
    themeIcon(name, token).paint(&painter, rect());
  }

 private:
  std::pair<QString, Token> look() const {
    switch (severity_) {
      case Notice::Severity::kError:
        return {"error", Token::kError};
      case Notice::Severity::kWarning:
        return {"warning", Token::kWarn};
      case Notice::Severity::kInfo:
        break;
    }
    return {"check", Token::kGood};
  }
  Notice::Severity severity_;
};

QLabel* wrappedLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);  // messages quote the user's file
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setMinimumWidth(0);
  return label;
}

}  // namespace

NoticeCard::NoticeCard(Notice notice, QWidget* parent) : FloatingPanel(kRadius, parent), notice_(std::move(notice)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 10, 8, 10);
  layout->setSpacing(10);
  layout->addWidget(new SeverityIcon(notice_.severity), 0, Qt::AlignTop);
  layout->addWidget(makeText(), 1);
  auto* close = new QToolButton;
  close->setIcon(themeIcon("close", Token::kSecondary));
  close->setIconSize({kSmallIconSize, kSmallIconSize});
  close->setFixedSize(24, 24);
  close->setStyleSheet("QToolButton { padding: 0; min-height: 22px; }");
  close->setToolTip(tr("Dismiss"));
  close->setAccessibleName(tr("Dismiss"));
  close->setFocusPolicy(Qt::TabFocus);
  connect(close, &QToolButton::clicked, this, &NoticeCard::closeRequested);
  layout->addWidget(close, 0, Qt::AlignTop);
  setFixedWidth(kCardWidth + 2 * kShadow);
  setAccessibleName(notice_.title);
}

QWidget* NoticeCard::makeText() {
  auto* text = new QWidget;
  auto* layout = new QVBoxLayout(text);
  layout->setContentsMargins(0, 2, 0, 0);
  layout->setSpacing(kGrid);
  QLabel* title = wrappedLabel(notice_.title);
  QFont bold = AppTheme::font();
  bold.setWeight(QFont::DemiBold);
  title->setFont(bold);
  layout->addWidget(title);
  if (!notice_.advice.isEmpty()) {
    QLabel* advice = wrappedLabel(notice_.advice);
    advice->setProperty("role", "secondary");
    layout->addWidget(advice);
  }
  if (!notice_.details.isEmpty()) layout->addWidget(makeDetails());
  if (!notice_.actions.isEmpty()) layout->addWidget(makeActions());
  return text;
}

QWidget* NoticeCard::makeActions() {
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, kGrid, 0, 0);
  layout->setSpacing(2 * kGrid);
  for (QAction* action : notice_.actions) {
    auto* button = new QPushButton(action->text());
    button->setProperty("role", "outlined");
    button->setObjectName("notice" + action->text().remove(u' '));
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    connect(button, &QPushButton::clicked, this, &NoticeCard::closeRequested);
    layout->addWidget(button);
  }
  layout->addStretch(1);
  return box;
}

QWidget* NoticeCard::makeDetails() {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, kGrid, 0, 0);
  layout->setSpacing(kGrid);
  const auto count = notice_.details.size();
  auto* toggle = new QPushButton(count == 1 ? tr("Show details") : tr("Show all %1 problems").arg(count));
  toggle->setProperty("role", "outlined");
  toggle->setFocusPolicy(Qt::TabFocus);
  layout->addWidget(toggle, 0, Qt::AlignLeft);
  details_ = new QPlainTextEdit(notice_.details.join(u'\n'));
  details_->setReadOnly(true);
  details_->setFont(AppTheme::numberFont());
  details_->setFrameShape(QFrame::NoFrame);
  details_->setStyleSheet(
      "QPlainTextEdit { border: none; border-radius: 4px; padding: 4px; background: palette(window); }");
  const int lines = static_cast<int>(std::min<qsizetype>(2 * count + 1, 12));
  details_->setFixedHeight(std::min(kMaxDetailHeight, 16 * lines + 20));
  details_->hide();
  layout->addWidget(details_);
  connect(toggle, &QPushButton::clicked, this, [this, toggle] {
    setDetailsShown(!detailsShown());
    toggle->setText(detailsShown() ? tr("Hide details") : tr("Show details"));
  });
  return box;
}

bool NoticeCard::detailsShown() const {
  return details_ && !details_->isHidden();
}

void NoticeCard::setDetailsShown(bool shown) {
  if (!details_) return;
  details_->setVisible(shown);
  layout()->activate();
  Q_EMIT resized();
}

}  // namespace tendril
