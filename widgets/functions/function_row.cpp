// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/function_row.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>

#include "widgets/functions/hue_dot.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kPatienceMs = 350, kLongest = 4000;

}  // namespace

FunctionRow::FunctionRow(const QString& name, FunctionCheck check, QWidget* parent)
    : QWidget(parent),
      check_(std::move(check)),
      dot_(new QLabel),
      problem_(new QLabel),
      field_(new QLineEdit),
      remove_(new QToolButton) {
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 1, 0, 1);
  down->setSpacing(2);
  auto* across = new QHBoxLayout;
  across->setSpacing(kGrid);
  dot_->setFixedSize(kHueDot, kFieldHeight);
  dot_->hide();
  field_->setFont(AppTheme::numberFont());
  field_->setFixedHeight(kFieldHeight);
  field_->setMaxLength(kLongest);
  field_->setAccessibleName(name);
  field_->installEventFilter(this);
  remove_->setProperty("role", "small");
  remove_->setIcon(themeIcon("close", Token::kSecondary));
  remove_->setIconSize({kSmallIconSize - 2, kSmallIconSize - 2});
  remove_->setFixedSize(kFieldHeight - 4, kFieldHeight);
  remove_->setToolTip(tr("Take this function away"));
  remove_->setAccessibleName(remove_->toolTip());
  remove_->hide();
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->setObjectName("problem");
  problem_->hide();
  for (QWidget* part : {static_cast<QWidget*>(dot_), static_cast<QWidget*>(field_), static_cast<QWidget*>(remove_)})
    across->addWidget(part);
  down->addLayout(across);
  down->addWidget(problem_);
  patience_.setSingleShot(true);
  patience_.setInterval(kPatienceMs);
  connect(field_, &QLineEdit::textEdited, this, &FunctionRow::check);
  connect(field_, &QLineEdit::returnPressed, this, &FunctionRow::commit);
  connect(remove_, &QToolButton::clicked, this, &FunctionRow::removeRequested);
  connect(&patience_, &QTimer::timeout, this, [this] { showProblem(wrong_); });
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] {
    paintDot();
    showProblem(problem_->text());
  });
}

void FunctionRow::setText(const QString& text) {
  const bool same = text == text_;
  text_ = text;
  if (field_->text() == text && field_->isModified()) return revert();
  if (field_->isModified() && (field_->hasFocus() || !wrong_.isEmpty())) return;
  if (same && field_->text() == text) return;
  revert();
}

void FunctionRow::setRemovable(bool removable) {
  remove_->setVisible(removable);
}

void FunctionRow::setHue(int curve) {
  hue_ = curve;
  dot_->setVisible(curve >= 0);
  paintDot();
}

void FunctionRow::paintDot() {
  if (hue_ >= 0) dot_->setPixmap(hueDot(hue_, kFieldHeight, devicePixelRatioF()));
}

void FunctionRow::check() {
  const CheckedFunction checked = check_(field_->text());
  wrong_ = checked.problem;
  Q_EMIT previewed(checked.curve);
  if (wrong_.isEmpty()) {
    patience_.stop();
    return showProblem({});
  }
  if (!problem_->text().isEmpty()) return showProblem(wrong_);  // it is being mended
  patience_.start();
}

void FunctionRow::commit() {
  if (!field_->isModified()) return;
  const QString typed = field_->text().trimmed();
  const CheckedFunction checked = check_(typed);
  patience_.stop();
  wrong_ = checked.problem;
  showProblem(wrong_);
  if (!wrong_.isEmpty()) return;
  field_->setModified(false);
  Q_EMIT previewed({});
  if (typed == text_) return revert();
  Q_EMIT committed(typed);
  if (text_ == typed) return;
  field_->setModified(true);  // it was refused: whoever did so says why
  field_->setStyleSheet("border-color: " + AppTheme::instance().color(Token::kError).name());
}

void FunctionRow::revert() {
  patience_.stop();
  wrong_.clear();
  showProblem({});
  field_->setText(text_);
  field_->setCursorPosition(0);
  field_->setModified(false);
  Q_EMIT previewed({});
}

void FunctionRow::showProblem(const QString& problem) {
  const QString color = AppTheme::instance().color(Token::kError).name();
  problem_->setStyleSheet("color: " + color);
  const bool other = problem != problem_->text();
  problem_->setText(problem);
  problem_->setVisible(!brief_ && !problem.isEmpty());
  field_->setStyleSheet(problem.isEmpty() ? QString() : "border-color: " + color);
  if (other) Q_EMIT problemShown(problem);
}

bool FunctionRow::eventFilter(QObject* watched, QEvent* event) {
  if (watched != field_) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) commit();
  const bool touched = field_->isModified() || !wrong_.isEmpty();
  if (event->type() == QEvent::ShortcutOverride && !touched) {
    const auto* key = static_cast<QKeyEvent*>(event);
    // Where nothing is being typed, Undo is about the project.
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  if (touched && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    revert();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tendril
