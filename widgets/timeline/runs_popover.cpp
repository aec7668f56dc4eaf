// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/runs_popover.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kListWidth = 440, kTallestList = 308;

QToolButton* smallButton(const QString& icon, const QString& name, const QString& text) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setProperty("role", "small");
  button->setIcon(themeIcon(icon, Token::kSecondary));
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setFixedSize(24, 24);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(text);
  button->setAccessibleName(text);
  return button;
}

QString spanText(const RunRow& run) {
  return QStringLiteral("%1 … %2 s").arg(run.start, 0, 'f', 2).arg(run.end, 0, 'f', 2);
}

}  // namespace

RunsPopover::RunsPopover(QWidget* window) : Popover(window), scroll_(new QScrollArea) {
  setObjectName("runs");
  setProperty("helpGuide", "running.md#runs-and-branches");
  setAccessibleName(tr("Runs"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 8, 8);
  layout->setSpacing(kGrid);
  auto* title = new QLabel(tr("Runs"));
  title->setProperty("role", "heading");
  layout->addWidget(title);
  layout->addWidget(scroll_);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->setAutoFillBackground(false);
  scroll_->setFixedWidth(kListWidth);
  rebuild();
}

void RunsPopover::setComparable(bool comparable) {
  if (comparable == comparable_) return;
  comparable_ = comparable;
  rebuild();
}

void RunsPopover::setCompared(std::vector<std::uint64_t> runs) {
  compared_ = std::move(runs);
  outdated_ = true;
  for (const RunRow& run : runs_)  // in place: it comes from a click on one of these buttons
    if (auto* button = findChild<QToolButton*>(QStringLiteral("run_compare_%1").arg(run.id))) {
      const QSignalBlocker blocker(button);
      button->setChecked(isCompared(run.id));
    }
}

bool RunsPopover::isCompared(std::uint64_t run) const {
  return std::find(compared_.begin(), compared_.end(), run) != compared_.end();
}

void RunsPopover::setRuns(std::vector<RunRow> runs) {
  // A run that grows is no news: rows must not change under the pointer all the time.
  const bool same = std::equal(runs.begin(), runs.end(), runs_.begin(), runs_.end(), [](RunRow a, const RunRow& b) {
    a.end = b.end;
    return a == b;
  });
  runs_ = std::move(runs);
  outdated_ = true;
  if (same || !isVisible()) return;
  // A name that is being typed must not be taken away.
  for (const QLineEdit* field : findChildren<QLineEdit*>())
    if (field->hasFocus()) return;
  rebuild();
}

void RunsPopover::refresh() {
  if (outdated_) rebuild();
}

void RunsPopover::rebuild() {
  outdated_ = false;
  auto* list = new QWidget;
  auto* layout = new QVBoxLayout(list);
  layout->setContentsMargins(0, 0, 8, 0);
  layout->setSpacing(0);
  if (runs_.empty()) layout->addWidget(new QLabel(tr("Nothing has been recorded yet.")));
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) layout->addWidget(rowOf(*run));
  layout->addStretch(1);
  scroll_->setWidget(list);
  list->setAutoFillBackground(false);
  scroll_->setFixedHeight(std::clamp(list->sizeHint().height(), kRowHeight, kTallestList));
  if (isVisible()) adjustSize();
}

QWidget* RunsPopover::rowOf(const RunRow& run) {
  auto* row = new QWidget;
  row->setFixedHeight(kRowHeight);
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(kGrid);
  auto* show = smallButton(run.shown ? "eye" : "play", QStringLiteral("run_show_%1").arg(run.id),
                           run.shown ? tr("In the view now") : tr("Show this run"));
  connect(show, &QToolButton::clicked, this, [this, id = run.id] { Q_EMIT showRequested(id); });
  across->addWidget(show);
  auto* name = new QLineEdit(run.name);
  name->setObjectName(QStringLiteral("run_name_%1").arg(run.id));
  name->setAccessibleName(tr("Name of the run"));
  name->setToolTip(tr("Type another name"));
  name->setMaxLength(100);
  name->setFixedWidth(120);
  name->setStyleSheet("QLineEdit:!focus { border-color: transparent; background: transparent; }");
  connect(name, &QLineEdit::editingFinished, this, [this, name, run] {
    const QString text = name->text().trimmed();
    if (!text.isEmpty() && text != run.name) Q_EMIT renameRequested(run.id, text);
  });
  across->addWidget(name);
  auto* origin = new QLabel(run.origin);
  origin->setProperty("role", "secondary");
  origin->setFont(AppTheme::secondaryFont());
  across->addWidget(origin, 1);
  auto* span = new QLabel(spanText(run));
  span->setFont(AppTheme::numberFont());
  span->setProperty("role", "secondary");
  across->addWidget(span);
  if (comparable_) {
    auto* compare = smallButton("compare", QStringLiteral("run_compare_%1").arg(run.id), tr("Lay over the plots"));
    compare->setCheckable(true);
    compare->setChecked(isCompared(run.id));
    compare->setEnabled(!run.shown || isCompared(run.id));
    connect(compare, &QToolButton::toggled, this, [this, id = run.id](bool on) { Q_EMIT compareRequested(id, on); });
    across->addWidget(compare);
  }
  auto* remove = smallButton("trash", QStringLiteral("run_delete_%1").arg(run.id),
                             run.live ? tr("The run that is being recorded stays") : tr("Delete this run"));
  remove->setEnabled(!run.live);
  connect(remove, &QToolButton::clicked, this, [this, id = run.id] { Q_EMIT deleteRequested(id); });
  across->addWidget(remove);
  return row;
}

}  // namespace tendril
