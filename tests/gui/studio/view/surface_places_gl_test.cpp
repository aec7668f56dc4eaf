// SPDX-License-Identifier: GPL-3.0-or-later
// Places on the surface of a volume: chosen and typed in the inspector, slid over the surface by a handle.
#include "core/model/body/face_frame.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/view/handles/handle_controller.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/handles/handle_layer.hpp"

namespace tendril {
namespace {

class SurfacePlacesTest : public InspectorHands {
 protected:
  /// A block of silicone with a rod on its tip, which is selected.
  void openRobot() {
    open(written("places.tendril.json", R"({"format": "tendril", "version": 1, "name": "Places", "gravity": [0, 0, 0],
      "materials": {"silicone": {"young": 1e6, "poisson": 0.45, "density": 1000, "viscosity": 1e3},
        "rubber": {"model": "neo_hookean", "c1": 1e5, "density": 1000, "relaxation": 0.02}},
      "links": [
        {"name": "block", "pose": {"position": [0, 0, 0.2]},
         "body": {"type": "primitives", "material": "rubber", "length": 0.2,
                  "mesh": {"box": {"width": 0.08, "height": 0.08, "tetrahedra": 300}},
                  "primitives": [{"type": "bending_y", "modes": ["1/L", "x/L^2"]}]}},
        {"name": "hair", "parent": "block",
         "body": {"type": "rod", "material": "silicone", "length": 0.1, "section": {"shape": "circle", "radius": 0.004},
                  "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}],
      "actuators": [{"name": "tendon", "type": "tendon", "route": [{"link": "block", "y": "0", "z": "0.02"}]}],
      "loads": [{"name": "push", "type": "point_wrench", "link": "block", "at": 0.5, "wrench": ["0", "0", "0", "0", "0", "0"]}],
      "controllers": [{"name": "lead", "type": "inverse_statics", "link": "block", "at": 0.5, "outputs": ["tendon"],
        "reference": {"type": "constant", "value": [0.2, 0, 0.2]}, "gains": {"proportional": 1}}],
      "loops": [{"name": "hold", "type": "spherical", "a": {"link": "block", "at": 0.5},
        "b": {"link": "world", "pose": {"position": [0.1, 0, 0.2]}}}]})"),
         false);
    window.resize(1440, 900);
    window.panels().setWorkspace(Workspace::kBuild);
    clickInTree(TreeItem::Kind::kLink, "hair");
    untilStill();
  }
  const description::Link& hair() { return window.description().links[1]; }
  const Snapshot& now() { return window.player().snapshot(); }
  void drag(const QPointF& from, const QPointF& to) {
    QTest::mouseMove(&viewport(), from.toPoint());
    QTest::mousePress(&viewport(), Qt::LeftButton, {}, from.toPoint());
    for (int k = 1; k <= 5; ++k) {
      const QPointF at = from + k / 5.0 * (to - from);
      QMouseEvent move(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(&viewport(), &move);
    }
    QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, to.toPoint());
  }
  Viewport& viewport() { return window.view().viewport(); }
  HandleLayer& layer() { return window.findChild<HandleController*>()->layer(); }
  Vec3 place() {
    const auto& point = hair().at.point;
    return {point[0].value, point[1].value, point[2].value};
  }
  double fromSurface() { return fromSurface(place()); }
  double fromSurface(const Vec3& point) {
    const SurfaceMesh& mesh = surfaceCarrierOf(now().model->links[0].body.get())->surface();
    return faceFrameAt(mesh, point).distance;
  }
  /// Index of the handle of a place on a surface; −1: there is none.
  int slide() {
    for (std::size_t i = 0; i < layer().handles().size(); ++i)
      if (layer().handles()[i].kind == HandleKind::kSurface) return static_cast<int>(i);
    return -1;
  }
  /// Chooses the surface for the place in the middle of the block that the field `path` of what is selected says, and
  /// slides it along the block.
  template <class At>
  void chooseAndSlide(const QString& path, const At& at) {
    SCOPED_TRACE(path.toStdString());
    choose(path, "surface");
    ASSERT_EQ(at().place, description::Attachment::Place::kPoint);
    const auto point = [&] {
      const auto& p = at().point;
      return Vec3(p[0].value, p[1].value, p[2].value);
    };
    ASSERT_TRUE(settled());
    untilStill();
    EXPECT_LT(fromSurface(point()), 1e-4);
    ASSERT_GE(slide(), 0);
    const auto from = layer().onScreen({slide(), Grip::kValue, 0});
    const std::optional<Pose> wanted = surfaceFrameAt(now(), 0, point() + Vec3(0.05, 0, 0));
    ASSERT_TRUE(from && wanted);
    const Vec3 before = point();
    const std::size_t steps = window.document().document().undoCount();
    const ViewGeometry view{viewport().camera(), double(viewport().width()), double(viewport().height())};
    drag(*from, view.project(wanted->p));
    EXPECT_EQ(window.document().document().undoCount(), steps + 1) << "one step";
    EXPECT_NEAR(point().x(), before.x() + 0.05, 6e-3);
    EXPECT_LT(fromSurface(point()), 1e-4);
    ASSERT_TRUE(settled());
  }
};

TEST_F(SurfacePlacesTest, OfLoadsLoopsAndTasksAreChosenAndSlidToo) {
  openRobot();
  clickInTree(TreeItem::Kind::kLoad, "push");
  untilStill();
  chooseAndSlide("loads.push.at", [this]() -> const description::Attachment& {
    return std::get<description::PointWrench>(window.description().loads[0].type).at;
  });
  keep("places-load-light");
  clickInTree(TreeItem::Kind::kLoop, "hold");
  untilStill();
  chooseAndSlide("loops.hold.a.at",
                 [this]() -> const description::Attachment& { return window.description().loops[0].a.at; });
  clickInTree(TreeItem::Kind::kController, "lead");
  untilStill();
  chooseAndSlide("controllers.lead.at", [this]() -> const description::Attachment& {
    return std::get<description::InverseStaticsController>(window.description().controllers[0].type).at;
  });
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("places-task-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
}

TEST_F(SurfacePlacesTest, AreChosenTypedAndSlid) {
  openRobot();
  const std::string before = window.document().document().text();
  choose("links.hair.at", "along");
  EXPECT_EQ(hair().at.place, description::Attachment::Place::kStation);
  ASSERT_TRUE(settled());
  choose("links.hair.at", "surface");
  ASSERT_EQ(hair().at.place, description::Attachment::Place::kPoint);
  ASSERT_TRUE(settled());
  EXPECT_NEAR(place().x(), 0.1, 1e-3) << "next to where it was";
  EXPECT_LT(fromSurface(), 1e-4);
  type("links.hair.at[0]", "140 mm");
  EXPECT_NEAR(place().x(), 0.14, 1e-12);
  ASSERT_TRUE(settled());
  const std::size_t typed = window.document().document().undoCount();
  const Vec3 chosen = place();
  const bool up = std::abs(chosen.z()) > std::abs(chosen.y());  // on which side it is
  const QString across = up ? "links.hair.at[1]" : "links.hair.at[2]",
                along = up ? "links.hair.at[2]" : "links.hair.at[1]";
  type(across, "90 mm");
  EXPECT_NEAR(up ? place().y() : place().z(), 0.04, 1e-4) << "beside the surface: the nearest place of it";
  EXPECT_NEAR(place().x(), 0.14, 1e-4);
  EXPECT_LT(fromSurface(), 1e-4);
  EXPECT_EQ(window.document().document().undoCount(), typed + 1);
  window.document().undo();
  ASSERT_TRUE(settled());
  type(along, (up ? chosen.z() : chosen.y()) > 0 ? "90 mm" : "-90 mm");
  EXPECT_EQ(place(), chosen);
  ASSERT_TRUE(field<QLineEdit>(along));
  EXPECT_TRUE(errorAt(field<QLineEdit>(along)).contains("nearest place of the surface"));
  QTest::keyClick(field<QLineEdit>(along), Qt::Key_Escape);
  ASSERT_TRUE(settled());
  keep("places-inspector-light");

  untilStill();
  ASSERT_GE(slide(), 0);
  const std::size_t steps = window.document().document().undoCount();
  const auto from = layer().onScreen({slide(), Grip::kValue, 0});
  ASSERT_TRUE(from);
  const ViewGeometry view{viewport().camera(), double(viewport().width()), double(viewport().height())};
  const std::optional<Pose> wanted = surfaceFrameAt(now(), 0, Vec3(0.06, place().y(), place().z()));
  ASSERT_TRUE(wanted);
  const QPointF to = view.project(wanted->p);
  drag(*from, to);
  EXPECT_EQ(window.document().document().undoCount(), steps + 1) << "one step";
  EXPECT_NEAR(place().x(), 0.06, 3e-3);
  EXPECT_LT(fromSurface(), 1e-4);
  ASSERT_TRUE(settled() && soon([&] { return (now().linkPoses[1].p - wanted->p).norm() < 4e-3; }));
  keep("places-slid-light");
  choose("links.hair.at", "tip");
  EXPECT_EQ(hair().at.place, description::Attachment::Place::kTip);
  while (window.document().document().undoCount() > 0) window.document().undo();
  EXPECT_EQ(window.document().document().text(), before);
}

}  // namespace
}  // namespace tendril
