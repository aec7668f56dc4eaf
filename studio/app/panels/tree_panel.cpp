// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/tree_panel.hpp"

#include <QInputDialog>
#include <QMenu>

#include <algorithm>

#include "core/project/repeat_link.hpp"
#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using description::ObjectId;
using Kind = TreeItem::Kind;

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

std::optional<ItemKind> itemKind(TargetKind kind) {
  switch (kind) {
    case TargetKind::kLink:
      return ItemKind::kLink;
    case TargetKind::kMaterial:
      return ItemKind::kMaterial;
    case TargetKind::kActuator:
      return ItemKind::kActuator;
    case TargetKind::kLoad:
      return ItemKind::kLoad;
    case TargetKind::kController:
      return ItemKind::kController;
    case TargetKind::kLoop:
      return ItemKind::kLoop;
    case TargetKind::kObject:
      return ItemKind::kObject;
    default:
      return std::nullopt;
  }
}

struct LinkEntry {
  LinkTemplate kind;
  const char* text;
  const char* icon;
};
constexpr LinkEntry kLinks[] = {
    {LinkTemplate::kRod, QT_TRANSLATE_NOOP("tendril::TreePanel", "Rod"), "link-soft"},
    {LinkTemplate::kConstantCurvature, QT_TRANSLATE_NOOP("tendril::TreePanel", "Constant-curvature body"), "link-soft"},
    {LinkTemplate::kVolume, QT_TRANSLATE_NOOP("tendril::TreePanel", "Soft volume"), "link-soft"},
    {LinkTemplate::kRigid, QT_TRANSLATE_NOOP("tendril::TreePanel", "Rigid block"), "link-rigid"},
    {LinkTemplate::kRevoluteArm, QT_TRANSLATE_NOOP("tendril::TreePanel", "Arm on a hinge"), "link-rigid"},
    {LinkTemplate::kPrismaticArm, QT_TRANSLATE_NOOP("tendril::TreePanel", "Arm on a slide"), "link-rigid"},
    {LinkTemplate::kSphericalArm, QT_TRANSLATE_NOOP("tendril::TreePanel", "Arm on a ball joint"), "link-rigid"},
    {LinkTemplate::kFloatingBase, QT_TRANSLATE_NOOP("tendril::TreePanel", "Floating base"), "link-floating"},
    {LinkTemplate::kFrame, QT_TRANSLATE_NOOP("tendril::TreePanel", "Frame"), "link-frame"}};

}  // namespace

TreePanel::TreePanel(MainWindow& window) : QObject(&window), window_(window), addMenu_(new QMenu(&window)) {
  window.addPanel({.id = "tree",
                   .title = tr("Robot"),
                   .icon = "tree",
                   .widget = &window.robot(),
                   .area = PanelArea::kLeft,
                   .workspaces = InWorkspace::kBuild | InWorkspace::kRun | InWorkspace::kAnalyse});
  window.robot().setProperty("helpTitle", tr("Robot"));
  window.robot().setProperty("helpText",
                             tr("Everything the project is made of. Click selects, here and in the view; F2 renames; "
                                "drag hangs a link on another or puts it elsewhere in its list; Delete removes."));
  fillAddMenu(*addMenu_);
  window.robot().setAddMenu(addMenu_);
  connectTree();
  addObjectActions();
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

std::vector<ItemRef> TreePanel::itemsOf(const std::vector<Target>& targets) {
  std::vector<ItemRef> items;
  for (const Target& target : targets) {
    const std::optional<ItemKind> kind = itemKind(target.kind);
    if (!kind || target.id == 0) continue;
    const ItemRef item{*kind, target.id};
    if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
  }
  return items;
}

void TreePanel::connectTree() {
  RobotTree& tree = window_.tree();
  DocumentHost& document = window_.document();
  connect(&document, &DocumentHost::changed, this, &TreePanel::show);
  connect(&window_.selection(), &Selection::changed, this, &TreePanel::showSelection);
  connect(&tree, &RobotTree::selectionChosen, this, [this](const std::vector<TreeItem>& items) {
    std::vector<Target> targets;
    for (const TreeItem& item : items) targets.push_back(targetOf(item));
    window_.selection().set(std::move(targets));
  });
  connect(&tree, &RobotTree::activatedItem, this, [this](const TreeItem& item) {
    window_.selection().select(targetOf(item));
    window_.panels().showPanel("inspector");
  });
  connect(&tree, &RobotTree::renameRequested, this, &TreePanel::rename);
  connect(&tree, &RobotTree::removeRequested, this, &TreePanel::remove);
  connect(&tree, &RobotTree::menuRequested, this, &TreePanel::popUp);
  connect(&tree, &RobotTree::reparentRequested, this, [this](ObjectId link, ObjectId parent) {
    window_.document().tell(edits::reparent(window_.description(), link, parent));
  });
  connect(&tree, &RobotTree::moveRequested, this, [this](const TreeItem& item, int index) {
    const std::vector<ItemRef> items = itemsOf({targetOf(item)});
    if (!items.empty())
      window_.document().tell(edits::move(window_.description(), items.front(), static_cast<std::size_t>(index)));
  });
}

void TreePanel::addObjectActions() {
  QAction* rename = makeAction(window_, tr("Rename"), "rename", {Qt::Key_F2}, [this] { renameSelected(); });
  QAction* remove =
      makeAction(window_, tr("Delete what is selected"), "trash", {Qt::Key_Delete}, [this] { this->remove(); });
  const auto enable = [this, rename, remove] {
    const bool any = !itemsOf(window_.selection().targets()).empty();
    const auto current = window_.selection().current();
    const bool parameter = current && current->kind == TargetKind::kParameters && current->index >= 0;
    rename->setEnabled(any || parameter);
    remove->setEnabled(any || parameter);
  };
  connect(&window_.selection(), &Selection::changed, this, enable);
  enable();
}

// ---- adding

void TreePanel::addLinkEntries(QMenu& menu) {
  for (const LinkEntry& entry : kLinks)
    connect(menu.addAction(themeIcon(entry.icon), tr(entry.text)), &QAction::triggered, this,
            [this, kind = entry.kind] {
              // A link hangs on the one that is selected; a floating base on nothing.
              const bool floats = kind == LinkTemplate::kFloatingBase;
              const std::vector<ObjectId> chosen = window_.selection().ids(TargetKind::kLink);
              add(edits::addLink(kind, floats || chosen.empty() ? 0 : chosen.back()));
            });
}

void TreePanel::fillAddMenu(QMenu& menu) {
  addLinkEntries(menu);
  menu.addSeparator();
  QAction* tendon = menu.addAction(themeIcon("tendon"), tr("Tendon"));
  QAction* motor = menu.addAction(themeIcon("motor"), tr("Motor"));
  QAction* load = menu.addAction(themeIcon("load"), tr("Load"));
  connect(tendon, &QAction::triggered, this, [this] { add(edits::addTendon(chosenLink())); });
  connect(motor, &QAction::triggered, this, [this] { add(edits::addMotor(chosenLink())); });
  connect(load, &QAction::triggered, this, [this] { add(edits::addLoad(chosenLink())); });
  QAction* drive = menu.addAction(themeIcon("drive"), tr("Drive by position"));
  QAction* spool = menu.addAction(themeIcon("tendon"), tr("Cable on a spool"));
  QAction* chamber = menu.addAction(themeIcon("chamber"), tr("Pressure chamber"));
  connect(drive, &QAction::triggered, this, [this] { add(edits::addDrive(chosenLink())); });
  connect(spool, &QAction::triggered, this, [this] { add(edits::addSpool(chosenLink())); });
  connect(chamber, &QAction::triggered, this, [this] { add(edits::addPressure(chosenLink())); });
  menu.addSeparator();
  QAction* contact = menu.addAction(themeIcon("contact"), tr("Contact"));
  contact->setToolTip(tr("Of the link that is selected with the floor, or of two links or objects"));
  QAction* object = menu.addAction(themeIcon("object"), tr("Object on the floor"));
  QAction* fluid = menu.addAction(themeIcon("fluid"), tr("Water around the robot"));
  connect(contact, &QAction::triggered, this, [this] {
    const std::vector<ObjectId> bodies = chosenBodies();
    const ObjectId first = bodies.empty() ? chosenLink() : bodies.front();
    add(edits::addContact(first, bodies.size() > 1 ? bodies[1] : 0, floorHeight()));
  });
  connect(object, &QAction::triggered, this, [this] { add(edits::addObject(floorHeight())); });
  connect(fluid, &QAction::triggered, this, [this] { add(edits::addFluid()); });
  QAction* loop = menu.addAction(themeIcon("chain"), tr("Loop"));
  loop->setToolTip(tr("Closes a chain: between the two links that are selected, or the one and the world"));
  connect(loop, &QAction::triggered, this, [this] {
    const std::vector<ObjectId> chosen = window_.selection().ids(TargetKind::kLink);
    if (!chosen.empty()) add(edits::addLoop(chosen.back(), chosen.size() > 1 ? chosen[chosen.size() - 2] : 0));
  });
  menu.addSeparator();
  connect(menu.addAction(themeIcon("material"), tr("Material")), &QAction::triggered, this,
          [this] { add(edits::addMaterial()); });
  connect(menu.addAction(themeIcon("parameter"), tr("Parameter")), &QAction::triggered, this,
          [this] { addParameter(); });
  connect(&menu, &QMenu::aboutToShow, this, [this, tendon, motor, load, loop, drive, spool, chamber, contact] {
    for (QAction* action : {tendon, motor, load, loop, drive, spool, chamber}) action->setEnabled(chosenLink() != 0);
    contact->setEnabled(chosenLink() != 0 || !chosenBodies().empty());
  });
}

ObjectId TreePanel::chosenLink() const {
  const std::vector<ObjectId> chosen = window_.selection().ids(TargetKind::kLink);
  if (!chosen.empty()) return chosen.back();
  const auto& links = window_.description().links;
  return links.empty() ? 0 : links.back().id;
}

/// Links and objects that are selected, in the order in which they were chosen.
std::vector<ObjectId> TreePanel::chosenBodies() const {
  std::vector<ObjectId> bodies;
  for (const Target& target : window_.selection().targets())
    if ((target.kind == TargetKind::kLink || target.kind == TargetKind::kObject) &&
        std::find(bodies.begin(), bodies.end(), target.id) == bodies.end())
      bodies.push_back(target.id);
  return bodies;
}

/// Where a floor belongs: on the ground of the view, below all of the robot.
double TreePanel::floorHeight() const {
  const auto& scene = window_.view().viewport().scene();
  if (!scene || !scene->hasPose()) return 0;
  return std::min(scene->groundHeight(), scene->lowest() - 0.02 * scene->size().length);
}

void TreePanel::add(const Edit& edit) {
  if (!window_.document().tell(edit)) return;
  // The last object that is new is what was asked for; a material may have come with it.
  const std::vector<ItemRef>& touched = window_.document().document().touched();
  for (auto item = touched.rbegin(); item != touched.rend(); ++item)
    for (const Target& target : targetsOf(window_.description()))
      if (target.id == item->id && itemKind(target.kind) == item->kind && item->kind != ItemKind::kMaterial)
        return window_.selection().select(target);
  for (const ItemRef& item : touched)
    if (item.kind == ItemKind::kMaterial) window_.selection().select(Target::object(TargetKind::kMaterial, item.id));
}

void TreePanel::addParameter() {
  const auto& entries = window_.description().parameters.entries;
  std::string name = "p";
  for (int i = 1; std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; }); ++i)
    name = "p" + std::to_string(i);
  if (!window_.document().tell(edits::addParameter(name, 1))) return;
  const Target added = Target::parameters(static_cast<int>(window_.description().parameters.entries.size()) - 1);
  window_.selection().select(added);
  window_.panels().showPanel("tree");
  window_.tree().rename(itemOf(added));
}

// ---- what is there

void TreePanel::popUp(const QPoint& global) {
  auto* menu = new QMenu(&window_);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const std::vector<Target> chosen = window_.selection().targets();
  const std::vector<ItemRef> items = itemsOf(chosen);
  if (!items.empty()) {
    connect(menu->addAction(themeIcon("rename"), tr("Rename")), &QAction::triggered, this, &TreePanel::renameSelected);
    connect(menu->addAction(themeIcon("duplicate"), tr("Duplicate")), &QAction::triggered, this,
            [this, items] { add(edits::duplicate(window_.description(), items)); });
    if (items.size() == 1 && items.back().kind == ItemKind::kLink)
      connect(menu->addAction(themeIcon("duplicate"), tr("Repeat…")), &QAction::triggered, this,
              [this, id = items.back().id] { repeatLink(id); });
    connect(menu->addAction(themeIcon("trash"), tr("Delete")), &QAction::triggered, this, &TreePanel::remove);
    if (items.back().kind == ItemKind::kActuator)
      connect(menu->addAction(themeIcon("controller"), tr("Give it a signal")), &QAction::triggered, this,
              [this, id = items.back().id] { add(edits::addSignal(id)); });
    menu->addSeparator();
  }
  fillAddMenu(*menu->addMenu(themeIcon("plus"), tr("Add")));
  menu->addSeparator();
  for (QAction* action : window_.actions())
    if (action->property(kInObjectMenu).toBool() && action->isEnabled()) menu->addAction(action);
  menu->popup(global);
}

void TreePanel::repeatLink(ObjectId link) {
  bool chosen = false;
  const int count = QInputDialog::getInt(&window_, tr("Repeat link"), tr("Copies in a row behind it:"), 1, 1,
                                         kMostRepeats, 1, &chosen);
  if (chosen) add(edits::repeat(window_.description(), link, count));
}

void TreePanel::show() {
  if (!window_.document().isOpen()) return window_.tree().clear();
  window_.tree().setProject(window_.description());
  window_.selection().retain(window_.description());
  showSelection();
}

void TreePanel::showSelection() {
  std::vector<TreeItem> items;
  for (const Target& target : window_.selection().targets()) items.push_back(itemOf(target));
  window_.tree().select(items);
}

void TreePanel::rename(const TreeItem& item, const QString& name) {
  const Target target = targetOf(item);
  if (target.kind == TargetKind::kParameters && target.index >= 0) {
    const auto& entries = window_.description().parameters.entries;
    if (target.index < static_cast<int>(entries.size()))
      window_.document().tell(
          edits::renameParameter(entries[static_cast<std::size_t>(target.index)].first, name.toStdString()));
    return;
  }
  const std::vector<ItemRef> items = itemsOf({target});
  if (!items.empty()) window_.document().tell(edits::rename(window_.description(), items.front(), name.toStdString()));
}

void TreePanel::renameSelected() {
  const std::optional<Target> current = window_.selection().current();
  if (!current) return;
  window_.panels().showPanel("tree");
  window_.tree().rename(itemOf(*current));
}

void TreePanel::remove() {
  const std::optional<Target> current = window_.selection().current();
  const std::vector<ItemRef> items = itemsOf(window_.selection().targets());
  if (!items.empty()) {
    window_.document().tell(edits::remove(window_.description(), items));
  } else if (current && current->kind == TargetKind::kParameters && exists(window_.description(), *current) &&
             current->index >= 0) {
    const auto& entries = window_.description().parameters.entries;
    window_.document().tell(edits::removeParameter(entries[static_cast<std::size_t>(current->index)].first));
  }
}

}  // namespace tendril
