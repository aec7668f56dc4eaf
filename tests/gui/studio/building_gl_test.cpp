// SPDX-License-Identifier: GPL-3.0-or-later
// Robots built from an empty project by mouse and keyboard alone, as a new user would; then they move as the same
// robots do that were written by hand. The guide tells how many actions each takes (assets/guide/modelling.md).
#include <QFileDialog>
#include <QMimeData>
#include <QUrl>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/session/simulate.hpp"
#include "studio/app/panels/parts/parts_panel.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/import/robot_import.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/parts/parts_view.hpp"

namespace tendril {
namespace {

class BuildingTest : public InspectorHands {
 protected:
  void begin() {
    window.resize(1440, 900);
    handleEvents();
    key(Qt::Key_N, Qt::ControlModifier);
    ASSERT_TRUE(soon([&] { return window.document().isOpen(); }));
    window.panels().showPanel("parts");
    window.panels().showPanel("inspector");
    showEverything();
    actions_ = 1;
  }
  // ---- what hands do, each counted as one action
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    ++actions_;
    QTest::keyClick(&window, key, modifiers);
    handleEvents();
  }
  void part(const QString& id) {
    ++actions_;
    PartCard* card = window.findChild<PartsPanel*>()->view().card(id);
    ASSERT_TRUE(card) << id.toStdString();
    QTest::mouseClick(card, Qt::LeftButton, {}, card->rect().center());
    handleEvents();
  }
  void pick(const QString& link) {
    ++actions_;
    window.panels().showPanel("tree");
    handleEvents();
    clickInTree(TreeItem::Kind::kLink, link);
    handleEvents();
  }
  void set(const QString& path, const QString& text) {
    ++actions_;
    type(path, text);
    handleEvents();
  }
  void command(const char* name) {
    ++actions_;
    QAction* action = window.context().actions().find(name);
    ASSERT_TRUE(action && action->isEnabled()) << name;
    action->trigger();
    handleEvents();
  }
  /// Ctrl+S, and a name in the dialog.
  QString save() {
    const QString file = folder.filePath("built.tendril.json");
    key(Qt::Key_S, Qt::ControlModifier);
    auto* dialog = window.findChild<QFileDialog*>();
    if (dialog && soon([&] { return dialog->isVisible(); })) {
      Q_EMIT dialog->fileSelected(file);
      dialog->reject();
      handleEvents();
    }
    EXPECT_TRUE(QFile::exists(file));
    return file;
  }

  static std::vector<VecX> motionOf(const std::filesystem::path& file) {
    const ReadResult read = readProject(file);
    EXPECT_TRUE(read.ok()) << textOf(read.problems);
    return motionOf(read.description, file.parent_path());
  }
  static std::vector<VecX> motionOf(const Description& description, const std::filesystem::path& directory) {
    std::vector<Problem> problems;
    const auto model = buildModel(description, problems, {.directory = directory});
    EXPECT_TRUE(model) << textOf(problems);
    if (!model) return {};
    Program program(model);
    std::vector<VecX> out;
    SimulationRequest request;
    request.duration = 1;
    request.every = 0.1;
    request.row = [&](const std::vector<double>& row) {
      out.push_back(Eigen::Map<const VecX>(row.data() + 1, model->nq));
    };
    EXPECT_FALSE(simulate(program, request).failure);
    return out;
  }
  static std::string textOf(const std::vector<Problem>& problems) {
    return problems.empty() ? std::string() : problems.front().path + ": " + problems.front().message;
  }
  static std::filesystem::path written(const char* reference) {
    return std::filesystem::path(TENDRIL_SOURCE_DIR) / "tests/gui/studio/building" / reference;
  }
  void movesAs(const QString& built, const char* reference, double bound) {
    movesAs(built, motionOf(written(reference)), bound);
  }
  void movesAs(const QString& built, const std::vector<VecX>& other, double bound) {
    const std::vector<VecX> own = motionOf(built.toStdString());
    ASSERT_EQ(own.size(), 11u);
    ASSERT_EQ(own.size(), other.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      ASSERT_EQ(own[k].size(), other[k].size());
      EXPECT_LT((own[k] - other[k]).cwiseAbs().maxCoeff(), bound) << "at " << 0.1 * double(k) << " s";
    }
    EXPECT_GT((own.front() - own.back()).cwiseAbs().maxCoeff(), 0.05) << "it moves";
  }
  /// The motion of the UR10e with the trunk that is written by hand on the link `flange`.
  static std::vector<VecX> robotWithTrunk(const std::string& flange) {
    const std::filesystem::path urdf = (assetsFolder() + "/robots/ur10e/ur10e.urdf").toStdString();
    ImportedRobot robot = importRobot(urdf, {.directory = urdf.parent_path()});
    Description trunk = readProject(written("trunk.tendril.json")).description;
    trunk.links.front().parent = flange;
    robot.description.links.push_back(trunk.links.front());
    robot.description.materials.items.push_back(trunk.materials.items.front());
    return motionOf(readProjectText(projectText(robot.description)).description, urdf.parent_path());
  }
  /// Of the guide's table.
  void tellActions(const char* robot, int told) {
    RecordProperty(robot, actions_);
    EXPECT_EQ(actions_, told) << robot << ": the guide tells another number";
  }
  int actions_ = 0;
};

TEST_F(BuildingTest, AnArmWithASoftLinkAndAGripperOfVolumes) {
  begin();
  part("revolute");
  part("revolute");
  part("rod");
  set("links.rod.body.length", "150 mm");
  part("rigid");
  part("volume");
  set("links.volume.body.length", "100 mm");
  set("links.volume.body.mesh.cylinder.tetrahedra", "200");
  set("links.volume.pose.position[1]", "30 mm");
  command("mirror-y");
  pick("rod");
  part("tendon");
  keep("built-gripper-light");
  movesAs(save(), "arm-with-gripper.tendril.json", 1e-7);
  tellActions("arm with gripper", 14);
}

TEST_F(BuildingTest, AFloatingBaseWithTwoArms) {
  begin();
  part("base");
  part("revolute");
  set("links.arm.pose.position[1]", "100 mm");
  part("rod");
  pick("arm");
  command("mirror-y");
  keep("built-floating-light");
  movesAs(save(), "floating-arms.tendril.json", 1e-7);
  tellActions("floating base", 8);
}

TEST_F(BuildingTest, AClosedMachine) {
  begin();
  part("revolute");
  part("revolute");
  set("links.arm 2.joint.q0", "1 rad");
  part("revolute");
  set("links.arm 3.joint.q0", "0.5 rad");
  part("loop");  // at once: the last joint is not built yet
  keep("built-machine-light");
  movesAs(save(), "pinned-triangle.tendril.json", 1e-7);
  tellActions("closed machine", 8);
}

TEST_F(BuildingTest, ASoftTrunkOnABoughtRobot) {
  begin();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(assetsFolder() + "/robots/ur10e/ur10e.urdf")});
  const QPoint at(window.width() / 2, 120);
  QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &enter);
  QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &drop);
  auto* menu = window.findChild<QMenu*>("importMenu");
  ASSERT_TRUE(menu && soon([&] { return menu->isVisible(); }));
  menu->findChild<QAction*>("openIt")->trigger();
  menu->close();
  actions_ += 2;
  ASSERT_TRUE(soon([&] { return window.description().links.size() > 5; }));
  ASSERT_TRUE(settled());
  const std::string flange = window.description().links.back().name;
  pick(QString::fromStdString(flange));
  part("rod");
  ASSERT_TRUE(settled());
  keep("built-trunk-light");
  const auto& trunk = window.description().links.back();
  EXPECT_EQ(trunk.parent.name, flange);
  movesAs(save(), robotWithTrunk(flange), 1e-7);
  tellActions("UR10e with a trunk", 6);
}

}  // namespace
}  // namespace tendril
