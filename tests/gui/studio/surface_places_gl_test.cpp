// SPDX-License-Identifier: GPL-3.0-or-later
// Places on the surface of a volume: chosen and typed in the inspector, slid over the surface by a handle.
#include "core/model/body/face_frame.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/view/handles/handle_controller.hpp"
#include "tests/gui/studio/inspector_hands.hpp"
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
                  "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}]})"),
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
  double fromSurface() {
    const SurfaceMesh& mesh = surfaceCarrierOf(now().model->links[0].body.get())->surface();
    return faceFrameAt(mesh, place()).distance;
  }
};

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
  keep("places-inspector-light");

  untilStill();
  int slide = -1;
  for (std::size_t i = 0; i < layer().handles().size(); ++i)
    if (layer().handles()[i].kind == HandleKind::kSurface) slide = static_cast<int>(i);
  ASSERT_GE(slide, 0);
  const std::size_t steps = window.document().document().undoCount();
  const auto from = layer().onScreen({slide, Grip::kValue, 0});
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
