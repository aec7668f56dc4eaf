// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/edit_actions.hpp"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/document/copies/copies.hpp"

namespace tendril {
namespace {

constexpr std::size_t kShownSteps = 20;  // of the history, each way

/// "Undo: Set length of “arm”", or "Undo" where there is nothing.
void name(QAction* action, const QString& verb, const std::string& step, bool enabled) {
  const QString text = step.empty() ? verb : QStringLiteral("%1: %2").arg(verb, QString::fromStdString(step));
  action->setText(text);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(text, action->shortcut().toString(QKeySequence::NativeText)));
  action->setEnabled(enabled);
}

}  // namespace

EditActions::EditActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  addHistory();
  addClipboard();
  connect(&context.document(), &DocumentHost::stateChanged, this, &EditActions::follow);
  connect(&context.selection(), &Selection::changed, this, &EditActions::follow);
  connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &EditActions::follow);
  follow();
}

void EditActions::addHistory() {
  DocumentHost& document = context_.document();
  undo_ = context_.actions().add(tr("Undo"), "undo", {QKeySequence(Qt::CTRL | Qt::Key_Z)}, [this, &document] {
    document.undo();
    selectTouched();
  });
  redo_ = context_.actions().add(tr("Redo"), "redo",
                                 {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
                                 [this, &document] {
                                   document.redo();
                                   selectTouched();
                                 });
  undo_->setObjectName("undo");
  redo_->setObjectName("redo");
  QToolButton* button = context_.header().addTool(undo_);
  context_.header().addTool(redo_);
  auto* history = new QMenu(button);
  history->setObjectName("history");
  button->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(history, &QMenu::aboutToShow, this, [this, history] { fillHistory(*history); });
  const auto show = [button, history] { history->popup(button->mapToGlobal(QPoint(0, button->height()))); };
  connect(button, &QWidget::customContextMenuRequested, this, show);
  QAction* all = context_.actions().add(tr("History of edits"), "undo", {QKeySequence(Qt::ALT | Qt::Key_Z)}, show);
  all->setObjectName("showHistory");
  all->setProperty(kAlsoFound, tr("undo list steps go back"));
}

/// The newest first; the mark is at the step that was done last. A step goes back, or forth, to where it was just done.
void EditActions::fillHistory(QMenu& menu) {
  menu.clear();
  const std::vector<std::string> names = context_.document().document().stepNames();
  const std::size_t done = context_.document().document().undoCount();
  const auto add = [&](const QString& text, std::size_t count) {
    QAction* action = menu.addAction(text, this, [this, count] {
      context_.document().goToStep(count);
      selectTouched();
    });
    action->setCheckable(true);
    action->setChecked(count == done);
  };
  const std::size_t first = done > kShownSteps ? done - kShownSteps : 0;
  const std::size_t last = std::min(names.size(), done + kShownSteps);
  for (std::size_t i = last; i > first; --i) add(QString::fromStdString(names[i - 1]), i);
  add(first == 0 ? tr("As it was opened") : tr("%1 steps before").arg(first), first);
}

void EditActions::addClipboard() {
  const auto key = [](int letter) { return QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key(letter))}; };
  cut_ = context_.actions().add(tr("Cut"), {}, key(Qt::Key_X), [this] { cut(); });
  copy_ = context_.actions().add(tr("Copy"), {}, key(Qt::Key_C), [this] { copy(); });
  paste_ = context_.actions().add(tr("Paste"), {}, key(Qt::Key_V), [this] { paste(); });
  duplicate_ = context_.actions().add(tr("Duplicate"), "duplicate", key(Qt::Key_D), [this] { duplicate(); });
  cut_->setObjectName("cut");
  copy_->setObjectName("copy");
  paste_->setObjectName("paste");
  duplicate_->setObjectName("duplicate");
}

std::vector<ItemRef> EditActions::chosen() const {
  return itemsOf(context_.selection().targets());
}

void EditActions::follow() {
  const Document& document = context_.document().document();
  name(undo_, tr("Undo"), document.undoName(), document.canUndo());
  name(redo_, tr("Redo"), document.redoName(), document.canRedo());
  const bool any = !chosen().empty();
  for (QAction* action : {cut_, copy_, duplicate_}) action->setEnabled(any);
  const QString clipboard = QApplication::clipboard()->text();
  paste_->setEnabled(context_.document().isOpen() && clipboard.contains(u"\"tendril\""));
}

void EditActions::selectTouched() {
  std::vector<Target> targets;
  for (const ItemRef& item : context_.document().document().touched()) {
    const Target target = targetOf(item);
    if (exists(context_.description(), target)) targets.push_back(target);
  }
  // What somebody looks at stays selected where it is among what has changed.
  const std::optional<Target> current = context_.selection().current();
  for (const Target& target : targets)
    if (current && current->kind == target.kind && current->id == target.id) return;
  if (targets.size() == 1) context_.selection().select(targets.front());
}

void EditActions::copy() {
  if (chosen().empty()) return;
  const std::string text = edits::copy(context_.description(), chosen(), context_.document().document().directory());
  QApplication::clipboard()->setText(QString::fromStdString(text));
}

void EditActions::cut() {
  if (chosen().empty()) return;
  copy();
  context_.document().tell(edits::remove(context_.description(), chosen()));
}

void EditActions::paste() {
  const std::vector<ObjectId> links = context_.selection().ids(TargetKind::kLink);
  const std::string text = QApplication::clipboard()->text().toStdString();
  const Edit edit = edits::paste(text, links.empty() ? 0 : links.back(), context_.document().document().directory());
  if (context_.document().tell(edit)) context_.selectAdded();
}

void EditActions::duplicate() {
  if (!chosen().empty() && context_.document().tell(edits::duplicate(context_.description(), chosen())))
    context_.selectAdded();
}

}  // namespace tendril
