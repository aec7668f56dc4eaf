// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/controller_actions.hpp"

#include <QAction>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/controller_designer.hpp"

namespace tendril {
namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// Actuators that a controller would serve, as a line.
QString servesLine(const Description& description, const std::vector<ObjectId>& outputs) {
  QStringList names;
  for (const description::Actuator& actuator : description.actuators)
    if (std::find(outputs.begin(), outputs.end(), actuator.id) != outputs.end()) names << text(actuator.name);
  if (names.size() > 6) names = names.mid(0, 5) << ControllerActions::tr("%1 more").arg(names.size() - 5);
  return ControllerActions::tr("Gives the inputs of %1").arg(names.join(QStringLiteral(", ")));
}

}  // namespace

ControllerActions::ControllerActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  addKinds();
  addPlots();
  connect(&context.selection(), &Selection::changed, this, &ControllerActions::refresh);
  connect(&context.document(), &DocumentHost::changed, this, &ControllerActions::refresh);
  connect(&context.document(), &DocumentHost::opened, this, &ControllerActions::refresh);
  connect(&context.player(), &Player::modelChanged, this, &ControllerActions::refresh);
  refresh();
}

std::vector<edits::ControllerOffer> ControllerActions::offers() const {
  return edits::controllerOffers(context_.description(), context_.player().snapshot().model.get(),
                                 context_.selection().ids(TargetKind::kActuator));
}

void ControllerActions::addKinds() {
  for (const edits::ControllerOffer& offer : offers()) {
    const std::string type = offer.type;
    const QString title = tr("Add controller: %1").arg(text(edits::controllerTitle(type)));
    QAction* action = context_.actions().add(title, "controller", {}, [this, type] { add(type); });
    action->setObjectName(QStringLiteral("addController:") + text(type));
    action->setIconText(text(edits::controllerTitle(type)));  // where the menu says that it adds controllers
    kinds_.push_back(action);
  }
}

void ControllerActions::addPlots() {
  plots_ = context_.actions().add(tr("Plot reference, error and inputs"), "plot-signals", {},
                                  [this] { context_.plotController(selected()); });
  plots_->setObjectName(QStringLiteral("plotController"));
  plots_->setToolTip(tr("What the selected controller follows and where the robot is, what is left, what it demands"));
  plots_->setProperty(kInObjectMenu, true);
}

QString ControllerActions::selected() const {
  const auto current = context_.selection().current();
  if (!current || current->kind != TargetKind::kController) return {};
  return titleOf(context_.description(), *current);
}

void ControllerActions::refresh() {
  const std::vector<edits::ControllerOffer> all = offers();
  for (std::size_t i = 0; i < kinds_.size() && i < all.size(); ++i) {
    kinds_[i]->setEnabled(context_.document().isOpen() && all[i].reason.empty());
    kinds_[i]->setToolTip(all[i].reason.empty() ? servesLine(context_.description(), all[i].outputs)
                                                : text(all[i].reason));
  }
  plots_->setEnabled(!selected().isEmpty());
}

void ControllerActions::add(const std::string& type) {
  for (const edits::ControllerOffer& offer : offers())
    if (offer.type == type && offer.reason.empty())
      context_.designer().design({type, offer.outputs}, [this](const ControllerDesign& design) { select(design); });
}

/// Adds it; what was added is selected then.
void ControllerActions::select(const ControllerDesign& design) {
  if (!context_.document().tell(edits::addController(design))) return;
  for (const ItemRef& item : context_.document().document().touched())
    if (item.kind == ItemKind::kController &&
        edits::find(context_.description(), item.kind, edits::nameOf(context_.description(), item)) == item)
      context_.selection().select(Target::object(TargetKind::kController, item.id));
}

}  // namespace tendril
