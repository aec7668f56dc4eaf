// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/layout_actions.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QInputDialog>
#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "widgets/theme/icon.hpp"

namespace tendril {
namespace {

constexpr auto kGroup = "layouts", kLast = "lastLayout", kGeometry = "geometry";
constexpr int kLongestName = 60;

bool isTyping(const QWidget* widget) {
  return widget && (widget->inherits("QLineEdit") || widget->inherits("QAbstractSpinBox") ||
                    widget->inherits("QPlainTextEdit") || widget->inherits("QTextEdit"));
}

/// The focus goes on as Tab would move it, also in a panel that floats.
void focusNext(QWidget* from) {
  for (QWidget* next = from->nextInFocusChain(); next != from; next = next->nextInFocusChain())
    if (next->window() == from->window() && next->isVisible() && next->isEnabled() &&
        (next->focusPolicy() & Qt::TabFocus))
      return next->setFocus(Qt::TabFocusReason);
}

}  // namespace

LayoutActions::LayoutActions(StudioContext& context)
    : QObject(&context.window()), context_(context), menu_(new QMenu(&context.window())) {
  addWorkspaces();
  addPanels();
}

void LayoutActions::addWorkspaces() {
  const std::pair<Workspace, QString> workspaces[] = {{Workspace::kBuild, tr("Build")},
                                                      {Workspace::kRun, tr("Run")},
                                                      {Workspace::kAnalyse, tr("Analyse")},
                                                      {Workspace::kFigure, tr("Figure")}};
  auto* group = new QActionGroup(this);
  PanelHost& panels = context_.panels();
  for (const auto& [workspace, name] : workspaces) {
    const auto key = static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(workspace));
    QAction* action = context_.actions().add(name, {}, {QKeySequence(Qt::CTRL | key)},
                                             [&panels, workspace = workspace] { panels.setWorkspace(workspace); });
    action->setObjectName("workspace_" + name.toLower());
    action->setCheckable(true);
    group->addAction(action);
    const auto show = [action, &panels, workspace = workspace] { action->setChecked(panels.workspace() == workspace); };
    connect(&panels, &PanelHost::workspaceChanged, action, show);
    show();
  }
  context_.header().setWorkspaces(group->actions());
}

void LayoutActions::addPanels() {
  QAction* all = context_.actions().add(tr("Show or hide all panels"), "layout", {Qt::Key_Tab}, [this] {
    // In a field Tab goes on to the next one.
    if (QWidget* focus = QApplication::focusWidget(); isTyping(focus))
      focusNext(focus);
    else
      context_.panels().setPanelsShown(!context_.panels().panelsShown());
  });
  context_.actions().add(tr("Reset the layout of this workspace"), {}, {}, [this] { context_.panels().resetLayout(); });
  context_.actions().add(tr("Save the layout under a name"), {}, {}, [this] { askForName(); });
  QAction* quiet = context_.actions().add(tr("Close all messages"), {}, {QKeySequence(Qt::SHIFT | Qt::Key_Escape)},
                                          [this] { context_.notices().dismissAll(); });
  quiet->setObjectName(QStringLiteral("closeMessages"));
  quiet->setProperty(kAlsoFound, tr("dismiss notices toasts errors"));
  QToolButton* button = context_.header().addTool(all);
  button->setMenu(menu_);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setObjectName("layout_button");
  button->setToolTip(tr("Panels and layouts"));
  connect(menu_, &QMenu::aboutToShow, this, &LayoutActions::fillMenu);
}

void LayoutActions::fillMenu() {
  menu_->clear();
  for (const QString& id : context_.panels().panelIds()) menu_->addAction(context_.panels().panelAction(id));
  menu_->addSeparator();
  QAction* all = menu_->addAction(context_.panels().panelsShown() ? tr("Hide all panels") : tr("Show all panels"));
  connect(all, &QAction::triggered, this,
          [this] { context_.panels().setPanelsShown(!context_.panels().panelsShown()); });
  connect(menu_->addAction(tr("Reset the layout")), &QAction::triggered, this,
          [this] { context_.panels().resetLayout(); });
  menu_->addSeparator();
  for (const QString& name : layoutNames()) {
    QMenu* layout = menu_->addMenu(name);
    connect(layout->addAction(tr("Use")), &QAction::triggered, this, [this, name] { loadLayout(name); });
    connect(layout->addAction(themeIcon("trash"), tr("Delete")), &QAction::triggered, this,
            [name] { removeLayout(name); });
  }
  connect(menu_->addAction(tr("Save this layout…")), &QAction::triggered, this, &LayoutActions::askForName);
}

void LayoutActions::askForName() {
  auto* dialog = new QInputDialog(&context_.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save the layout"));
  dialog->setProperty("helpGuide", "running.md");
  dialog->setLabelText(tr("Name of the layout:"));
  connect(dialog, &QInputDialog::textValueSelected, this, &LayoutActions::saveLayout);
  dialog->open();
}

QStringList LayoutActions::layoutNames() {
  QSettings settings;
  settings.beginGroup(kGroup);
  return settings.childKeys();
}

void LayoutActions::saveLayout(const QString& name) {
  // A slash would begin a group in the settings.
  const QString key = name.simplified().replace(u'/', u'-').replace(u'\\', u'-').left(kLongestName);
  if (!key.isEmpty()) QSettings().setValue(QStringLiteral("%1/%2").arg(kGroup, key), context_.panels().layouts());
}

bool LayoutActions::loadLayout(const QString& name) {
  return context_.panels().setLayouts(QSettings().value(QStringLiteral("%1/%2").arg(kGroup, name)).toByteArray());
}

void LayoutActions::removeLayout(const QString& name) {
  QSettings().remove(QStringLiteral("%1/%2").arg(kGroup, name));
}

bool LayoutActions::restoreLast() {
  const bool placed = context_.window().restoreGeometry(QSettings().value(kGeometry).toByteArray());
  context_.panels().setLayouts(QSettings().value(kLast).toByteArray());
  return placed;
}

void LayoutActions::keepLast() {
  QSettings().setValue(kGeometry, context_.window().saveGeometry());
  QSettings().setValue(kLast, context_.panels().layouts());
}

}  // namespace tendril
