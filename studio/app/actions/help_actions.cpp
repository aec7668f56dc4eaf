// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/help_actions.hpp"

#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/form/field_rows.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/examples.hpp"
#include "widgets/format.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kFieldPrefix = "field:";

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// "> 0", "0 … 1", "whole, ≥ 1"; empty if anything goes.
QString rangeOf(const FieldRow& row) {
  const bool below = std::isfinite(row.minimum), above = std::isfinite(row.maximum);
  const QString least = formatNumber(row.minimum), most = formatNumber(row.maximum);
  if (below && above) return QStringLiteral("%1 … %2").arg(least, most);
  if (below) return (row.exclusive ? QStringLiteral("> ") : QStringLiteral("≥ ")) + least;
  if (above) return (row.exclusive ? QStringLiteral("< ") : QStringLiteral("≤ ")) + most;
  return {};
}

HelpText helpOfField(const FieldRow& row) {
  const auto tr = [](const char* source) { return HelpActions::tr(source); };
  return {.title = text(row.label.empty() ? row.key : row.label),
          .kind = text(row.path),
          .text = row.meaning == row.label ? QString() : text(row.meaning),
          .rows = {{tr("Symbol"), text(row.symbol)},
                   {tr("Unit"), text(row.unit)},
                   {tr("Range"), rangeOf(row)},
                   {tr("Usual"), text(row.typical)},
                   {tr("Default"), text(row.defaultText)},
                   {tr("May use"), text(row.variables)},
                   {tr("When"), text(row.condition)},
                   {tr("Source"), text(row.source)},
                   {tr("Value from"), text(row.origin)}},
          .guide = text(row.guide)};
}

QString guideFolder() {
  return assetsFolder() + "/guide";
}

/// A dialog of ours that is not the guide: the shortcuts of the window do not reach it.
QDialog* dialogOf(const QObject* object) {
  const auto* widget = qobject_cast<const QWidget*>(object);
  auto* dialog = widget ? qobject_cast<QDialog*>(widget->window()) : nullptr;
  return qobject_cast<Guide*>(dialog) ? nullptr : dialog;
}

/// The section about a widget of a dialog, or about what the dialog was opened from.
QString sectionAround(const QWidget* widget) {
  for (; widget; widget = widget->window()->parentWidget())
    if (QString address = guideOf(widget); !address.isEmpty()) return address;
  return {};
}

/// Keys as the caps show them: several separated by two spaces.
QString keysOf(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& sequence : action.shortcuts()) keys << sequence.toString(QKeySequence::NativeText);
  return keys.join(QStringLiteral("  "));
}

ShortcutGroup mouse() {
  const auto tr = [](const char* source) { return HelpActions::tr(source); };
  return {tr("Mouse in the view"),
          {{tr("Left drag"), tr("Orbit")},
           {tr("Middle drag"), tr("Pan")},
           {tr("Wheel"), tr("Zoom to the cursor")},
           {tr("Double click"), tr("Set the pivot and frame")},
           {tr("Click"), tr("Select; again: joint, body, station")},
           {tr("Ctrl-click"), tr("Add to the selection")},
           {tr("Ctrl-drag"), tr("Pull the robot; pose it while paused")},
           {tr("Ctrl-Shift-drag"), tr("Twist it")},
           {tr("Right click"), tr("Menu of what is under the cursor")},
           {tr("Esc"), tr("Let go, climb, close what floats")}}};
}

}  // namespace

HelpActions::HelpActions(StudioContext& context)
    : QObject(&context.window()), context_(context), card_(new HelpCard(&context.window())) {
  context.view().viewport().setProperty(kHelpTitle, tr("3D view"));
  context.view().viewport().setProperty(
      kHelpText,
      tr("Left drag orbits, middle drag pans, the wheel zooms to the cursor, a double click sets the pivot. A "
         "click selects a link, each further click goes one step in: joint, body, station; with Ctrl it adds to the "
         "selection. Escape climbs. Ctrl-drag pulls the robot where it is held, Ctrl-Shift-drag twists it; while the "
         "time stands still both pose it instead."));
  context.view().setProperty(kHelpGuide, "first-steps.md#play-and-look");
  context.header().setProperty(kHelpGuide, "first-steps.md#open-a-robot");
  context.status().setProperty(kHelpGuide, "first-steps.md#play-and-look");
  connect(card_, &HelpCard::guideAsked, this, [this](const QString& address) {
    card_->hide();
    openGuide(address, &context_.window());
  });
  qApp->installEventFilter(this);
  QAction* what = context.actions().add(tr("What is this?"), "help", {Qt::Key_F1}, [this] { explain(); });
  QAction* keys = context.actions().add(tr("Keyboard and mouse"), "keyboard", {QKeySequence(Qt::CTRL | Qt::Key_Slash)},
                                        [this] { toggleSheet(); });
  context.header().addTool(keys);
  QAction* guide = context.actions().add(tr("Guide"), "guide", {QKeySequence(Qt::SHIFT | Qt::Key_F1)},
                                         [this] { openGuide({}, &context_.window()); });
  addMenu({guide, what, keys});
}

/// At the end of the project's menu, before what ends the program. Others add to it, too.
void HelpActions::addMenu(const QList<QAction*>& actions) {
  auto* help = new QMenu(tr("Help"), &context_.window());
  help->setObjectName(QStringLiteral("helpMenu"));
  help->addActions(actions);
  QMenu& project = context_.header().projectMenu();
  project.insertMenu(project.actions().isEmpty() ? nullptr : project.actions().last(), help);
}

/// The first time the card, the second time what it leads to.
void HelpActions::explain() {
  if (card_->isVisible()) {
    card_->hide();
    return openGuide(card_->guide(), &context_.window());
  }
  const auto [help, widget] = helpHere();
  if (help.isEmpty()) return openGuide(help.guide, &context_.window());
  card_->setHelp(withSection(help));
  card_->openAt(widget);
}

bool HelpActions::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F1) {
    if (QDialog* dialog = dialogOf(watched)) {
      openGuide(sectionAround(static_cast<const QWidget*>(watched)), dialog);
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

HelpText HelpActions::withSection(HelpText help) const {
  help.section = Guide::headingAt(guideFolder(), QUrl(help.guide));
  return help;
}

/// A guide above a dialog is the dialog's: where that is modal, no other window takes clicks.
void HelpActions::openGuide(const QString& address, QWidget* owner) {
  if (guide_ && guide_->parentWidget() != owner) delete guide_;
  if (!guide_) guide_ = new Guide(guideFolder(), owner);
  if (!address.isEmpty()) guide_->openPage(QUrl(address));
  guide_->show();
  guide_->raise();
  guide_->activateWindow();
}

HelpText HelpActions::helpOfWidget(const QWidget* widget) const {
  const QString name = widget->objectName();
  if (name.startsWith(kFieldPrefix)) {
    const std::string path = name.mid(static_cast<qsizetype>(std::strlen(kFieldPrefix))).toStdString();
    const Description& description = context_.description();
    const std::vector<FieldRow> rows = fieldRows(description, pathOf(description, targetOf(description, path)));
    for (const FieldRow& row : rows)
      if (row.path == path || path.starts_with(row.path + '[')) return helpOfField(row);  // or one number of a vector
  }
  return {};
}

std::pair<HelpText, QWidget*> HelpActions::helpHere() const {
  const QWidget* under = QApplication::widgetAt(QCursor::pos());
  const bool here = under && (under->window() == &context_.window() || under->window()->parentWidget());
  for (const QWidget* start : {here ? under : nullptr, static_cast<const QWidget*>(QApplication::focusWidget())}) {
    for (const QWidget* widget = start; widget; widget = widget->parentWidget()) {
      if (HelpText field = helpOfWidget(widget); !field.isEmpty()) return {field, const_cast<QWidget*>(widget)};
      if (const auto* dock = qobject_cast<const QDockWidget*>(widget); dock && helpOf(start).isEmpty())
        return {{.title = dock->windowTitle(), .kind = tr("Panel"), .guide = guideOf(dock)},
                const_cast<QWidget*>(widget)};
    }
    if (!start) continue;
    const HelpText help = helpOf(start);
    if (!help.isEmpty()) return {help, const_cast<QWidget*>(start)};
  }
  return {{.guide = guideOf(here ? under : QApplication::focusWidget())}, nullptr};
}

std::vector<ShortcutGroup> HelpActions::shortcuts() const {
  std::vector<ShortcutGroup> groups;
  for (const QAction* action : context_.actions().all()) {
    const QString keys = keysOf(*action);
    if (keys.isEmpty() || action->text().isEmpty()) continue;
    const QString title = action->property(kActionGroup).toString();
    auto group = std::find_if(groups.begin(), groups.end(), [&](const ShortcutGroup& g) { return g.title == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), ShortcutGroup{title, {}});
    QString name = action->text();
    group->rows.push_back({keys, name.remove(u'&')});
  }
  groups.push_back(mouse());
  return groups;
}

void HelpActions::toggleSheet() {
  if (sheet_ && sheet_->isVisible()) return sheet_->hide();
  // Made anew: actions come and go with what is open.
  delete sheet_;
  sheet_ = new ShortcutSheet(shortcuts(), &context_.window());
  sheet_->openCentred();
}

}  // namespace tendril
