// SPDX-License-Identifier: GPL-3.0-or-later
// Panels, workspaces, palette, tree and timeline in a real window, by mouse and keyboard.
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QToolButton>

#include "studio/app/actions/layout_actions.hpp"
#include "studio/app/layouts/panel_overlay.hpp"
#include "studio/app/layouts/panel_title.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/help/guide.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/palette/command_palette.hpp"

namespace tendril {
namespace {

class ShellTest : public StudioTest {
 protected:
  void SetUp() override {
    QSettings().remove("layouts");
    QSettings().remove("lastLayout");
    StudioTest::SetUp();
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, key, modifiers);
    handleEvents();
  }
  void openSoft(bool play) { open(exampleNamed("soft-manipulator"), play); }
  PanelHost& panels() { return window.panels(); }
  double share() const {
    const MainWindow& w = window;
    QWidget* view = w.findChild<ViewArea*>();
    return 1.0 * view->width() * view->height() / (w.width() * w.height());
  }
  /// A second panel in the drawer.
  void addTrial() {
    window.panels().addPanel({.id = "trial",
                              .title = "Trial",
                              .icon = "field",
                              .widget = new QLabel("trial"),
                              .area = PanelArea::kDrawer,
                              .workspaces = InWorkspace::kRun});
    handleEvents();
  }
};

TEST_F(ShellTest, PanelsHaveTheirSizesFromTheStart) {
  EXPECT_TRUE(soon([&] { return panels().dock("inspector")->width() == 315; })) << panels().dock("inspector")->width();
  EXPECT_TRUE(soon([&] { return panels().dock("tree")->width() == 260; })) << panels().dock("tree")->width();
}

TEST_F(ShellTest, TheWindowComesBackAsItWasLeft) {
  window.resize(1360, 820);
  panels().setWorkspace(Workspace::kRun);
  panels().setPanelOpen("tree", false);
  ASSERT_TRUE(soon([&] { return panels().isPanelVisible("plots") && window.width() == 1360; }));
  panels().resizeDocks({panels().dock("plots")}, {260}, Qt::Vertical);
  ASSERT_TRUE(soon([&] { return panels().dock("plots")->height() == 260; }));
  window.layouts().keepLast();
  MainWindow other;
  other.layouts().restoreLast();
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other, kPatience));
  EXPECT_TRUE(soon([&] { return other.size() == window.size(); }));
  EXPECT_EQ(other.panels().workspace(), Workspace::kRun);
  EXPECT_FALSE(other.panels().isPanelOpen("tree"));
  EXPECT_TRUE(soon([&] { return other.panels().dock("plots")->height() == 260; }))
      << other.panels().dock("plots")->height();
}

TEST_F(ShellTest, TheViewKeepsItsShareAtTheReferenceSize) {
  addTrial();
  window.resize(1440, 900);
  untilStill();
  for (const Workspace workspace : {Workspace::kBuild, Workspace::kRun, Workspace::kAnalyse, Workspace::kFigure}) {
    panels().setWorkspace(workspace);
    untilStill();
    // Panels are docked, so what they take is what they would lie over.
    const bool drawer = panels().isPanelVisible("plots") || panels().isPanelVisible("trial");
    EXPECT_GE(share(), drawer ? 0.38 : 0.545) << static_cast<int>(workspace);
  }
  window.resize(1100, 700);
  untilStill();
  for (const Workspace workspace : {Workspace::kBuild, Workspace::kRun}) {
    panels().setWorkspace(workspace);
    untilStill();
    EXPECT_TRUE(window.view().rect().contains(window.transport().geometry()));
  }
}

TEST_F(ShellTest, BelowItsWidthTheInspectorOverlaysAndComesWithASelection) {
  addTrial();
  openSoft(false);
  window.resize(1100, 700);
  untilStill();
  EXPECT_TRUE(panels().isOverlaid("inspector"));
  auto* overlay = window.findChild<PanelOverlay*>();
  ASSERT_TRUE(overlay);
  EXPECT_FALSE(overlay->isVisible());
  const int width = window.view().width();
  window.selection().select(Target::link(window.player().snapshot().model->links[0].id));
  EXPECT_TRUE(soon([&] { return overlay->isVisible(); }));
  EXPECT_EQ(window.view().width(), width);
  keep("overlay-light");
  window.resize(1440, 900);
  EXPECT_TRUE(soon([&] { return !overlay->isVisible() && panels().isPanelVisible("inspector"); }));
  EXPECT_FALSE(panels().isOverlaid("inspector"));
}

TEST_F(ShellTest, APanelClosesAndOpens) {
  ASSERT_TRUE(panels().isPanelVisible("tree"));
  auto* close = window.findChild<QToolButton*>("panel_tree_close");
  ASSERT_TRUE(close);
  QTest::mouseClick(close, Qt::LeftButton);
  EXPECT_TRUE(soon([&] { return !panels().isPanelVisible("tree"); }));
  EXPECT_FALSE(panels().panelAction("tree")->isChecked());
  panels().panelAction("tree")->trigger();
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("tree"); }));
}

TEST_F(ShellTest, FloatingAndDockingNeverHurtTheView) {
  openSoft(true);
  QDockWidget* dock = panels().dock("tree");
  for (int i = 0; i < 6; ++i) {
    QTest::mouseClick(window.findChild<QToolButton*>("panel_tree_float"), Qt::LeftButton);
    ASSERT_TRUE(soon([&] { return dock->isFloating() == (i % 2 == 0); }));
    const double before = time();
    EXPECT_TRUE(soon([&] { return time() > before; }));
  }
  EXPECT_FALSE(dock->isFloating());
  const QImage picture = window.view().viewport().grabImage({320, 200});
  EXPECT_FALSE(picture.isNull());
}

TEST_F(ShellTest, AFloatingPanelComesBackAsLeft) {
  QDockWidget* dock = panels().dock("tree");
  dock->setFloating(true);
  dock->move(window.pos() + QPoint(300, 200));
  handleEvents();
  panels().setWorkspace(Workspace::kRun);
  handleEvents();
  EXPECT_FALSE(dock->isFloating());
  panels().setWorkspace(Workspace::kBuild);
  EXPECT_TRUE(soon([&] { return dock->isFloating() && dock->isVisible(); }));
}

TEST_F(ShellTest, KeysChooseWorkspacesWithPanelsOfTheirOwn) {
  addTrial();
  press(Qt::Key_2, Qt::ControlModifier);
  EXPECT_EQ(panels().workspace(), Workspace::kRun);
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("plots"); }));
  EXPECT_TRUE(panels().isPanelOpen("trial"));
  keep("workspace-run-light");
  panels().setPanelOpen("plots", false);
  press(Qt::Key_1, Qt::ControlModifier);
  EXPECT_FALSE(panels().isPanelVisible("trial"));
  press(Qt::Key_2, Qt::ControlModifier);
  EXPECT_FALSE(panels().isPanelOpen("plots"));
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("trial"); }));
  panels().resetLayout();
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("plots"); }));
}

TEST_F(ShellTest, TabsOfTheDrawerBringPanelsToTheFront) {
  addTrial();
  panels().setWorkspace(Workspace::kRun);
  panels().showPanel("plots");
  ASSERT_TRUE(soon([&] { return panels().isPanelVisible("plots"); }));
  handleEvents();
  auto* title = panels().dock("plots")->findChild<PanelTitle*>();
  const QRect tab = title->tabRect(panels().dock("trial"));
  ASSERT_FALSE(tab.isEmpty());
  QTest::mouseClick(title, Qt::LeftButton, {}, tab.center());
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("trial") && !panels().isPanelVisible("plots"); }));
}

TEST_F(ShellTest, TabHidesPanelsButNotWhileTyping) {
  press(Qt::Key_Tab);
  EXPECT_FALSE(panels().isPanelVisible("tree"));
  press(Qt::Key_Tab);
  EXPECT_TRUE(panels().isPanelVisible("tree"));
  window.robot().filterField().setFocus();
  handleEvents();
  press(Qt::Key_Tab);
  EXPECT_TRUE(panels().isPanelVisible("tree"));
  EXPECT_FALSE(window.robot().filterField().hasFocus());
}

TEST_F(ShellTest, LayoutsAreKeptUnderNames) {
  panels().setPanelOpen("tree", false);
  window.layouts().saveLayout("bare/one");
  EXPECT_EQ(LayoutActions::layoutNames(), QStringList("bare-one"));
  panels().resetAllLayouts();
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("tree"); }));
  EXPECT_TRUE(window.layouts().loadLayout("bare-one"));
  EXPECT_FALSE(panels().isPanelOpen("tree"));
  EXPECT_FALSE(window.layouts().loadLayout("no such layout"));
  window.layouts().saveLayout("   ");
  EXPECT_EQ(LayoutActions::layoutNames().size(), 1);
  LayoutActions::removeLayout("bare-one");
  EXPECT_TRUE(LayoutActions::layoutNames().isEmpty());
}

TEST_F(ShellTest, NonsenseIsNoLayout) {
  for (const QByteArray& bytes : {QByteArray(), QByteArray("x"), QByteArray(1000, '\xff'), panels().layouts().left(20)})
    EXPECT_FALSE(panels().setLayouts(bytes));
  panels().resetAllLayouts();
  EXPECT_TRUE(soon([&] { return panels().isPanelVisible("tree"); }));
}

TEST_F(ShellTest, ThePaletteFindsWhatWordsMean) {
  open(exampleNamed("double-pendulum"), false);
  QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
  auto* palette = window.findChild<CommandPalette*>();
  ASSERT_TRUE(palette);
  const auto typed = [&](const char* words) {
    auto* field = palette->findChild<QLineEdit*>("palette_field");
    field->clear();
    QTest::keyClicks(field, words);
    return palette->titles();
  };
  EXPECT_TRUE(typed("add").contains("Add: Rod"));
  EXPECT_TRUE(typed("add").contains("Add: Water around the robot"));
  EXPECT_TRUE(typed("export").contains("Picture of the view at any size"));
  EXPECT_TRUE(typed("film").contains("Film the view"));
  EXPECT_TRUE(typed("import").contains("Open"));
  EXPECT_EQ(typed("delete").value(0), "Delete what is selected");
  EXPECT_EQ(typed("erase").value(0), "Delete what is selected");
  EXPECT_TRUE(typed("control").filter("controller", Qt::CaseInsensitive).size() > 5);
  const std::size_t links = window.document().description().links.size();
  typed("add rod");
  EXPECT_EQ(palette->titles().value(0), "Add: Rod");
  QTest::keyClick(palette->findChild<QLineEdit*>("palette_field"), Qt::Key_Return);
  ASSERT_TRUE(soon([&] { return window.document().description().links.size() == links + 1; }));
}

TEST_F(ShellTest, ThePaletteFindsAndDoes) {
  openSoft(false);
  press(Qt::Key_K, Qt::ControlModifier);
  auto* palette = window.findChild<CommandPalette*>();
  ASSERT_TRUE(palette);
  ASSERT_TRUE(soon([&] { return palette->isVisible(); }));
  auto* field = palette->findChild<QLineEdit*>("palette_field");
  keep("palette-light");
  QTest::keyClicks(field, "workspace analyse");
  field->clear();
  QTest::keyClicks(field, "analyse");
  ASSERT_FALSE(palette->titles().isEmpty());
  EXPECT_EQ(palette->titles().front(), "Analyse");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(soon([&] { return panels().workspace() == Workspace::kAnalyse; }));
}

TEST_F(ShellTest, ThePaletteSelectsObjects) {
  openSoft(false);
  const std::string name = window.description().links.back().name;
  press(Qt::Key_K, Qt::ControlModifier);
  auto* palette = window.findChild<CommandPalette*>();
  auto* field = palette->findChild<QLineEdit*>("palette_field");
  QTest::keyClicks(field, QString::fromStdString(name));
  ASSERT_TRUE(palette->titles().contains(QString::fromStdString(name)));
  while (palette->titles().front() != QString::fromStdString(name)) {
    QTest::keyClicks(field, " link");
    ASSERT_LT(field->text().size(), 100);
  }
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(soon([&] { return window.selection().current() == Target::link(window.description().links.back().id); }));
}

TEST_F(ShellTest, TreeAndViewFollowEachOther) {
  openSoft(false);
  const auto& links = window.description().links;
  const TreeItem item{.kind = TreeItem::Kind::kLink, .id = links.back().id};
  RobotTree& tree = window.tree();
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(tree.indexOf(item)).center());
  EXPECT_EQ(window.selection().current(), Target::link(links.back().id));
  EXPECT_EQ(window.view().viewport().selectedLink(), static_cast<int>(links.size()) - 1);
  press(Qt::Key_Escape);
  EXPECT_EQ(window.view().viewport().selectedLink(), -1);
  EXPECT_TRUE(tree.selected().empty());
  const int first = 0;
  window.selection().select(Target::link(links[first].id));
  ASSERT_EQ(tree.selected().size(), 1u);
  EXPECT_EQ(tree.selected()[0].id, links[first].id);
  EXPECT_EQ(window.view().viewport().selectedLink(), first);
}

TEST_F(ShellTest, RenamingAndDeletingInTheTreeAreEdits) {
  openSoft(false);
  const std::string before = window.document().document().text();
  const auto id = window.description().links.back().id;
  const std::string old = window.description().links.back().name;
  window.selection().select(Target::link(id));
  press(Qt::Key_F2);
  auto* field = window.tree().findChild<QLineEdit*>("rename");
  ASSERT_TRUE(field);
  field->selectAll();
  QTest::keyClicks(field, "renamed");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(soon([&] { return window.description().links.back().name == "renamed"; }));
  EXPECT_EQ(window.selection().current(), Target::link(id));
  EXPECT_TRUE(window.document().isDirty());
  window.tree().setFocus();
  press(Qt::Key_Delete);
  EXPECT_TRUE(soon([&] { return !exists(window.description(), Target::link(id)); }));
  EXPECT_TRUE(window.selection().isEmpty());
  while (window.document().document().canUndo()) window.document().undo();
  EXPECT_EQ(window.document().document().text(), before);
  EXPECT_FALSE(window.document().isDirty());
}

TEST_F(ShellTest, TheTimelineScrubsAndFollows) {
  openSoft(true);
  ASSERT_TRUE(soon([&] { return time() > 0.6; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return window.player().state() == RunState::kPaused; }));
  const double latest = time();
  auto* timeline = window.findChild<Timeline*>();
  ASSERT_TRUE(timeline && timeline->isVisible());
  const int y = timeline->height() / 2;
  QTest::mousePress(timeline, Qt::LeftButton, {}, {qRound(timeline->xOf(0.4)), y});
  QTest::mouseMove(timeline, {qRound(timeline->xOf(0.3)), y});
  QTest::mouseMove(timeline, {qRound(timeline->xOf(0.2)), y});
  QTest::mouseRelease(timeline, Qt::LeftButton, {}, {qRound(timeline->xOf(0.2)), y});
  EXPECT_TRUE(soon([&] { return std::abs(time() - 0.2) < 0.05; }));
  EXPECT_TRUE(window.player().snapshot().replaying);
  EXPECT_EQ(window.status().stateText(), "Replaying, paused");
  keep("timeline-light");
  const double shown = time();
  QTest::keyClick(timeline, Qt::Key_Right);
  EXPECT_TRUE(soon([&] { return time() > shown; }));
  QTest::keyClick(timeline, Qt::Key_End);
  EXPECT_TRUE(soon([&] { return std::abs(time() - latest) < 1e-9 && !window.player().snapshot().replaying; }));
}

TEST_F(ShellTest, F1ExplainsWhatHasTheFocus) {
  window.findChild<Timeline*>()->show();
  window.findChild<Timeline*>()->setFocus();
  QCursor::setPos(window.mapToGlobal(QPoint(-50, -50)));
  handleEvents();
  press(Qt::Key_F1);
  auto* card = window.findChild<HelpCard*>();
  ASSERT_TRUE(card);
  EXPECT_TRUE(soon([&] { return card->isVisible(); }));
  EXPECT_EQ(card->accessibleName(), "Timeline");
  keep("help-light");
  QTest::keyClick(card, Qt::Key_Escape);
  EXPECT_FALSE(card->isVisible());
}

TEST_F(ShellTest, TheGuideOpensAndItsLinksLead) {
  press(Qt::Key_F1, Qt::ShiftModifier);
  auto* guide = window.findChild<Guide*>();
  ASSERT_TRUE(guide);
  EXPECT_TRUE(soon([&] { return guide->isVisible(); }));
  ASSERT_GT(guide->pages().size(), 6);
  for (const QString& page : guide->pages()) {
    guide->openPage(QUrl(page));
    EXPECT_GT(guide->text().size(), 200) << page.toStdString();
  }
  guide->openPage(QUrl("first-steps.md#pull-it"));
  EXPECT_TRUE(guide->text().contains("Pull it"));
  handleEvents();
  keepPicture(guide->grab(), "guide-light");
  guide->openPage(QUrl("performance.md"));
  handleEvents();
  keepPicture(guide->grab(), "guide-performance-light");
  QTest::keyClick(guide, Qt::Key_Escape);
  EXPECT_FALSE(guide->isVisible());
}

}  // namespace
}  // namespace tendril
