// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/parts/parts_panel.hpp"

#include <QFileInfo>

#include <vector>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/app/parts/part_preview.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "widgets/parts/parts_view.hpp"

namespace tendril {
namespace {

const QString kController = QStringLiteral("addController:");  // names of actions

/// Empty where there is none.
QString pictureOf(const QString& id) {
  const QString file = assetsFolder() + "/parts/" + id + ".png";
  return QFileInfo::exists(file) ? file : QString();
}

}  // namespace

PartsPanel::PartsPanel(StudioContext& context, PartAdder& adder, PartPreview& preview)
    : QObject(&context.window()), context_(context), adder_(adder), preview_(preview), view_(new PartsView) {
  context.panels().addPanel({.id = "parts",
                             .title = tr("Parts"),
                             .icon = "plus",
                             .guide = "modelling.md#parts",
                             .widget = view_,
                             .area = PanelArea::kLeft,
                             .workspaces = InWorkspace::kBuild});
  view_->setProperty("helpTitle", tr("Parts"));
  view_->setProperty("helpText", tr("Everything that can be added. Drag a part onto the robot, in the view or in the "
                                    "tree; a click adds it to what is selected."));
  addGroups();
  connect(view_, &PartsView::chosen, this, [this](const QString& id) {
    preview_.hide();
    if (const Part* part = partOf(id)) return adder_.add(*part);
    adder_.trigger(id);
  });
  connect(view_, &PartsView::looked, this, &PartsPanel::look);
  connect(&context.selection(), &Selection::changed, this, &PartsPanel::refresh);
  connect(&context.document(), &DocumentHost::changed, this, &PartsPanel::refresh);
  refresh();
}

void PartsPanel::addGroups() {
  for (int group = 0; group < kPartGroups; ++group) {
    std::vector<PartItem> items;
    for (const Part& part : parts())
      if (part.group == static_cast<PartGroup>(group))
        items.push_back({.id = QLatin1String(part.id),
                         .name = partName(part),
                         .help = partHelp(part),
                         .also = QLatin1String(part.also),
                         .icon = QLatin1String(part.icon),
                         .picture = pictureOf(QLatin1String(part.id))});
    view_->addGroup(groupName(static_cast<PartGroup>(group)), items);
    if (static_cast<PartGroup>(group) == PartGroup::kActuators) addControllers();
  }
}

/// Their actions know which can serve the robot, and why others cannot.
void PartsPanel::addControllers() {
  std::vector<PartItem> items;
  for (const QAction* action : context_.actions().all()) {
    if (!action->objectName().startsWith(kController)) continue;
    const std::string type = action->objectName().mid(kController.size()).toStdString();
    items.push_back({.id = action->objectName(),
                     .name = action->iconText().section(QStringLiteral(" ("), 0, 0),  // a card is narrow
                     .help = QString::fromStdString(edits::controllerMeaning(type)) + u'.',
                     .also = tr("controller control") + u' ' + action->iconText() + u' ' +
                             QString::fromStdString(edits::otherControllerWords(type)),
                     .icon = QStringLiteral("controller"),
                     .picture = pictureOf("controller_" + QString::fromStdString(type))});
  }
  view_->addGroup(tr("Controllers"), items);
}

void PartsPanel::look(const QString& id) {
  const Part* part = partOf(id);
  const PartPlace place = part ? adder_.selectedPlace(*part) : PartPlace();
  if (part && context_.document().isOpen() && whyNot(*part, place).isEmpty())
    preview_.show(adder_.editOf(*part, place));
  else
    preview_.hide();
}

void PartsPanel::refresh() {
  view_->setReasons([this](const QString& id) {
    if (!context_.document().isOpen()) return tr("Open or begin a project first");
    if (const Part* part = partOf(id)) return whyNot(*part, adder_.selectedPlace(*part));
    const QAction* action = context_.actions().find(id);
    return action && !action->isEnabled() ? action->toolTip() : QString();
  });
}

}  // namespace tendril
