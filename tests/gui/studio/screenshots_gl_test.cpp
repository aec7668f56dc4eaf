// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every panel, popover and dialog, light and dark, at 100 % and 200 %, for a person to look at; each is on
// the screen before its picture is taken.
#include <QDialog>
#include <QProcess>
#include <QScreen>
#include <QSettings>
#include <QSlider>

#include <test_paths.hpp>
#include "studio/app/panels/gallery_page.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/gallery/gallery.hpp"
#include "widgets/gallery/gallery_card.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/help/shortcut_sheet.hpp"
#include "widgets/palette/command_palette.hpp"
#include "widgets/picture/picture_dialog.hpp"
#include "widgets/plots/plot_export_popover.hpp"
#include "widgets/transport/speed_popover.hpp"

namespace tendril {
namespace {

using Kind = TreeItem::Kind;

class ScreenshotsTest : public InspectorHands {
 protected:
  void SetUp() override {
    QSettings().remove("lastLayout");
    QSettings().remove("recentFiles");
    QSettings().remove("inspector/depth");
    StudioTest::SetUp();
    window.resize(1440, 900);
    ASSERT_TRUE(soon([&] { return window.width() == 1440; }));
  }

  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&window, key, modifiers); }

  /// What stands on the screen, in both themes; `top` is the dialog or menu that is the subject, if one is.
  void shoot(const QString& name, QWidget* top = nullptr) {
    for (const bool dark : {false, true}) {
      AppTheme::instance().setMode(dark ? ThemeMode::kDark : ThemeMode::kLight);
      const QString file = name + (dark ? "-dark" : "-light");
      if (top)
        keepWidget(*top, file);
      else
        keep(file);
    }
    AppTheme::instance().setMode(ThemeMode::kLight);
  }
  void keepWidget(QWidget& widget, const QString& name) {
    untilStill();
    QTest::qWait(50);  // a window of its own draws after the one below it
    keepPicture(widget.screen()->grabWindow(widget.winId()), name);
  }
  template <class T>
  T* shown() {
    T* found = nullptr;
    EXPECT_TRUE(soon([&] {
      for (T* each : window.findChildren<T*>())
        if (each->isVisible()) found = each;
      return found != nullptr;
    }));
    return found;
  }
  void action(const QString& text) {
    for (QAction* each : window.actions())
      if (each->text() == text) return each->trigger();
    ADD_FAILURE() << "no action " << text.toStdString();
  }
  void openRunning(const char* name, double until) {
    open(exampleNamed(name), true);
    ASSERT_TRUE(soon([&] { return time() > until; }));
    window.player().pause();
    ASSERT_TRUE(soon([&] { return !running(); }));
  }
};

TEST_F(ScreenshotsTest, Gallery) {
  action("Gallery");
  ASSERT_TRUE(soon([&] { return window.gallery().isShown(); }));
  auto* gallery = shown<Gallery>();
  ASSERT_TRUE(gallery);
  auto* strips = gallery->findChild<FilmStrips*>();
  ASSERT_TRUE(soon([&] { return !gallery->findChildren<GalleryCard*>().empty(); }));
  untilStill();  // cards that are seen ask for their pictures
  ASSERT_TRUE(soon([&] { return !strips->isReading(); }));
  shoot("gallery");
}

TEST_F(ScreenshotsTest, Workspaces) {
  openRunning("soft-manipulator", 2);
  clickInTree(Kind::kLink, "arm");
  const std::pair<Workspace, const char*> workspaces[] = {{Workspace::kBuild, "workspace-build"},
                                                          {Workspace::kRun, "workspace-run"},
                                                          {Workspace::kAnalyse, "workspace-analyse"},
                                                          {Workspace::kFigure, "workspace-figure"}};
  for (const auto& [workspace, name] : workspaces) {
    window.panels().setWorkspace(workspace);
    shoot(name);
  }
  window.panels().setWorkspace(Workspace::kBuild);
  window.resize(1100, 700);
  shoot("workspace-build-minimum");
}

TEST_F(ScreenshotsTest, InspectorOfEveryKindOfObject) {
  openRunning("soft-manipulator", 1);
  const std::tuple<Kind, const char*, const char*> objects[] = {
      {Kind::kProject, "Soft manipulator", "project"}, {Kind::kLink, "arm", "rod"},
      {Kind::kMaterial, "silicone", "material"},       {Kind::kActuator, "tendon 1", "tendon"},
      {Kind::kController, "pulls", "controller"},      {Kind::kSimulation, "Simulation", "simulation"},
      {Kind::kParameters, "Parameters", "parameters"}};
  for (const auto& [kind, text, name] : objects) {
    clickInTree(kind, text);
    shoot(QString("inspector-") + name);
  }
  showEverything();
  clickInTree(Kind::kLink, "arm");
  shoot("inspector-rod-numerics");
  clickInTree(Kind::kMaterial, "silicone");
  type("materials.silicone.young", "soft");
  shoot("inspector-error");
  open(exampleNamed("hybrid-arm"), false);
  clickInTree(Kind::kLink, "waist");
  shoot("inspector-rigid-numerics");
  clickInTree(Kind::kActuator, "motor waist");
  shoot("inspector-motor");
  ASSERT_TRUE(window.document().tell(edits::addLoad(window.description().links.back().id)));
  window.selection().select(Target::object(TargetKind::kLoad, window.description().loads.back().id));
  shoot("inspector-load");
  ASSERT_TRUE(window.document().tell(edits::addLoop(window.description().links.back().id, 0)));
  window.selection().select(Target::object(TargetKind::kLoop, window.description().loops.back().id));
  shoot("inspector-loop");
}

TEST_F(ScreenshotsTest, InputsAndPose) {
  openRunning("soft-manipulator", 2);
  window.panels().setWorkspace(Workspace::kAnalyse);
  window.panels().showPanel("inputs");
  shoot("panel-inputs");
  window.panels().showPanel("pose");
  shoot("panel-pose");
  open(exampleNamed("hybrid-arm"), false);
  window.panels().showPanel("pose");
  shoot("panel-pose-joints");
}

TEST_F(ScreenshotsTest, PlotsTimelineAndRuns) {
  openRunning("tendon-arm-3-segments", 2);
  window.panels().setWorkspace(Workspace::kRun);
  window.player().seek(1);
  ASSERT_TRUE(soon([&] { return window.player().snapshot().replaying; }));
  window.player().play();
  ASSERT_TRUE(soon([&] { return window.player().runs()->size() == 2 && time() > 2; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  shoot("panel-plots");
  click(window.status().runChip());
  shown<RunsPopover>();
  shoot("runs-popover");
  window.status().runs().hide();
  for (QToolButton* button : window.transport().findChildren<QToolButton*>())
    if (button->text().startsWith(u'×')) click(button);
  shown<SpeedPopover>();
  shoot("speed-popover");
  window.findChild<SpeedPopover*>()->hide();
  for (QAbstractButton* button : window.findChildren<QAbstractButton*>())
    if (button->isVisible() && button->toolTip().startsWith("Export")) {
      click(button);
      break;
    }
  shown<PlotExportPopover>();
  shoot("plot-export");
}

TEST_F(ScreenshotsTest, WhatFloats) {
  openRunning("soft-manipulator", 1);
  press(Qt::Key_K, Qt::ControlModifier);
  auto* palette = shown<CommandPalette>();
  ASSERT_TRUE(palette);
  shoot("palette");
  QTest::keyClicks(palette->findChild<QLineEdit*>("palette_field"), "pla");
  shoot("palette-typed");
  QTest::keyClick(palette->findChild<QLineEdit*>("palette_field"), Qt::Key_Escape);
  press(Qt::Key_Slash, Qt::ControlModifier);
  ASSERT_TRUE(shown<ShortcutSheet>());
  shoot("shortcuts");
  QTest::keyClick(shown<ShortcutSheet>(), Qt::Key_Escape);
  clickInTree(Kind::kMaterial, "silicone");
  QWidget* young = field("materials.silicone.young");
  ASSERT_TRUE(young);
  young->setFocus();
  QCursor::setPos(young->mapToGlobal(young->rect().center()));
  ASSERT_TRUE(soon([&] { return young->underMouse(); }));
  press(Qt::Key_F1);
  ASSERT_TRUE(shown<HelpCard>());
  shoot("help-card");
  QTest::keyClick(shown<HelpCard>(), Qt::Key_Escape);
  openAndWait(written("broken.tendril.json", R"({"format": "tendril", "version": 1, "links": [{"name": "a", "parent":
    "nobody", "joint": {"type": "revolute", "axis": [0, 0, 0]}, "body": {"type": "rigid", "mass": -1}}], "lnks": 3})"));
  shoot("refused-file");
  for (QToolButton* button : window.status().findChildren<QToolButton*>())
    if (button->text().contains("problem")) click(button);
  ASSERT_TRUE(shown<ProblemsPopover>());
  shoot("problems-popover");
}

TEST_F(ScreenshotsTest, MenusAndDialogs) {
  openRunning("soft-manipulator", 1);
  press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
  if (auto* dialog = shown<PictureDialog>()) {
    shoot("picture-dialog", dialog);
    dialog->close();
  }
  auto* add = window.findChild<QToolButton*>("tree_add");
  ASSERT_TRUE(add && add->menu());
  for (const auto& [menu, name] :
       {std::pair<QMenu*, const char*>{add->menu(), "menu-add"}, {&window.header().projectMenu(), "menu-project"}}) {
    menu->popup(window.mapToGlobal(QPoint(40, 60)));
    ASSERT_TRUE(soon([&, m = menu] { return m->isVisible(); }));
    shoot(name, menu);
    menu->close();
  }
  clickInTree(Kind::kMaterial, "silicone");
  type("materials.silicone.young", "2 MPa");
  window.close();
  if (auto* dialog = shown<QDialog>()) {
    shoot("ask-to-save", dialog);
    dialog->reject();
  }
  QMetaObject::invokeMethod(window.findChild<QAction*>("saveAs"), "trigger");
  if (auto* dialog = shown<QDialog>()) {
    shoot("save-as", dialog);
    dialog->reject();
  }
}

TEST_F(ScreenshotsTest, NothingOpenAndANewProject) {
  shoot("nothing-open");
  window.document().newProject(LinkTemplate::kRod);
  ASSERT_TRUE(soon([&] { return window.player().snapshot().model && settled(); }));
  shoot("new-project");
}

/// What shows every kind of widget, in a process of its own, on a screen of its own that is large enough.
TEST(ScreenshotsAtTwoHundredPercent, AreTaken) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("QT_SCALE_FACTOR", "2");
  process.setProcessEnvironment(environment);
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(TENDRIL_SOURCE_DIR "/tests/support/own_screen.sh",
                {"3200x2000", QCoreApplication::applicationFilePath(),
                 "--gtest_filter=ScreenshotsTest.Workspaces:ScreenshotsTest.MenusAndDialogs"});
  ASSERT_TRUE(process.waitForFinished(540'000)) << process.errorString().toStdString();
  EXPECT_EQ(process.exitCode(), 0) << process.readAll().toStdString();
  const QImage whole(TENDRIL_BINARY_DIR "/screenshots/200/workspace-build-light.png");
  EXPECT_EQ(whole.size(), QSize(2880, 1800));
}

}  // namespace
}  // namespace tendril
