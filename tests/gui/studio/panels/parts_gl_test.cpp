// SPDX-License-Identifier: GPL-3.0-or-later
// Parts in the window: by click, by key, dragged onto the robot in the view and in the tree.
#include <QDrag>
#include <QLineEdit>
#include <QMimeData>

#include "core/model/body/surface_carrier.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/panels/parts/parts_panel.hpp"
#include "studio/app/parts/part_drop.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/mouse_drag.hpp"
#include "widgets/parts/parts_view.hpp"
#include "widgets/tree/robot_tree.hpp"

namespace tendril {
namespace {

class PartsTest : public StudioTest {
 protected:
  void begin(LinkTemplate first) {
    window.document().newProject(first);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(soon([&] { return now().model && now().tipPoses.size() == 1; }));
    window.panels().showPanel("parts");
    untilStill();
  }
  const std::vector<description::Link>& links() { return window.description().links; }
  const Snapshot& now() { return window.player().snapshot(); }
  Viewport& viewport() { return window.view().viewport(); }
  PartsView& parts() { return window.findChild<PartsPanel*>()->view(); }
  PartCard& card(const QString& id) { return *parts().card(id); }
  QPointF onScreen(const Vec3& point) {
    const ViewGeometry view{viewport().camera(), double(viewport().width()), double(viewport().height())};
    return view.project(point);
  }
  /// The events of a drag over a widget, without those of the mouse.
  void dragOver(QWidget& widget, const QString& id, const QPointF& at) {
    QMimeData data;
    data.setData(PartCard::kFormat, id.toUtf8());
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &enter);
    QDragMoveEvent move(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &move);
    moved_ = move.isAccepted();
  }
  void drop(QWidget& widget, const QString& id, const QPointF& at) {
    dragOver(widget, id, at);  // else Qt has nobody to tell
    QMimeData data;
    data.setData(PartCard::kFormat, id.toUtf8());
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &event);
  }
  void dragOver(const QString& id, const QPointF& at) { dragOver(viewport(), id, at); }
  void drop(const QString& id, const QPointF& at) { drop(viewport(), id, at); }
  /// The middle of a row of the tree, or of the heading above it.
  QPointF rowOf(const TreeItem& item, bool heading = false) {
    window.panels().showPanel("tree");
    handleEvents();
    RobotTree& tree = window.tree();
    const QModelIndex index = tree.indexOf(item);
    tree.scrollTo(index);
    return tree.visualRect(heading ? index.parent() : index).center();
  }
  void undo() { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); }
  void leave() {
    QDragLeaveEvent event;
    QCoreApplication::sendEvent(&viewport(), &event);
  }
  bool moved_ = false;
};

TEST_F(PartsTest, AClickAddsToWhatIsSelected) {
  begin(LinkTemplate::kRevoluteArm);
  window.selection().select(Target::link(links()[0].id));
  QTest::mouseClick(&card("rod"), Qt::LeftButton);
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].parent.name, links()[0].name);
  EXPECT_EQ(window.selection().current()->id, links()[1].id) << "what was added is selected";
  QTest::mouseClick(&card("tendon"), Qt::LeftButton);
  ASSERT_EQ(window.description().actuators.size(), 1u);
  ASSERT_TRUE(settled());
  keep("parts-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("parts-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
}

TEST_F(PartsTest, AFewLettersAndReturnAddByKeyboard) {
  begin(LinkTemplate::kRod);
  auto* field = parts().findChild<QLineEdit*>("parts_filter");
  field->setFocus();
  QTest::keyClicks(field, "cardan");
  ASSERT_EQ(parts().shown().size(), 1u);
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].joint.type, JointType::kUniversal);
  QTest::keyClicks(field, "nothing like it");
  EXPECT_TRUE(parts().shown().empty());
}

TEST_F(PartsTest, LookingAtAPartShowsItAsOfGlass) {
  begin(LinkTemplate::kRod);
  window.selection().select(Target::link(links()[0].id));
  const std::string before = text();
  EXPECT_FALSE(viewport().isPreviewing());
  card("revolute").setFocus(Qt::TabFocusReason);
  EXPECT_TRUE(soon([&] { return viewport().isPreviewing(); }));
  keep("parts-preview-light");
  card("motor").setFocus(Qt::TabFocusReason);
  EXPECT_TRUE(soon([&] { return !viewport().isPreviewing(); })) << "a motor has no shape, and a fixed rod no joint";
  EXPECT_EQ(text(), before);
}

TEST_F(PartsTest, ADragSnapsToTipsBasesAndSections) {
  begin(LinkTemplate::kRod);
  const std::string before = text();
  const QPointF tip = onScreen(now().tipPoses[0].p), base = onScreen(now().linkPoses[0].p);
  dragOver("rigid", tip + QPointF(9, -6));
  EXPECT_TRUE(moved_);
  EXPECT_TRUE(soon([&] { return viewport().isPreviewing(); }));
  keep("parts-drag-tip-light");
  drop("rigid", tip + QPointF(9, -6));
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].parent.name, links()[0].name);
  EXPECT_EQ(links()[1].at.place, description::Attachment::Place::kTip);
  EXPECT_FALSE(viewport().isPreviewing());
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before) << "one step";
  ASSERT_TRUE(settled());

  drop("rigid", base);
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].at.place, description::Attachment::Place::kBase);
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(settled());

  const Vec3 middle = now().sections.empty() ? (now().linkPoses[0].p + now().tipPoses[0].p) / 2
                                             : now().sections[now().sections.size() / 2].p;
  drop("rigid", onScreen(middle));
  ASSERT_EQ(links().size(), 2u);
  ASSERT_EQ(links()[1].at.place, description::Attachment::Place::kStation);
  EXPECT_NEAR(links()[1].at.station.value, 0.5, 0.05);
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
}

TEST_F(PartsTest, ADragOntoAVolumeHangsOnItsFaces) {
  begin(LinkTemplate::kVolume);
  const std::string before = text();
  const QPointF side = onScreen((now().linkPoses[0].p + now().tipPoses[0].p) / 2);
  dragOver("rod", side);
  EXPECT_TRUE(moved_);
  EXPECT_TRUE(soon([&] { return viewport().isPreviewing(); }));
  keep("parts-drag-face-light");
  drop("rod", side);
  ASSERT_EQ(links().size(), 2u);
  const description::Attachment at = links()[1].at;
  ASSERT_EQ(at.place, description::Attachment::Place::kPoint);
  ASSERT_TRUE(settled() && soon([&] { return now().tipPoses.size() == 2; }));
  const Pose frame = now().linkPoses[1];
  const QPointF there = onScreen(frame.p);
  EXPECT_LT(std::hypot(there.x() - side.x(), there.y() - side.y()), 10);
  EXPECT_LT(frame.R.col(0).dot(viewport().camera().direction()), -0.2) << "out of the side that is seen";
  keep("parts-on-face-light");

  // It goes where the face goes.
  const Vec3 point(at.point[0].value, at.point[1].value, at.point[2].value);
  const Vec3 start = frame.p;
  window.player().play();
  ASSERT_TRUE(soon([&] { return (now().linkPoses[1].p - start).norm() > 2e-3; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  const std::optional<Pose> face = surfaceFrameAt(now(), 0, point);
  ASSERT_TRUE(face);
  EXPECT_LT((now().linkPoses[1].p - face->p).norm() + (now().linkPoses[1].R - face->R).norm(), 1e-6);
  keep("parts-on-face-moved-light");
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before) << "one step";
}

TEST_F(PartsTest, ADragSnapsToTheVerticesOfAVolume) {
  begin(LinkTemplate::kVolume);
  const SurfaceMesh& mesh = surfaceCarrierOf(now().model->links[0].body.get())->surface();
  std::size_t front = 0;  // nearest to the viewer, and away from the frames of the link
  double nearest = HUGE_VAL;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const double x = mesh.vertices[i].x() / now().model->links[0].body->length();
    const double depth = (now().surfacePoints[i] - viewport().camera().position()).dot(viewport().camera().direction());
    if (x > 0.3 && x < 0.7 && depth < nearest) nearest = depth, front = i;
  }
  drop("rigid", onScreen(now().surfacePoints[front]) + QPointF(3, 2));
  ASSERT_EQ(links().size(), 2u);
  const auto& at = links()[1].at;
  ASSERT_EQ(at.place, description::Attachment::Place::kPoint);
  const Vec3 point(at.point[0].value, at.point[1].value, at.point[2].value);
  EXPECT_LT((point - mesh.vertices[front]).cwiseAbs().maxCoeff(), 0.51e-4) << "rounded to 0.1 mm";
}

TEST_F(PartsTest, ADragOverNothingHangsOnTheWorldUnderTheCursor) {
  begin(LinkTemplate::kRod);
  const QPointF at(viewport().width() * 0.75, viewport().height() * 0.3);
  drop("revolute", at);
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].parent.name, "world");
  const auto& p = links()[1].pose.position;
  const QPointF there = onScreen({p[0].value, p[1].value, p[2].value});
  EXPECT_LT(std::hypot(there.x() - at.x(), there.y() - at.y()),
            0.01 / viewport().camera().metresPerPixel(viewport().height()));
  const std::string before = text();
  dragOver("tendon", at);
  EXPECT_FALSE(moved_) << "a tendon wants a link";
  keep("parts-drag-refused-light");
  leave();
  EXPECT_FALSE(window.findChild<QWidget*>("part_drop")->isVisible());
  drop("tendon", onScreen((now().linkPoses[0].p + now().tipPoses[0].p) / 2));
  EXPECT_EQ(window.description().actuators.size(), 1u);
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
}

TEST_F(PartsTest, ByTheMouseFromThePanelOntoTheViewAndTheTree) {
  begin(LinkTemplate::kRod);
  PartCard& arm = card("revolute");
  const QPoint tip = viewport().mapTo(&window, onScreen(now().tipPoses[0].p).toPoint());
  ASSERT_TRUE(dragByMouse(arm, arm.rect().center(), arm.mapFrom(&window, tip)));
  ASSERT_TRUE(soon([&] { return links().size() == 2; }));
  EXPECT_EQ(links()[1].parent.name, links()[0].name);
  ASSERT_TRUE(settled());
}

TEST_F(PartsTest, ADropOnTheTreeAddsToTheLinkThere) {
  begin(LinkTemplate::kRod);
  const std::string before = text();
  QWidget& rows = *window.tree().viewport();
  const TreeItem rod{.kind = TreeItem::Kind::kLink, .id = links()[0].id};
  dragOver(rows, "rigid", rowOf(rod));
  EXPECT_TRUE(moved_);
  keep("parts-drag-tree-light");
  drop(rows, "rigid", rowOf(rod));
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].parent.name, links()[0].name);
  EXPECT_EQ(window.selection().current()->id, links()[1].id) << "what was added is selected";
  undo();
  EXPECT_EQ(text(), before) << "one step";

  drop(rows, "tendon", rowOf(rod));
  ASSERT_EQ(window.description().actuators.size(), 1u);
  undo();
  drop(rows, "rigid", rowOf(rod, true));
  ASSERT_EQ(links().size(), 2u);
  EXPECT_EQ(links()[1].parent.name, "world") << "on the heading of the links";
  undo();
  EXPECT_EQ(text(), before);

  window.view().notices().dismissAll();
  drop(rows, "tendon", rowOf(rod, true));
  EXPECT_FALSE(window.view().notices().cards().empty()) << "a tendon wants a link";
  const ObjectId material = window.description().materials.items.at(0).id;
  dragOver(rows, "rigid", rowOf({.kind = TreeItem::Kind::kMaterial, .id = material}));
  EXPECT_FALSE(moved_) << "nothing hangs on a material";
  EXPECT_EQ(text(), before);
}

TEST_F(PartsTest, AControllerIsAddedWhereverItIsLetGo) {
  begin(LinkTemplate::kRevoluteArm);
  QTest::mouseClick(&card("motor"), Qt::LeftButton);
  ASSERT_TRUE(settled());
  const QString pid = "addController:pid";
  ASSERT_TRUE(soon([&] { return window.context().actions().find(pid)->isEnabled(); }));
  const std::string before = text();
  const auto controllers = [&]() -> const auto& {
    return window.description().controllers;
  };
  const auto addedOnce = [&] {
    EXPECT_TRUE(soon([&] { return controllers().size() == 1; }));
    EXPECT_TRUE(settled());
    undo();
    EXPECT_EQ(text(), before) << "one step";
    EXPECT_TRUE(settled() && soon([&] { return window.context().actions().find(pid)->isEnabled(); }));
  };
  const QPointF beside(viewport().width() * 0.75, viewport().height() * 0.3);
  dragOver(pid, beside);
  EXPECT_TRUE(moved_);
  EXPECT_TRUE(window.findChild<QWidget*>("part_drop")->isVisible());
  EXPECT_FALSE(viewport().isPreviewing());
  keep("parts-drag-controller-light");
  drop(pid, beside);
  EXPECT_FALSE(window.findChild<QWidget*>("part_drop")->isVisible());
  addedOnce();
  drop(pid, onScreen((now().linkPoses[0].p + now().tipPoses[0].p) / 2));
  addedOnce();
  drop(*window.tree().viewport(), pid, rowOf({.kind = TreeItem::Kind::kLink, .id = links()[0].id}));
  addedOnce();
}

TEST_F(PartsTest, AControllerThatCannotBeHadSaysWhy) {
  begin(LinkTemplate::kRod);
  const std::string before = text();
  const QString pid = "addController:pid";
  dragOver(pid, QPointF(viewport().width() * 0.5, viewport().height() * 0.3));
  EXPECT_FALSE(moved_) << "there is nothing to drive";
  EXPECT_TRUE(window.findChild<QWidget*>("part_drop")->isVisible()) << "the line at the cursor says why";
  keep("parts-drag-controller-refused-light");
  leave();
  const auto told = [&] {
    const auto& cards = window.view().notices().cards();
    const bool says = !cards.empty() && cards.front()->notice().advice.contains("add a motor, a tendon or a chamber");
    window.view().notices().dismissAll();
    return says;
  };
  drop(*window.tree().viewport(), pid, rowOf({.kind = TreeItem::Kind::kLink, .id = links()[0].id}));
  EXPECT_TRUE(told());
  window.panels().showPanel("parts");
  QTest::mouseClick(&card(pid), Qt::LeftButton);
  EXPECT_TRUE(told());
  EXPECT_EQ(text(), before);
}

/// Share of the pixels of a picture that something is drawn on; −1: it is no picture of a card's size.
double drawnShare(const QString& file) {
  const QImage picture = QImage(file).convertToFormat(QImage::Format_ARGB32);
  if (picture.size() != QSize(256, 192)) return -1;
  int drawn = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) drawn += qAlpha(picture.pixel(x, y)) > 127;
  return drawn / (256.0 * 192);
}

TEST_F(PartsTest, EveryCardHasAPictureOfItsOwn) {
  const std::vector<PartCard*> cards = parts().shown();
  EXPECT_EQ(cards.size(), tendril::parts().size() + edits::controllerOffers({}, nullptr).size());
  std::set<QByteArray> seen;
  for (const PartCard* card : cards) {
    SCOPED_TRACE(card->item().id.toStdString());
    const double share = drawnShare(card->item().picture);
    EXPECT_GT(share, 0.015) << "nothing is drawn";
    EXPECT_LT(share, 0.7) << "nothing is left free around it";
    QFile file(card->item().picture);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(seen.insert(file.readAll()).second) << "the picture of another part";
    EXPECT_TRUE(card->item().help.endsWith(u'.'));
    EXPECT_FALSE(card->item().also.isEmpty());
  }
}

/// A robot that a kind of controller can serve, with its actuators.
struct Served {
  const char* controller;
  LinkTemplate link;
  const char* actuator;  ///< id of a part
  const char* drive;     ///< of the link's joint, as JSON; empty: none
};
constexpr Served kServed[] = {
    {"signals", LinkTemplate::kRevoluteArm, "motor", ""},
    {"pid", LinkTemplate::kRevoluteArm, "motor", ""},
    {"pd", LinkTemplate::kRevoluteArm, "motor", ""},
    {"pd_cancellation", LinkTemplate::kRevoluteArm, "motor", ""},
    {"computed_torque", LinkTemplate::kRevoluteArm, "motor", ""},
    {"partial_feedback_linearization", LinkTemplate::kRevoluteArm, "motor", ""},
    {"task_space", LinkTemplate::kRevoluteArm, "motor", ""},
    {"inverse_statics", LinkTemplate::kRod, "tendon", ""},
    {"lqr", LinkTemplate::kRevoluteArm, "motor", ""},
    {"expression", LinkTemplate::kRevoluteArm, "motor", ""},
    {"sequence", LinkTemplate::kRevoluteArm, "motor", ""},
    {"pose_tracking", LinkTemplate::kFloatingBase, "motor", ""},
    {"geometric_tracking", LinkTemplate::kFloatingBase, "propellers", ""},
    {"elastic_joints", LinkTemplate::kRevoluteArm, "motor",
     R"({"type": "elastic", "stiffness": 100, "motor_inertia": 0.01})"},
    {"variable_stiffness", LinkTemplate::kRevoluteArm, "motor",
     R"({"type": "variable_stiffness", "spring": {"linear": 100, "cubic": 500}, "motor_inertia": [0.01, 0.01],
         "deflection": [0.1, -0.1]})"}};

TEST_F(PartsTest, EveryControllerIsAddedFromThePanel) {
  std::set<std::string> left;
  for (const edits::ControllerOffer& offer : edits::controllerOffers({}, nullptr)) left.insert(offer.type);
  left.erase("plugin");  // needs one that is loaded
  for (const Served& served : kServed) {
    SCOPED_TRACE(served.controller);
    begin(served.link);
    std::vector<Problem> problems;
    if (*served.drive) {
      const std::string joint = "links." + links()[0].name + ".joint.drive";
      ASSERT_TRUE(window.document().setField(QString::fromStdString(joint), served.drive, problems))
          << problems.front().message;
      ASSERT_TRUE(settled());
    }
    window.selection().select(Target::link(links()[0].id));
    card(served.actuator).click();
    ASSERT_TRUE(settled());
    const QString id = QStringLiteral("addController:") + QLatin1String(served.controller);
    ASSERT_TRUE(soon([&] { return window.context().actions().find(id)->isEnabled(); }))
        << window.context().actions().find(id)->toolTip().toStdString();
    card(id).click();
    ASSERT_TRUE(soon([&] { return window.description().controllers.size() == 1; }));
    const std::string type =
        std::visit([](const auto& law) { return std::string(law.kType); }, window.description().controllers[0].type);
    EXPECT_EQ(type, served.controller);
    left.erase(type);
  }
  EXPECT_TRUE(left.empty()) << "not tried: " << *left.begin();
}

TEST_F(PartsTest, EveryPartIsAddedOrSaysWhyNot) {
  for (const Part& part : tendril::parts()) {
    SCOPED_TRACE(part.id);
    window.document().newProject(LinkTemplate::kRod);
    window.selection().select(Target::link(links()[0].id));
    const std::string before = text();
    ASSERT_TRUE(parts().card(part.id));
    parts().card(part.id)->click();
    const bool told = !window.view().notices().cards().empty();
    EXPECT_NE(text() != before, told);
    window.view().notices().dismissAll();
  }
}

}  // namespace
}  // namespace tendril
