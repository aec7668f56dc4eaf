// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/tree/tree_panel.hpp"

#include <QInputDialog>
#include <QMenu>

#include <algorithm>
#include <array>

#include "core/description/bodies.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/geometry/placement.hpp"
#include "studio/document/edits/geometry/pose_edits.hpp"
#include "studio/document/edits/geometry/shape_edits.hpp"
#include "studio/document/items.hpp"
#include "widgets/format.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using description::ObjectId;
using Kind = TreeItem::Kind;
namespace desc = description;

constexpr double kPlastic = 1200, kLeastDensity = 0.1, kMostDensity = 1e5;  // kg/m³
constexpr int kDensityDecimals = 1;

struct KindPair {
  Kind kind;
  TargetKind target;
};
constexpr KindPair kKinds[] = {{Kind::kProject, TargetKind::kProject},
                               {Kind::kSimulation, TargetKind::kSimulation},
                               {Kind::kParameters, TargetKind::kParameters},
                               {Kind::kParameter, TargetKind::kParameters},
                               {Kind::kLink, TargetKind::kLink},
                               {Kind::kMaterial, TargetKind::kMaterial},
                               {Kind::kActuator, TargetKind::kActuator},
                               {Kind::kLoad, TargetKind::kLoad},
                               {Kind::kLoop, TargetKind::kLoop},
                               {Kind::kObject, TargetKind::kObject},
                               {Kind::kController, TargetKind::kController}};

}  // namespace

TreePanel::TreePanel(StudioContext& context, PartAdder& adder)
    : QObject(&context.window()), context_(context), adder_(adder), addMenu_(new QMenu(&context.window())) {
  context.panels().addPanel({.id = "tree",
                             .title = tr("Robot"),
                             .icon = "tree",
                             .guide = "modelling.md#links",
                             .widget = &context.robot(),
                             .area = PanelArea::kLeft,
                             .workspaces = InWorkspace::kBuild | InWorkspace::kRun | InWorkspace::kAnalyse});
  context.robot().setProperty("helpTitle", tr("Robot"));
  context.robot().setProperty("helpText",
                              tr("Everything the project is made of. Click selects, here and in the view; F2 renames; "
                                 "drag hangs a link on another or puts it elsewhere in its list; Delete removes."));
  fillAddMenu(*addMenu_);
  context.robot().setAddMenu(addMenu_);
  connectTree();
  addObjectActions();
  addWeighing();
  show();
}

Target TreePanel::targetOf(const TreeItem& item) {
  for (const auto& [kind, target] : kKinds)
    if (kind == item.kind) return {.kind = target, .id = item.id, .index = kind == Kind::kParameter ? item.index : -1};
  return Target::project();
}

TreeItem TreePanel::itemOf(const Target& target) {
  if (target.kind == TargetKind::kParameters && target.index >= 0)
    return {.kind = Kind::kParameter, .index = target.index};
  for (const auto& [kind, known] : kKinds)
    if (known == target.kind) return {.kind = kind, .id = target.id};
  return {};
}

void TreePanel::connectTree() {
  RobotTree& tree = context_.tree();
  DocumentHost& document = context_.document();
  connect(&document, &DocumentHost::changed, this, &TreePanel::show);
  connect(&context_.selection(), &Selection::changed, this, &TreePanel::showSelection);
  connect(&tree, &RobotTree::selectionChosen, this, [this](const std::vector<TreeItem>& items) {
    std::vector<Target> targets;
    for (const TreeItem& item : items) targets.push_back(targetOf(item));
    context_.selection().set(std::move(targets));
  });
  connect(&tree, &RobotTree::activatedItem, this, [this](const TreeItem& item) {
    context_.selection().select(targetOf(item));
    context_.panels().showPanel("inspector");
  });
  connect(&tree, &RobotTree::renameRequested, this, &TreePanel::rename);
  connect(&tree, &RobotTree::removeRequested, this, &TreePanel::remove);
  connect(&tree, &RobotTree::menuRequested, this, &TreePanel::popUp);
  connect(&tree, &RobotTree::reparentRequested, this,
          [this](ObjectId link, ObjectId parent) { reparent(link, parent); });
  connect(&tree, &RobotTree::partDropped, this, [this](const QString& id, ObjectId link) {
    const Part* part = partOf(id);
    if (!part) return adder_.trigger(id);
    PartPlace place = adder_.selectedPlace(*part);
    place.link = link;
    adder_.add(*part, place);
  });
  connect(&tree, &RobotTree::moveRequested, this, [this](const TreeItem& item, int index) {
    const std::vector<ItemRef> items = itemsOf({targetOf(item)});
    if (!items.empty())
      context_.document().tell(edits::move(context_.description(), items.front(), static_cast<std::size_t>(index)));
  });
}

/// What is dragged stays where it is in the world; a notice offers the other way.
void TreePanel::reparent(ObjectId link, ObjectId parent) {
  DocumentHost& document = context_.document();
  const auto model = document.model();
  if (!model) {
    document.tell(edits::reparent(context_.description(), link, parent));
    return;
  }
  const std::uint64_t before = document.document().revision();
  if (!document.tell(edits::reparentInPlace(context_.description(), *model, link, parent))) return;
  const std::uint64_t done = document.document().revision();
  if (done == before) return;
  auto* other = new QAction(tr("Move it to the new parent"), this);
  connect(other, &QAction::triggered, this, [this, link, parent, done] {
    DocumentHost& document = context_.document();
    if (document.document().revision() != done) return;  // something else was changed since
    document.undo();
    document.tell(edits::reparent(context_.description(), link, parent));
  });
  const QString name = QString::fromStdString(edits::nameOf(context_.description(), {ItemKind::kLink, link}));
  context_.notices().show({.severity = Notice::Severity::kInfo,
                           .title = tr("“%1” stays where it is").arg(name),
                           .advice = tr("Its pose is now that on its new parent."),
                           .details = {},
                           .actions = {other},
                           .passing = true});
}

void TreePanel::addObjectActions() {
  QAction* rename = context_.actions().add(tr("Rename"), "rename", {Qt::Key_F2}, [this] { renameSelected(); });
  QAction* remove =
      context_.actions().add(tr("Delete what is selected"), "trash", {Qt::Key_Delete}, [this] { this->remove(); });
  remove->setProperty(kAlsoFound, tr("remove erase"));
  const auto enable = [this, rename, remove] {
    const bool any = !itemsOf(context_.selection().targets()).empty();
    const auto current = context_.selection().current();
    const bool parameter = current && current->kind == TargetKind::kParameters && current->index >= 0;
    rename->setEnabled(any || parameter);
    remove->setEnabled(any || parameter);
  };
  connect(&context_.selection(), &Selection::changed, this, enable);
  enable();
}

// ---- adding

void TreePanel::fillAddMenu(QMenu& menu) {
  std::vector<std::pair<QAction*, const Part*>> entries;
  std::array<QMenu*, kPartGroups> groups{&menu};
  for (std::size_t group = 1; group < groups.size(); ++group) {
    groups[group] = new QMenu(groupName(static_cast<PartGroup>(group)), &menu);
    groups[group]->setToolTipsVisible(true);
  }
  for (const Part& part : parts()) {
    QAction* action = groups[static_cast<std::size_t>(part.group)]->addAction(themeIcon(part.icon), partName(part));
    action->setToolTip(partHelp(part));
    action->setProperty(kAlsoFound, QString::fromUtf8(part.also));
    connect(action, &QAction::triggered, this, [this, &part] { adder_.add(part); });
    entries.emplace_back(action, &part);
  }
  menu.setToolTipsVisible(true);
  menu.addSeparator();
  for (std::size_t group = 1; group < groups.size(); ++group) {
    menu.addMenu(groups[group])->setIcon(groups[group]->actions().front()->icon());
    if (static_cast<PartGroup>(group) == PartGroup::kActuators) addControllerEntries(menu, tr("Controllers"));
  }
  menu.addSeparator();
  connect(menu.addAction(themeIcon("material"), tr("Material")), &QAction::triggered, this,
          [this] { adder_.addBy(edits::addMaterial()); });
  connect(menu.addAction(themeIcon("parameter"), tr("Parameter")), &QAction::triggered, this,
          [this] { addParameter(); });
  connect(&menu, &QMenu::aboutToShow, this, [this, entries] {
    for (const auto& [action, part] : entries) action->setEnabled(whyNot(*part, adder_.selectedPlace(*part)).isEmpty());
  });
}

/// Every kind; those that cannot serve the robot say why.
void TreePanel::addControllerEntries(QMenu& menu, const QString& title) {
  QMenu* kinds = menu.addMenu(themeIcon("controller"), title);
  kinds->setToolTipsVisible(true);
  std::vector<std::pair<QAction*, QAction*>> entries;
  for (QAction* action : context_.actions().all()) {
    if (!action->objectName().startsWith(QLatin1String("addController:"))) continue;
    entries.emplace_back(kinds->addAction(action->iconText(), action, &QAction::trigger), action);
    entries.back().first->setObjectName(action->objectName());
  }
  connect(kinds, &QMenu::aboutToShow, this, [entries] {
    for (const auto& [entry, action] : entries)
      entry->setEnabled(action->isEnabled()), entry->setToolTip(action->toolTip());
  });
}

void TreePanel::addParameter() {
  const auto& entries = context_.description().parameters.entries;
  std::string name = "p";
  for (int i = 1; std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; }); ++i)
    name = "p" + std::to_string(i);
  if (!context_.document().tell(edits::addParameter(name, 1))) return;
  const Target added = Target::parameters(static_cast<int>(context_.description().parameters.entries.size()) - 1);
  context_.selection().select(added);
  context_.panels().showPanel("tree");
  context_.tree().rename(itemOf(added));
}

// ---- what is there

void TreePanel::popUp(const QPoint& global) {
  auto* menu = new QMenu(&context_.window());
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const std::vector<Target> chosen = context_.selection().targets();
  const std::vector<ItemRef> items = itemsOf(chosen);
  if (!items.empty()) {
    connect(menu->addAction(themeIcon("rename"), tr("Rename")), &QAction::triggered, this, &TreePanel::renameSelected);
    connect(menu->addAction(themeIcon("duplicate"), tr("Duplicate")), &QAction::triggered, this,
            [this, items] { adder_.addBy(edits::duplicate(context_.description(), items)); });
    connect(menu->addAction(themeIcon("trash"), tr("Delete")), &QAction::triggered, this, &TreePanel::remove);
    if (items.back().kind == ItemKind::kActuator) addControllerEntries(*menu, tr("Control it"));
    if (items.back().kind == ItemKind::kActuator)
      connect(menu->addAction(themeIcon("controller"), tr("Give it a signal")), &QAction::triggered, this,
              [this, id = items.back().id] { adder_.addBy(edits::addSignal(id)); });
    menu->addSeparator();
  }
  fillAddMenu(*menu->addMenu(themeIcon("plus"), tr("Add")));
  menu->addSeparator();
  for (QAction* action : context_.actions().all())
    if (action->property(kInObjectMenu).toBool() && action->isEnabled()) menu->addAction(action);
  menu->popup(global);
}

void TreePanel::addWeighing() {
  QAction* action = context_.actions().add(tr("Mass from the shape…"), {}, QList<QKeySequence>(), [this] { weigh(); });
  action->setObjectName("weighShape");
  action->setProperty(kInObjectMenu, true);
  action->setProperty(kAlsoFound, tr("density weigh inertia centre of mass rigid"));
  action->setToolTip(tr("Gives the selected rigid link the mass, centre and inertia of what is drawn, at a density"));
  const auto follow = [this, action] { action->setEnabled(chosenRigid() != 0); };
  connect(&context_.selection(), &Selection::changed, this, follow);
  connect(&context_.document(), &DocumentHost::changed, this, follow);
  follow();
}

ObjectId TreePanel::chosenRigid() const {
  const std::vector<ObjectId> links = context_.selection().ids(TargetKind::kLink);
  const desc::Link* link = links.empty() ? nullptr : objectOf(context_.description().links, links.back());
  return link && !desc::isSoft(*link) ? link->id : 0;
}

void TreePanel::weigh() {
  const ObjectId link = chosenRigid();
  const auto model = link == 0 ? nullptr : context_.document().model();
  if (!model) return;
  QInputDialog dialog(&context_.window());
  dialog.setProperty("helpGuide", "modelling.md#bodies");
  dialog.setWindowTitle(tr("Mass from the shape"));
  dialog.setLabelText(tr("Density in kg/m³ (water 1000, plastic 1200, aluminium 2700, steel 7850):"));
  dialog.setInputMode(QInputDialog::DoubleInput);
  dialog.setDoubleDecimals(kDensityDecimals);
  dialog.setDoubleRange(kLeastDensity, kMostDensity);
  dialog.setDoubleValue(edits::meanDensity(*model, link).value_or(kPlastic));
  if (dialog.exec() != QDialog::Accepted) return;
  context_.document().tell(edits::weighShapes(context_.description(), *model, link, dialog.doubleValue()));
}

void TreePanel::show() {
  if (!context_.document().isOpen()) return context_.tree().clear();
  context_.tree().setProject(context_.description());
  context_.selection().retain(context_.description());
  showSelection();
}

void TreePanel::showSelection() {
  std::vector<TreeItem> items;
  for (const Target& target : context_.selection().targets()) items.push_back(itemOf(target));
  context_.tree().select(items);
}

void TreePanel::rename(const TreeItem& item, const QString& name) {
  const Target target = targetOf(item);
  if (target.kind == TargetKind::kParameters && target.index >= 0) {
    const auto& entries = context_.description().parameters.entries;
    if (target.index < static_cast<int>(entries.size()))
      context_.document().tell(
          edits::renameParameter(entries[static_cast<std::size_t>(target.index)].first, name.toStdString()));
    return;
  }
  const std::vector<ItemRef> items = itemsOf({target});
  if (!items.empty())
    context_.document().tell(edits::rename(context_.description(), items.front(), name.toStdString()));
}

void TreePanel::renameSelected() {
  const std::optional<Target> current = context_.selection().current();
  if (!current) return;
  context_.panels().showPanel("tree");
  context_.tree().rename(itemOf(*current));
}

void TreePanel::remove() {
  const std::optional<Target> current = context_.selection().current();
  const std::vector<ItemRef> items = itemsOf(context_.selection().targets());
  if (!items.empty()) {
    context_.document().tell(edits::remove(context_.description(), items));
  } else if (current && current->kind == TargetKind::kParameters && exists(context_.description(), *current) &&
             current->index >= 0) {
    const auto& entries = context_.description().parameters.entries;
    context_.document().tell(edits::removeParameter(entries[static_cast<std::size_t>(current->index)].first));
  }
}

}  // namespace tendril
