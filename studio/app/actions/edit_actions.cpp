// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/edit_actions.hpp"

#include <QApplication>
#include <QClipboard>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "studio/app/panels/tree_panel.hpp"

namespace tendril {
namespace {

TargetKind targetKind(ItemKind kind) {
  switch (kind) {
    case ItemKind::kMaterial:
      return TargetKind::kMaterial;
    case ItemKind::kActuator:
      return TargetKind::kActuator;
    case ItemKind::kLoad:
      return TargetKind::kLoad;
    case ItemKind::kController:
      return TargetKind::kController;
    case ItemKind::kLoop:
      return TargetKind::kLoop;
    case ItemKind::kObject:
      return TargetKind::kObject;
    case ItemKind::kLink:
      break;
  }
  return TargetKind::kLink;
}

/// "Undo: Set length of “arm”", or "Undo" where there is nothing.
void name(QAction* action, const QString& verb, const std::string& step, bool enabled) {
  const QString text = step.empty() ? verb : QStringLiteral("%1: %2").arg(verb, QString::fromStdString(step));
  action->setText(text);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(text, action->shortcut().toString(QKeySequence::NativeText)));
  action->setEnabled(enabled);
}

}  // namespace

EditActions::EditActions(MainWindow& window) : QObject(&window), window_(window) {
  addHistory();
  addClipboard();
  connect(&window.document(), &DocumentHost::stateChanged, this, &EditActions::follow);
  connect(&window.selection(), &Selection::changed, this, &EditActions::follow);
  connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &EditActions::follow);
  follow();
}

void EditActions::addHistory() {
  DocumentHost& document = window_.document();
  undo_ = makeAction(window_, tr("Undo"), "undo", {QKeySequence(Qt::CTRL | Qt::Key_Z)}, [this, &document] {
    document.undo();
    selectTouched();
  });
  redo_ = makeAction(window_, tr("Redo"), "redo",
                     {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
                     [this, &document] {
                       document.redo();
                       selectTouched();
                     });
  undo_->setObjectName("undo");
  redo_->setObjectName("redo");
  window_.header().addTool(undo_);
  window_.header().addTool(redo_);
}

void EditActions::addClipboard() {
  const auto key = [](int letter) { return QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key(letter))}; };
  cut_ = makeAction(window_, tr("Cut"), {}, key(Qt::Key_X), [this] { cut(); });
  copy_ = makeAction(window_, tr("Copy"), {}, key(Qt::Key_C), [this] { copy(); });
  paste_ = makeAction(window_, tr("Paste"), {}, key(Qt::Key_V), [this] { paste(); });
  duplicate_ = makeAction(window_, tr("Duplicate"), "duplicate", key(Qt::Key_D), [this] { duplicate(); });
  cut_->setObjectName("cut");
  copy_->setObjectName("copy");
  paste_->setObjectName("paste");
  duplicate_->setObjectName("duplicate");
}

std::vector<ItemRef> EditActions::chosen() const {
  return TreePanel::itemsOf(window_.selection().targets());
}

void EditActions::follow() {
  const Document& document = window_.document().document();
  name(undo_, tr("Undo"), document.undoName(), document.canUndo());
  name(redo_, tr("Redo"), document.redoName(), document.canRedo());
  const bool any = !chosen().empty();
  for (QAction* action : {cut_, copy_, duplicate_}) action->setEnabled(any);
  const QString clipboard = QApplication::clipboard()->text();
  paste_->setEnabled(window_.document().isOpen() && clipboard.contains(u"\"tendril\""));
}

void EditActions::selectTouched() {
  std::vector<Target> targets;
  for (const ItemRef& item : window_.document().document().touched()) {
    const Target target = Target::object(targetKind(item.kind), item.id);
    if (exists(window_.description(), target)) targets.push_back(target);
  }
  // What somebody looks at stays selected where it is among what has changed.
  const std::optional<Target> current = window_.selection().current();
  for (const Target& target : targets)
    if (current && current->kind == target.kind && current->id == target.id) return;
  if (targets.size() == 1) window_.selection().select(targets.front());
}

void EditActions::copy() {
  if (chosen().empty()) return;
  QApplication::clipboard()->setText(QString::fromStdString(edits::copy(window_.description(), chosen())));
}

void EditActions::cut() {
  if (chosen().empty()) return;
  copy();
  window_.document().tell(edits::remove(window_.description(), chosen()));
}

void EditActions::paste() {
  const std::vector<ObjectId> links = window_.selection().ids(TargetKind::kLink);
  const std::string text = QApplication::clipboard()->text().toStdString();
  if (window_.document().tell(edits::paste(text, links.empty() ? 0 : links.back()))) selectTouched();
}

void EditActions::duplicate() {
  if (!chosen().empty() && window_.document().tell(edits::duplicate(window_.description(), chosen()))) selectTouched();
}

}  // namespace tendril
