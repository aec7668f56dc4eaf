// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QDir>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <numbers>
#include <random>

#include <test_paths.hpp>
#include "tests/render/robots.hpp"
#include "tests/support/events.hpp"
#include "widgets/pose/pose_editor.hpp"
#include "widgets/pose/pose_row.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

/// A floating base, a ball joint, a slide on a screw, and a rod: every kind of coordinate.
std::shared_ptr<const Model> everyKind() {
  ModelSpec model;
  const JointType types[] = {JointType::kFree,      JointType::kSpherical, JointType::kCylindrical,
                             JointType::kUniversal, JointType::kPlanar,    JointType::kRevolute};
  for (int i = 0; i < 6; ++i) {
    LinkSpec link = test::link("link " + std::to_string(i), i - 1, types[i]);
    link.rigid.mass = 1;
    link.rigid.inertia = Mat3::Identity();
    model.links.push_back(link);
  }
  model.links.back().joint.lower = VecX::Constant(1, -1);
  model.links.back().joint.upper = VecX::Constant(1, 2);
  LinkSpec rod = test::link("rod", 5);
  rod.body = test::bendingRod(0.3, test::round(0.02, 0.01));
  model.links.push_back(std::move(rod));
  return std::make_shared<Model>(std::move(model));
}

TEST(PoseEntries, CoverEveryCoordinateOnce) {
  const auto model = everyKind();
  const std::vector<PoseEntry> entries = poseEntries(*model);
  EXPECT_EQ(static_cast<int>(entries.size()), model->nv);  // three angles for each quaternion
  VecX q = model->q0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double wanted = 0.1 + 0.01 * static_cast<double>(i);
    entries[i].set(q, wanted);
    EXPECT_NEAR(entries[i].value(q), wanted, 1e-14) << i;
  }
  for (std::size_t i = 0; i < entries.size(); ++i)  // none has disturbed another
    EXPECT_NEAR(entries[i].value(q), 0.1 + 0.01 * static_cast<double>(i), 1e-14) << i;
}

TEST(PoseEntries, KnowLimitsAndUnits) {
  const auto model = everyKind();
  const std::vector<PoseEntry> entries = poseEntries(*model);
  const PoseEntry& hinge = entries[entries.size() - 2];
  EXPECT_EQ(hinge.lower, -1);
  EXPECT_EQ(hinge.upper, 2);
  EXPECT_EQ(hinge.unit, "rad");
  EXPECT_EQ(entries.front().unit, "m");
  EXPECT_EQ(entries.back().name, "bending_z[0]");
  EXPECT_EQ(entries.back().unit, "rad");  // a curvature times the length that it is spread over
}

TEST(PoseEntries, AnglesTurnAsConventionsSay) {
  const auto model = everyKind();
  const std::vector<PoseEntry> entries = poseEntries(*model);
  VecX q = model->q0;
  entries[5].set(q, std::numbers::pi / 2);  // yaw of the free base: x goes to y
  const Eigen::Quaterniond turned(q[3], q[4], q[5], q[6]);
  EXPECT_TRUE((turned * Vec3::UnitX()).isApprox(Vec3::UnitY(), 1e-14));
}

TEST(PoseEntries, AnyQuaternionComesBack) {
  const auto model = everyKind();
  const std::vector<PoseEntry> entries = poseEntries(*model);
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    VecX q = model->q0;
    Eigen::Vector4d w(normal(random), normal(random), normal(random), normal(random));
    if (trial == 0) w << std::sqrt(0.5), 0, std::sqrt(0.5), 0;  // pitch of 90°: roll and yaw turn alike
    q.segment<4>(3) = w.normalized();
    const VecX before = q;
    const double yaw = entries[5].value(q);
    entries[5].set(q, yaw);
    EXPECT_NEAR(std::abs(q.segment<4>(3).dot(before.segment<4>(3))), 1, 1e-12) << trial;
  }
}

class PoseTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    editor.resize(320, 560);
    editor.setModel(model.get());
    editor.setConfiguration(model->q0);
    editor.show();
    handleEvents();
  }
  QLineEdit* all() { return editor.findChild<QLineEdit*>("poses:all"); }
  QString problem() { return editor.findChild<QLabel*>("poses:problem")->text(); }
  void click(const QString& name) { QTest::mouseClick(editor.findChild<QAbstractButton*>(name), Qt::LeftButton); }
  void name(const QString& text) { editor.findChild<PoseNameField*>("poses:stored")->setText(text); }
  std::shared_ptr<const Model> model = everyKind();
  PoseEditor editor;
};

TEST_F(PoseTest, TypedAngleMovesOneCoordinate) {
  QSignalSpy edited(&editor, &PoseEditor::configurationEdited);
  auto* row = editor.findChild<PoseRow*>("pose:link 5.angle");
  ASSERT_NE(row, nullptr);
  row->slider().number().setFocus();
  row->slider().number().selectAll();
  QTest::keyClicks(&row->slider().number(), "30");
  QTest::keyClick(&row->slider().number(), Qt::Key_Return);
  ASSERT_EQ(edited.size(), 1);
  VecX wanted = model->q0;
  wanted[model->links[5].qJoint] = std::numbers::pi / 6;
  EXPECT_TRUE(editor.configuration().isApprox(wanted, 1e-12));
}

TEST_F(PoseTest, LengthsAreInTheUnitOfTheProject) {
  editor.setLengthUnit("mm");
  auto* row = editor.findChild<PoseRow*>("pose:link 0.x");
  ASSERT_NE(row, nullptr);
  QLineEdit& number = row->slider().number();
  EXPECT_EQ(number.text(), QStringLiteral("0\u2009mm"));
  number.setFocus();
  number.selectAll();
  QTest::keyClicks(&number, "100");
  QTest::keyClick(&number, Qt::Key_Return);
  EXPECT_DOUBLE_EQ(editor.configuration()[0], 0.1) << "not 100 m away";
  EXPECT_EQ(number.text(), QStringLiteral("100\u2009mm"));
  editor.setLengthUnit("m");
  EXPECT_EQ(number.text(), QStringLiteral("0.1\u2009m"));
  editor.setModel(nullptr);
  editor.setModel(model.get());
  handleEvents();
  row = editor.findChild<PoseRow*>("pose:link 0.y");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->slider().number().text(), QStringLiteral("0\u2009m")) << "new rows have it, too";
  EXPECT_EQ(row->name().shown(), "y");
}

TEST_F(PoseTest, AllCoordinatesAsText) {
  QSignalSpy edited(&editor, &PoseEditor::configurationEdited);
  QStringList numbers;
  for (int i = 0; i < model->nq; ++i) numbers << QString::number(0.5);
  all()->setFocus();
  all()->setText("[" + numbers.join(", ") + "]");
  QTest::keyClick(all(), Qt::Key_Return);
  ASSERT_EQ(edited.size(), 1);
  EXPECT_NEAR(editor.configuration().segment<4>(3).norm(), 1, 1e-14);
  for (const QString& text : {QString("1 2 3"), QString("a b"), QString("nan"), QString("1e400"), QString()}) {
    all()->setText(text);
    QTest::keyClick(all(), Qt::Key_Return);
    EXPECT_FALSE(problem().isEmpty()) << text.toStdString();
  }
  numbers.fill("0");
  all()->setText(numbers.join(' '));
  QTest::keyClick(all(), Qt::Key_Return);
  EXPECT_TRUE(problem().contains("quaternion")) << problem().toStdString();
  EXPECT_EQ(edited.size(), 1);
}

TEST_F(PoseTest, StoresAppliesAndForgets) {
  QSignalSpy stored(&editor, &PoseEditor::storeRequested), removed(&editor, &PoseEditor::removeRequested),
      edited(&editor, &PoseEditor::configurationEdited);
  EXPECT_FALSE(editor.findChild<QAbstractButton*>("poses:store")->isEnabled());  // without a name
  click("poses:store");
  EXPECT_EQ(stored.size(), 0);
  name("  bent   arm ");
  click("poses:store");
  ASSERT_EQ(stored.size(), 1);
  EXPECT_EQ(stored[0][0].toString(), "bent arm");
  const VecX q = model->q0 * 0.5;
  editor.setPoses({{"bent arm", {q.begin(), q.end()}}, {"other robot", {1, 2, 3}}});
  const auto choose = [&](int index) {  // with the keyboard, from the menu
    auto* field = editor.findChild<PoseNameField*>("poses:stored");
    field->setFocus();
    field->clear();
    QTest::keyClick(field, Qt::Key_Down);
    auto* menu = field->findChild<QMenu*>("poses:menu");
    ASSERT_NE(menu, nullptr);
    menu->actions().at(index)->trigger();
    menu->close();
    handleEvents();
  };
  choose(0);
  ASSERT_EQ(edited.size(), 1);
  EXPECT_TRUE(editor.configuration().isApprox(q));
  choose(1);
  EXPECT_EQ(edited.size(), 1);
  EXPECT_TRUE(problem().contains("another robot"));
  name("bent arm");
  click("poses:remove");
  EXPECT_EQ(removed.size(), 1);
  name("never stored");
  click("poses:remove");
  EXPECT_EQ(removed.size(), 1);
}

TEST_F(PoseTest, OnlyAnotherPoseCanBecomeTheInitialOne) {
  QSignalSpy initial(&editor, &PoseEditor::initialRequested);
  auto* set = editor.findChild<QAbstractButton*>("poses:initial");
  EXPECT_FALSE(set->isEnabled());
  VecX q = model->q0;
  q[0] = 0.25;
  editor.setConfiguration(q);
  EXPECT_TRUE(set->isEnabled());
  set->click();
  EXPECT_EQ(initial.size(), 1);
}

TEST_F(PoseTest, TellsThatLinksShallBeDragged) {
  QSignalSpy posing(&editor, &PoseEditor::posingRequested);
  auto* drag = editor.findChild<QAbstractButton*>("poses:drag");
  editor.setPosing(true);
  EXPECT_TRUE(drag->isChecked());
  EXPECT_EQ(posing.size(), 0);
  click("poses:drag");
  ASSERT_EQ(posing.size(), 1);
  EXPECT_FALSE(posing[0][0].toBool());
}

TEST_F(PoseTest, SmallRobotsAndNone) {
  editor.setModel(nullptr);
  editor.setConfiguration(VecX());
  editor.setConfiguration(VecX::Ones(40));  // late news of the old robot
  EXPECT_EQ(editor.findChildren<PoseRow*>(QString(), Qt::FindDirectChildrenOnly).size(), 0);
  editor.setModel(test::rodWithTendons().get());
  EXPECT_NE(editor.findChild<PoseRow*>("pose:arm.bending_z[0]"), nullptr);
}

TEST_F(PoseTest, LooksGoodInBothThemes) {
  QDir().mkpath(TENDRIL_BINARY_DIR "/screenshots");
  for (const ThemeMode mode : {ThemeMode::kLight, ThemeMode::kDark}) {
    AppTheme::instance().setMode(mode);
    handleEvents();
    const QString name = mode == ThemeMode::kLight ? "pose-light.png" : "pose-dark.png";
    EXPECT_TRUE(editor.grab().save(QStringLiteral(TENDRIL_BINARY_DIR "/screenshots/") + name));
  }
  AppTheme::instance().setMode(ThemeMode::kLight);
}

}  // namespace
}  // namespace tendril
