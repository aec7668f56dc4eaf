// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/palette_actions.hpp"

#include <QMenu>
#include <QToolButton>

#include "core/form/field_rows.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/examples.hpp"

namespace tendril {
namespace {

// What is done often stands before what is gone to.
constexpr int kActionWeight = 30, kPanelWeight = 20, kObjectWeight = 15, kFieldWeight = 5, kExampleWeight = 10;

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

QString kindOf(TargetKind kind) {
  const auto tr = [](const char* source) { return PaletteActions::tr(source); };
  switch (kind) {
    case TargetKind::kProject:
      return tr("project");
    case TargetKind::kSimulation:
      return tr("how the motion is computed");
    case TargetKind::kParameters:
      return tr("named numbers");
    case TargetKind::kLink:
      return tr("link");
    case TargetKind::kMaterial:
      return tr("material");
    case TargetKind::kActuator:
      return tr("actuator");
    case TargetKind::kLoad:
      return tr("load");
    case TargetKind::kLoop:
      return tr("loop");
    case TargetKind::kObject:
      return tr("object");
    case TargetKind::kController:
      return tr("controller");
  }
  return {};
}

}  // namespace

PaletteActions::PaletteActions(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      palette_(new CommandPalette([this] { return entries(); }, &context.window())) {
  QAction* open =
      context.actions().add(tr("Search and commands"), "search", {QKeySequence(Qt::CTRL | Qt::Key_K)}, [this] {
        if (palette_->isVisible())
          palette_->hide();
        else
          palette_->openPalette();
      });
  open->setObjectName(QStringLiteral("palette"));
  context.header().setSearch(open);
}

std::vector<PaletteEntry> PaletteActions::entries() const {
  std::vector<PaletteEntry> entries;
  addActions(entries);
  addMenuEntries(entries);
  addObjects(entries);
  addExamples(entries);
  addFields(entries);
  addSignals(entries);
  return entries;
}

void PaletteActions::addActions(std::vector<PaletteEntry>& entries) const {
  for (QAction* action : context_.actions().all()) {
    if (action->text().isEmpty() || !action->isVisible()) continue;
    QString title = action->text();
    entries.push_back({.title = title.remove(u'&'),
                       .detail = action->property(kActionGroup).toString(),
                       .also = action->property(kAlsoFound).toString(),
                       .keys = action->shortcut().toString(QKeySequence::NativeText),
                       .icon = action->property("iconName").toString(),
                       .run = [action] { action->trigger(); },
                       .enabled = action->isEnabled(),
                       .weight = kActionWeight});
  }
  for (const QString& id : context_.panels().panelIds()) {
    const bool open = context_.panels().isPanelVisible(id);
    entries.push_back({.title = context_.panels().panelAction(id)->text(),
                       .detail = open ? tr("close") : tr("open"),
                       .icon = "layout",
                       .run =
                           [this, id, open] {
                             if (open)
                               context_.panels().setPanelOpen(id, false);
                             else
                               context_.panels().showPanel(id);
                           },
                       .weight = kPanelWeight});
  }
}

/// What the Add menu of the tree has, without what is an action by itself.
void PaletteActions::addMenuEntries(std::vector<PaletteEntry>& entries) const {
  QMenu* menu = context_.robot().addMenu();
  if (!menu || !context_.document().isOpen()) return;
  Q_EMIT menu->aboutToShow();  // enables what the selection allows
  addMenuEntries(*menu, entries);
}

void PaletteActions::addMenuEntries(const QMenu& menu, std::vector<PaletteEntry>& entries) const {
  for (QAction* action : menu.actions()) {
    if (action->menu()) addMenuEntries(*action->menu(), entries);
    if (action->isSeparator() || action->menu() || action->text().isEmpty() || !action->objectName().isEmpty())
      continue;
    QString title = action->text();
    entries.push_back({.title = tr("Add: %1").arg(title.remove(u'&')),
                       .detail = tr("to the robot"),
                       .also = tr("new insert") + u' ' + action->property(kAlsoFound).toString(),
                       .icon = "plus",
                       .run = [action] { action->trigger(); },
                       .enabled = action->isEnabled(),
                       .weight = kActionWeight});
  }
}

void PaletteActions::addObjects(std::vector<PaletteEntry>& entries) const {
  for (const Target& target : targetsOf(context_.description())) {
    entries.push_back({.title = titleOf(context_.description(), target),
                       .detail = kindOf(target.kind),
                       .icon = target.kind == TargetKind::kLink ? "link-rigid" : "project",
                       .run = [this, target] { context_.selection().select(target); },
                       .weight = kObjectWeight});
  }
}

void PaletteActions::addFields(std::vector<PaletteEntry>& entries) const {
  for (const Target& target : targetsOf(context_.description())) {
    const QString owner = titleOf(context_.description(), target);
    for (const FieldRow& row : fieldRows(context_.description(), pathOf(context_.description(), target))) {
      if (!row.active || row.kind == FieldKind::kGroup) continue;
      entries.push_back({.title = QStringLiteral("%1: %2").arg(owner, text(row.label.empty() ? row.key : row.label)),
                         .detail = text(row.path),
                         .icon = "field",
                         .run = [this, field = text(row.path)] { context_.goToField(field); },
                         .weight = kFieldWeight,
                         .onlyWhenAsked = true});
    }
  }
}

void PaletteActions::addSignals(std::vector<PaletteEntry>& entries) const {
  const auto& model = context_.player().snapshot().model;
  if (!model || !context_.panels().hasPanel("plots")) return;
  const SignalCatalogue catalogue(*model);
  for (const Signal& signal : catalogue.signals())
    entries.push_back({.title = text(signal.name),
                       .detail = tr("plot: %1").arg(text(signal.description)),
                       .icon = "controller",
                       .run = [this, name = text(signal.name)] { context_.plot(name); },
                       .onlyWhenAsked = true});
}

void PaletteActions::addExamples(std::vector<PaletteEntry>& entries) const {
  for (const Example& example : findExamples())
    entries.push_back({.title = example.title,
                       .detail = tr("open this example"),
                       .icon = "gallery",
                       .run = [this, path = example.path] { context_.openProject(path); },
                       .weight = kExampleWeight});
}

}  // namespace tendril
