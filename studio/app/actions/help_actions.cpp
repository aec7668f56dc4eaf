// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/help_actions.hpp"

#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/help/shortcut_sheet.hpp"

namespace tendril {
namespace {

std::vector<ShortcutGroup> shortcuts() {
  const auto tr = [](const char* text) { return HelpActions::tr(text); };
  return {{tr("Run"),
           {{"Space", tr("Play or pause")},
            {".", tr("Step")},
            {",", tr("Step back")},
            {"Home", tr("Reset")},
            {"+  −", tr("Faster, slower")}}},
          {tr("View"),
           {{"Left drag", tr("Orbit")},
            {"Middle drag", tr("Pan")},
            {"Wheel", tr("Zoom to the cursor")},
            {"Double click", tr("Set the pivot")},
            {"Click", tr("Select a link")},
            {"F", tr("Frame the robot")},
            {"1  3  7", tr("Front, right, top")},
            {"Tab", tr("Show or hide panels")}}},
          {tr("Project"),
           {{"Ctrl+O", tr("Open")},
            {"Ctrl+E", tr("Save a picture")},
            {"F1  Ctrl+/", tr("This sheet")},
            {"Esc", tr("Close what floats")},
            {"Ctrl+Q", tr("Quit")}}}};
}

}  // namespace

HelpActions::HelpActions(MainWindow& window) : QObject(&window) {
  auto* sheet = new ShortcutSheet(shortcuts(), &window);
  const QList<QKeySequence> keys = {Qt::Key_F1, Qt::CTRL | Qt::Key_Slash};
  QAction* help = makeAction(window, tr("Keyboard and mouse"), "keyboard", keys, [sheet] {
    if (sheet->isVisible())
      sheet->hide();
    else
      sheet->openCentred();
  });
  window.header().addTool(help);
}

}  // namespace tendril
