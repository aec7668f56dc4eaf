// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/tree/link_copies.hpp"

#include <QInputDialog>

#include <algorithm>

#include "core/project/repeat_link.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"
#include "widgets/tree/array_dialog.hpp"

namespace tendril {
namespace {

/// Has a shape that is a file: a mirror image of it would be another file.
bool hasMesh(const description::Link& link) {
  const auto isMesh = [](const auto& shape) { return !shape.mesh.empty(); };
  const auto* rigid = link.body ? std::get_if<description::RigidBody>(&*link.body) : nullptr;
  return (link.visual && isMesh(*link.visual)) || (rigid && rigid->visual && isMesh(*rigid->visual)) ||
         (rigid && std::ranges::any_of(rigid->collision, isMesh));
}

}  // namespace

LinkCopies::LinkCopies(StudioContext& context) : QObject(&context.window()), context_(context) {
  connect(add("repeatLink", tr("Repeat…"), "duplicate", tr("chain copies in a row behind it")), &QAction::triggered,
          this, &LinkCopies::repeat);
  const QString axes[] = {tr("x"), tr("y"), tr("z")};
  for (int k = 0; k < 3; ++k) {
    QAction* action = add(("mirror-" + axes[k]).toUtf8(), tr("Mirror across %1").arg(axes[k]), "duplicate",
                          tr("reflect symmetric other side left right flip"));
    action->setToolTip(
        tr("A mirror image of the selected link, and of what hangs on it, on the other side of the plane "
           "through the frame that it is attached to; with the same inputs it moves as the image does"));
    connect(action, &QAction::triggered, this, [this, k] { mirror(k); });
  }
  connect(add("arrayLink", tr("Array…"), "duplicate", tr("pattern ring circle row copies")), &QAction::triggered, this,
          &LinkCopies::arrange);
  const auto follow = [this] {
    for (QAction* action : actions_) action->setEnabled(chosen() != 0);
  };
  connect(&context.selection(), &Selection::changed, this, follow);
  connect(&context.document(), &DocumentHost::changed, this, follow);
  follow();
}

QAction* LinkCopies::add(const char* name, const QString& text, const QString& icon, const QString& also) {
  QAction* action = context_.actions().add(text, icon, {}, [] {});
  action->setObjectName(QLatin1String(name));
  action->setProperty(kInObjectMenu, true);
  action->setProperty(kAlsoFound, also);
  actions_.push_back(action);
  return action;
}

ObjectId LinkCopies::chosen() const {
  const std::vector<ItemRef> items = itemsOf(context_.selection().targets());
  return items.size() == 1 && items.front().kind == ItemKind::kLink ? items.front().id : 0;
}

void LinkCopies::make(const Edit& edit) {
  if (context_.document().tell(edit)) context_.selectAdded();
}

void LinkCopies::repeat() {
  QInputDialog dialog(&context_.window());
  dialog.setProperty("helpGuide", "modelling.md#links");
  dialog.setWindowTitle(tr("Repeat link"));
  dialog.setLabelText(tr("Copies in a row behind it:"));
  dialog.setInputMode(QInputDialog::IntInput);
  dialog.setIntRange(1, kMostRepeats);
  if (dialog.exec() == QDialog::Accepted) make(edits::repeat(context_.description(), chosen(), dialog.intValue()));
}

void LinkCopies::mirror(int normal) {
  const ObjectId link = chosen();
  if (link == 0) return;
  make(edits::mirror(context_.description(), link, normal));
  QStringList meshes;
  for (const ObjectId each : subtree(context_.description(), link))
    if (const auto* copied = objectOf(context_.description().links, each); copied && hasMesh(*copied))
      meshes << QString::fromStdString(copied->name);
  if (meshes.isEmpty()) return;
  context_.notices().show(
      {.severity = Notice::Severity::kInfo,
       .title = tr("Meshes are drawn as they are"),
       .advice =
           tr("The copies of %1 show the same files, which are not mirrored.").arg(meshes.join(QStringLiteral(", "))),
       .details = {},
       .actions = {},
       .passing = true});
}

void LinkCopies::arrange() {
  const ObjectId link = chosen();
  if (link == 0) return;
  ArrayDialog dialog(context_.lengthUnit(), &context_.window());
  if (dialog.exec() != QDialog::Accepted) return;
  make(edits::array(context_.description(), link, {dialog.copies(), dialog.step(), dialog.turn()}));
}

}  // namespace tendril
