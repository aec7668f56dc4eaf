// SPDX-License-Identifier: GPL-3.0-or-later
// Robots of other programs in the window: opened, dropped on a robot, saved elsewhere, refused.
#include <gmock/gmock.h>

#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

#include "studio/app/panels/gallery_page.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/viewport/view_geometry.hpp"

namespace tendril {
namespace {

constexpr auto kArm =
    "<robot name='two bars'><link name='foot'><visual><geometry><mesh filename='meshes/foot.stl'/></geometry></visual>"
    "</link><link name='bar'><inertial><origin xyz='0 0 0.2'/><mass value='1'/><inertia ixx='0.01' iyy='0.01' "
    "izz='0.002' ixy='0' ixz='0' iyz='0'/></inertial><visual><origin xyz='0 0 0.2'/><geometry><cylinder radius='0.03' "
    "length='0.4'/></geometry></visual></link><joint name='hinge' type='continuous'><origin xyz='0 0 0.1'/>"
    "<parent link='foot'/><child link='bar'/><axis xyz='1 0 0'/><dynamics friction='0.1'/></joint></robot>";
constexpr auto kFoot =
    "solid foot\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\nvertex 0 0.1 0\nendloop\nendfacet\n"
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0.1\nvertex 0.1 0 0.1\nvertex 0 0.1 0.1\nendloop\nendfacet\n"
    "endsolid foot\n";

class ImportTest : public StudioTest {
 protected:
  QString arm() {
    QDir(folder.path()).mkpath("robot/meshes");
    written("robot/meshes/foot.stl", kFoot);
    return written("robot/two-bars.urdf", kArm);
  }
  /// A box of 2 l as a surface.
  QString block() {
    QString box = "solid b\n";
    const int corners[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const auto vertex = [](int corner) {
      return QString("vertex %1 %2 %3\n").arg(corner & 4 ? 0.2 : 0).arg(corner & 2 ? 0.1 : 0).arg(corner & 1 ? 0.1 : 0);
    };
    for (const auto& triangle : corners) {
      box += "facet normal 0 0 0\nouter loop\n";
      for (const int corner : triangle) box += vertex(corner);
      box += "endloop\nendfacet\n";
    }
    return written("block.stl", (box + "endsolid b\n").toLatin1());
  }
  const Notice& told() { return window.view().notices().cards().front()->notice(); }
  void openRobot(const QString& file) {
    const std::uint64_t before = window.player().snapshot().generation;
    window.openProject(file, true);
    ASSERT_TRUE(soon([&] { return window.player().snapshot().generation != before && !window.loader().busy(); }));
    handleEvents();
  }
  std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const auto& link : window.description().links) out.push_back(link.name);
    return out;
  }
  const description::Link& link(const std::string& name) {
    const auto& links = window.description().links;
    return *std::find_if(links.begin(), links.end(), [&](const auto& each) { return each.name == name; });
  }
  void drop(const QString& file) {
    drop(file, {window.width() / 2, 120});  // where no body is
  }
  void drop(const QString& file, const QPoint& at) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &drop);
  }
  /// Clicks an entry of the question that came up.
  void answer(const char* entry) {
    auto* menu = window.findChild<QMenu*>("importMenu");
    ASSERT_TRUE(menu);
    ASSERT_TRUE(soon([&] { return menu->isVisible(); }));
    auto* action = menu->findChild<QAction*>(entry);
    ASSERT_TRUE(action) << entry;
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    handleEvents();
  }
};

TEST_F(ImportTest, AUrdfOpensAsAProjectThatIsNotSaved) {
  openRobot(arm());
  EXPECT_THAT(names(), testing::ElementsAre("foot", "bar"));
  EXPECT_TRUE(window.projectPath().isEmpty());
  EXPECT_TRUE(window.document().isDirty());
  EXPECT_FALSE(running()) << "who brings a robot along looks at it first";
  ASSERT_FALSE(window.view().notices().cards().empty());
  const Notice& notice = window.view().notices().cards().front()->notice();
  EXPECT_TRUE(notice.title.contains("two-bars.urdf"));
  EXPECT_TRUE(notice.advice.contains("dry friction of 0.1"));
  keep("import-light");
}

TEST_F(ImportTest, SavedElsewhereItFindsItsMeshes) {
  openRobot(arm());
  const QString project = folder.filePath("saved/here/arm.tendril.json");
  QDir(folder.path()).mkpath("saved/here");
  ASSERT_TRUE(window.document().saveAs(project));
  EXPECT_EQ(link("foot").visual->mesh, "../../robot/meshes/foot.stl");
  EXPECT_FALSE(window.document().isDirty());
  const std::uint64_t before = window.player().snapshot().generation;
  window.openProject(project, false);
  ASSERT_TRUE(soon([&] { return window.player().snapshot().generation != before && !window.loader().busy(); }));
  EXPECT_EQ(window.projectPath(), project);
  EXPECT_TRUE(window.document().document().problems().empty());
}

TEST_F(ImportTest, DroppedOnARobotItIsAddedWhereOneChooses) {
  open(copyOf("double-pendulum"), false);
  const std::vector<std::string> before = names();
  const std::string whole = text();
  const auto last = window.description().links.back();
  window.selection().select(Target::link(last.id));
  drop(arm());
  auto* menu = window.findChild<QMenu*>("importMenu");
  ASSERT_TRUE(menu && soon([&] { return menu->isVisible(); }));
  keepPicture(menu->grab(), "import-question-light");
  answer("addToLink");
  ASSERT_EQ(names().size(), before.size() + 2);
  EXPECT_EQ(link("foot").parent.name, last.name);
  EXPECT_EQ(link("bar").parent.name, "foot");
  EXPECT_EQ(link("foot").visual->mesh, "robot/meshes/foot.stl") << "from the folder of the project";
  EXPECT_EQ(window.selection().current()->id, link("foot").id) << "what came is selected";
  ASSERT_TRUE(settled());
  keep("import-added-light");
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), whole) << "one step";
}

TEST_F(ImportTest, RobotsComeAlong) {
  open(copyOf("double-pendulum"), false);
  const std::size_t before = names().size();
  auto* robots = window.findChild<QMenu*>("robotsMenu");
  ASSERT_TRUE(robots);
  QStringList titles;
  for (const QAction* action : robots->actions()) titles.push_back(action->text());
  EXPECT_EQ(titles, QStringList({"Robot: Panda", "Robot: Solo 12", "Robot: UR10e"}));
  window.selection().select(Target::link(window.description().links.back().id));
  window.findChild<QAction*>("robot UR10e")->trigger();
  answer("addToLink");
  EXPECT_EQ(names().size(), before + 11);
  EXPECT_TRUE(settled());
  keep("import-ur10e-light");
}

TEST_F(ImportTest, AShapeThatIsDroppedBecomesWhatOneChooses) {
  open(copyOf("double-pendulum"), false);
  const std::size_t before = names().size();
  window.selection().select(Target::link(window.description().links.back().id));
  const QString file = block();
  drop(file);
  auto* menu = window.findChild<QMenu*>("importMenu");
  ASSERT_TRUE(menu && soon([&] { return menu->isVisible(); }));
  keepPicture(menu->grab(), "import-shape-question-light");
  answer("meshOnLink1");
  ASSERT_EQ(names().size(), before + 1);
  const auto& body = std::get<description::RigidBody>(*window.description().links.back().body);
  EXPECT_NEAR(body.mass.value, 2, 1e-6);
  EXPECT_EQ(body.visual->mesh, "block.stl");
  EXPECT_TRUE(settled());
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(names().size(), before);
  drop(file);
  answer("meshOnWorld0");
  ASSERT_EQ(names().size(), before + 1);
  EXPECT_FALSE(window.description().links.back().body);
}

TEST_F(ImportTest, AProjectIsAddedToAnother) {
  open(copyOf("double-pendulum"), false);
  const std::size_t before = names().size();
  drop(copyOf("hybrid-arm"));
  answer("addToWorld");
  EXPECT_GT(names().size(), before);
  EXPECT_TRUE(settled());
}

TEST_F(ImportTest, WhatOfAProjectIsNotAddedIsNamed) {
  open(copyOf("double-pendulum"), false);
  drop(written("moon.tendril.json", R"json({"format": "tendril", "version": 1, "gravity": [0, 0, -1.62],
    "parameters": {"reach": 0.2},
    "links": [{"name": "stand", "body": {"type": "rigid", "mass": 1, "tip": {"position": ["=reach", 0, 0]}}}],
    "signals": {"miss": "stand.tip.x - reach"},
    "variants": {"far": {"parameters.reach": 0.4}}})json"));
  answer("addToWorld");
  EXPECT_EQ(names().back(), "stand 2");
  ASSERT_EQ(window.description().signals.entries.size(), 1u);
  EXPECT_EQ(window.description().signals.entries[0].second, "'stand 2'.tip.x - reach");
  EXPECT_TRUE(told().title.contains("moon.tendril.json"));
  const QString details = told().details.join(u'\n');
  EXPECT_TRUE(details.contains("gravity of 0, 0, -1.62")) << details.toStdString();
  EXPECT_TRUE(details.contains("variant “far”")) << details.toStdString();
  keep("import-project-left-out-light");
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(window.description().signals.entries.empty()) << "one step";
}

TEST_F(ImportTest, AFileDroppedOnALinkIsOfferedItsTip) {
  open(copyOf("double-pendulum"), false);
  untilStill();
  Viewport& viewport = window.view().viewport();
  const Snapshot& now = window.player().snapshot();
  const ViewGeometry view{viewport.camera(), double(viewport.width()), double(viewport.height())};
  QPoint at;
  std::string under;
  for (std::size_t i = 1; i < now.model->links.size(); ++i) {
    const QPointF middle = view.project((now.linkPoses[i].p + now.tipPoses[i].p) / 2);
    if (viewport.pickAt(middle).link != static_cast<int>(i)) continue;  // another one lies before it
    at = viewport.mapTo(&window, middle.toPoint()), under = now.model->links[i].name;
    break;
  }
  ASSERT_FALSE(under.empty());
  window.selection().select(Target::link(link("stand").id));
  drop(arm(), at);
  auto* menu = window.findChild<QMenu*>("importMenu");
  ASSERT_TRUE(menu && menu->findChild<QAction*>("addToLink"));
  EXPECT_TRUE(menu->findChild<QAction*>("addToLink")->text().contains(QString::fromStdString(under)));
  answer("addToLink");
  EXPECT_EQ(link("foot").parent.name, under) << "not what is selected";
}

TEST_F(ImportTest, AShapeBeginsANewProjectWhereNoneIsOpen) {
  window.gallery().show();
  const QString file = block();
  drop(file);
  auto* menu = window.findChild<QMenu*>("importMenu");
  ASSERT_TRUE(menu && soon([&] { return menu->isVisible(); }));
  EXPECT_EQ(menu->findChildren<QAction*>(QRegularExpression("meshInNew.*")).size(), 3);
  keepPicture(menu->grab(), "import-new-shape-question-light");
  answer("meshInNew1");
  ASSERT_TRUE(soon([&] { return window.document().isOpen(); }));
  EXPECT_FALSE(window.gallery().isShown());
  EXPECT_THAT(names(), testing::ElementsAre("block"));
  const auto& body = std::get<description::RigidBody>(*window.description().links[0].body);
  EXPECT_NEAR(body.mass.value, 2, 1e-6);
  EXPECT_TRUE(window.projectPath().isEmpty());
  EXPECT_TRUE(window.document().isDirty());
  EXPECT_FALSE(window.document().document().canUndo());
  QDir(folder.path()).mkpath("elsewhere");
  ASSERT_TRUE(window.document().saveAs(folder.filePath("elsewhere/block.tendril.json")));
  EXPECT_EQ(std::get<description::RigidBody>(*window.description().links[0].body).visual->mesh, "../block.stl");
  keep("import-new-shape-light");
}

TEST_F(ImportTest, AShapeThatIsNoneIsRefusedOverTheGallery) {
  window.gallery().show();
  drop(written("empty.stl", "solid nothing\nendsolid nothing\n"));
  answer("meshInNew2");
  ASSERT_TRUE(soon([&] { return !window.view().notices().cards().empty(); }));
  EXPECT_TRUE(told().title.contains("empty.stl"));
  EXPECT_FALSE(window.document().isOpen());
  EXPECT_FALSE(window.gallery().isShown()) << "it would hide what is said";
}

TEST_F(ImportTest, ATableSaysWhatItIsFor) {
  const QString file = written("run.csv", "t,x\n0,0\n1,2\n");
  drop(file);
  ASSERT_FALSE(window.view().notices().cards().empty());
  EXPECT_TRUE(told().title.contains("run.csv"));
  EXPECT_TRUE(told().advice.contains("inspector"));
  EXPECT_FALSE(window.document().isOpen());
  open(copyOf("double-pendulum"), false);
  const std::string whole = text();
  drop(file);
  ASSERT_FALSE(window.view().notices().cards().empty());
  EXPECT_TRUE(told().details.join(u'\n').contains("tendril plot run.csv"));
  keep("import-table-light");
  openAndWait(file);
  EXPECT_TRUE(told().advice.contains("a table, not a project")) << told().advice.toStdString();
  openAndWait(block());
  EXPECT_TRUE(told().advice.contains("the shape of a body")) << told().advice.toStdString();
  EXPECT_EQ(text(), whole);
}

TEST_F(ImportTest, WhatIsNoRobotIsRefusedAndNothingChanges) {
  open(copyOf("double-pendulum"), false);
  const std::string whole = text();
  drop(written("bad.urdf", "<robot name='r'><link name='a'/><link name='b'/></robot>"));
  answer("addToWorld");
  EXPECT_EQ(text(), whole);
  ASSERT_FALSE(window.view().notices().cards().empty());
  EXPECT_TRUE(window.view().notices().cards().front()->notice().advice.contains("several links hang on none"));
  drop(written("robot.xacro", "<robot xmlns:xacro='x'><xacro:macro/></robot>"));
  answer("openIt");
  EXPECT_TRUE(soon([&] { return !window.loader().busy(); }));
  EXPECT_EQ(text(), whole);
}

TEST_F(ImportTest, BrokenShapesAreRefusedWithAReason) {
  open(copyOf("double-pendulum"), false);
  const std::string whole = text();
  const std::pair<QString, const char*> broken[] = {
      {written("nothing.stl", ""), "is empty"},
      {written("letter.stl", "this is a letter"), "cannot be read"},
      {written("none.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"), ""},
      {written("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"), "no triangle that has an area"},
      {written("cut.ply", "ply\nformat ascii 1.0\nelement vertex 9\n"), "cannot be read"},
      {written("words.dae", "<?xml version='1.0'?><COLLADA><p>one two</p></COLLADA>"), "something else than whole"},
      {written("cut.glb", "glTF"), "is cut off"}};
  for (const auto& [file, why] : broken)
    for (const char* use : {"meshOnWorld0", "meshOnWorld1"}) {
      SCOPED_TRACE(file.toStdString() + ' ' + use);
      window.view().notices().dismissAll();
      drop(file);
      answer(use);
      ASSERT_FALSE(window.view().notices().cards().empty());
      EXPECT_TRUE(told().title.contains(QFileInfo(file).fileName())) << told().title.toStdString();
      EXPECT_TRUE(told().advice.contains(why)) << told().advice.toStdString();
      EXPECT_TRUE(told().advice.contains("ave it again")) << told().advice.toStdString();
      EXPECT_EQ(told().severity, Notice::Severity::kError);
      EXPECT_EQ(text(), whole);
    }
  keep("import-broken-shape-light");
  EXPECT_FALSE(window.document().document().canUndo());
}

}  // namespace
}  // namespace tendril
