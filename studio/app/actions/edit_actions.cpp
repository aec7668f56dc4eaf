// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/edit_actions.hpp"

#include <QApplication>
#include <QClipboard>

#include "studio/app/context/studio_context.hpp"

namespace tendril {
namespace {

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
  context_.header().addTool(undo_);
  context_.header().addTool(redo_);
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
  QApplication::clipboard()->setText(QString::fromStdString(edits::copy(context_.description(), chosen())));
}

void EditActions::cut() {
  if (chosen().empty()) return;
  copy();
  context_.document().tell(edits::remove(context_.description(), chosen()));
}

void EditActions::paste() {
  const std::vector<ObjectId> links = context_.selection().ids(TargetKind::kLink);
  const std::string text = QApplication::clipboard()->text().toStdString();
  if (context_.document().tell(edits::paste(text, links.empty() ? 0 : links.back()))) context_.selectAdded();
}

void EditActions::duplicate() {
  if (!chosen().empty() && context_.document().tell(edits::duplicate(context_.description(), chosen())))
    context_.selectAdded();
}

}  // namespace tendril
