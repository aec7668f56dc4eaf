// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkMapper.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <cmath>
#include <numbers>

#include "core/math/se3.hpp"
#include "core/model/contact/contact_surface.hpp"
#include "render/ground/ground.hpp"
#include "render/ground/solid.hpp"
#include "render/shapes/joint_shapes.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/section_outline.hpp"
#include "render/shapes/section_sweep.hpp"
#include "render/shapes/tendon_mesh.hpp"
#include "tests/render/robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using std::numbers::pi;
using test::bendingRod;
using test::round;
using test::taper;

// ---- closed surfaces

/// Volume inside a mesh by the divergence theorem; exact for a closed one whose triangles all face outwards.
double volume(const ShapeMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.points[t[0]].cast<double>(), b = mesh.points[t[1]].cast<double>(),
               c = mesh.points[t[2]].cast<double>();
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

void expectNormalsFaceOut(const ShapeMesh& mesh) {
  for (const Vec3f& n : mesh.normals) EXPECT_NEAR(n.norm(), 1, 1e-5);
  for (const auto& t : mesh.triangles) {
    const Vec3f cross = (mesh.points[t[1]] - mesh.points[t[0]]).cross(mesh.points[t[2]] - mesh.points[t[0]]);
    const float longest =
        std::max((mesh.points[t[1]] - mesh.points[t[0]]).norm(), (mesh.points[t[2]] - mesh.points[t[0]]).norm());
    if (longest < 1e-6F || cross.norm() < 1e-5F * longest * longest) continue;  // no area: rounding decides
    EXPECT_GT(cross.dot(mesh.normals[t[0]] + mesh.normals[t[1]] + mesh.normals[t[2]]), 0)
        << "triangle " << t[0] << ' ' << t[1] << ' ' << t[2] << " of " << mesh.points.size() << " at "
        << mesh.points[t[0]].transpose() << " | " << mesh.points[t[1]].transpose() << " | "
        << mesh.points[t[2]].transpose() << " normal " << mesh.normals[t[0]].transpose();
  }
}

TEST(Shapes, HaveTheirVolumeAndFaceOut) {
  const Pose pose{expSO3<double>(Vec3(0.3, -1.2, 0.7)), Vec3(0.1, 0.2, -0.3)};
  ShapeMesh box, cylinder, sphere, capsule;
  addBox(box, pose, Vec3(0.2, 0.3, 0.4), 0, kRigidColor);
  EXPECT_NEAR(volume(box), 0.024, 1e-8);
  addCylinder(cylinder, pose, 0.1, 0.5, 0, kRigidColor);
  EXPECT_NEAR(volume(cylinder), pi * 0.01 * 0.5, 0.01 * pi * 0.005);
  addSphere(sphere, pose, 0.1, kRigidColor);
  EXPECT_NEAR(volume(sphere), 4.0 / 3 * pi * 1e-3, 0.02 * 4.2e-3);
  addCapsule(capsule, pose, 0.1, 0.3, kRigidColor);
  EXPECT_NEAR(volume(capsule), volume(sphere) + pi * 0.01 * 0.3, 0.01 * 0.0136);
  ShapeMesh rounded;
  addBox(rounded, pose, Vec3(0.2, 0.3, 0.4), 0.02, kRigidColor);
  EXPECT_LT(volume(rounded), 0.024);
  EXPECT_GT(volume(rounded), 0.0235);
  for (const ShapeMesh* mesh : {&box, &cylinder, &sphere, &capsule, &rounded}) expectNormalsFaceOut(*mesh);
}

TEST(Shapes, EveryJointButFixedAndFreeIsDrawnClosed) {
  for (JointType type : {JointType::kRevolute, JointType::kPrismatic, JointType::kHelical, JointType::kCylindrical,
                         JointType::kUniversal, JointType::kPlanar, JointType::kSpherical}) {
    Joint joint;
    joint.type = type;
    ShapeMesh mesh;
    addJoint(mesh, joint, 0.05);
    EXPECT_GT(volume(mesh), 1e-5) << type->name();
    expectNormalsFaceOut(mesh);
  }
  ShapeMesh none;
  addJoint(none, Joint{}, 0.05);
  EXPECT_TRUE(none.points.empty());
}

// ---- swept sections

ShapeMesh meshOf(vtkPolyData* data) {
  ShapeMesh mesh;
  vtkDataArray* normals = data->GetPointData()->GetNormals();
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
    mesh.addVertex(Vec3(data->GetPoint(i)), Vec3(normals->GetTuple3(i)), kSoftColor);
  vtkNew<vtkIdList> cell;
  for (data->GetPolys()->InitTraversal(); data->GetPolys()->GetNextCell(cell);)
    mesh.triangles.push_back(
        {static_cast<int>(cell->GetId(0)), static_cast<int>(cell->GetId(1)), static_cast<int>(cell->GetId(2))});
  return mesh;
}

std::vector<Pose> sectionsOf(const Body& body, const VecX& q) {
  const auto data = body.makeData();
  const VecX zero = VecX::Zero(body.size());
  body.kinematics(*data, {{q.data(), q.size()}, {zero.data(), zero.size()}, {zero.data(), zero.size()}});
  body.sections(*data);
  return data->sections;
}

TEST(SectionSweep, PointsAreSectionPosesTimesOutline) {
  const auto body = bendingRod(0.5, round(0.03, 0.015));
  SectionSweep sweep(body->sweptPieces());
  const double turn = 1.7, kappa = turn / 0.5;
  const VecX q = VecX::Constant(1, turn);
  sweep.update(sectionsOf(*body, q));
  // Constant curvature has the closed form exp(x [0 0 κ 1 0 0]).
  vtkIdType vertex = 0;
  for (const SectionSweep::Ring& ring : sweep.rings()) {
    Vec6 twist;
    twist << 0, 0, kappa, 1, 0, 0;
    const Pose exact = expSE3<double>(0.5 * ring.s * twist);
    for (const auto& v : ring.vertices) {
      const Vec3 drawn(sweep.surface()->GetPoint(vertex++));
      EXPECT_LT((drawn - exact * v.point).norm(), 1e-6);
      // Inside the rounded ends a vertex lies on the cone of the section's radius.
      if (v.point.x() == 0 && std::abs(v.normal.x()) < 0.9) {
        EXPECT_NEAR(v.point.norm(), 0.03 - 0.015 * ring.s, 1e-9) << ring.s;
      }
    }
  }
  EXPECT_EQ(vertex, sweep.surface()->GetNumberOfPoints());
}

TEST(SectionSweep, IsClosedAndItsNormalsAreUnitAndFaceOut) {
  const SectionLaw laws[] = {
      round(0.03, 0.015), SectionLaw::shape("tube", {taper(0.03, 0.02), taper(0.02, 0.012)}),
      SectionLaw::shape("rectangle", {taper(0.04, 0.02), taper(0.02, 0.02)}),
      SectionLaw::shape("ellipse", {taper(0.03, 0.02), taper(0.015, 0.015)}),
      SectionLaw::profile({{{-0.02, -0.02}, {0.02, -0.02}, {0.02, 0.0}, {0.0, 0.0}, {0.0, 0.02}, {-0.02, 0.02}}})};
  for (const SectionLaw& law : laws) {
    const auto body = bendingRod(0.4, law);
    SectionSweep sweep(body->sweptPieces());
    sweep.update(sectionsOf(*body, VecX::Constant(1, 0.9)));
    const ShapeMesh mesh = meshOf(sweep.surface());
    expectNormalsFaceOut(mesh);
    double exact = 0;  // Pappus: sections are centred or nearly so
    for (int k = 0; k < 100; ++k) exact += law.properties((k + 0.5) / 100).A * 0.4 / 100;
    EXPECT_NEAR(volume(mesh), exact, 0.03 * exact) << law.shapeName();
  }
}

TEST(SectionSweep, TapersToAPointWithoutNaN) {
  const auto body = bendingRod(0.4, round(0.03, 0.0));
  SectionSweep sweep(body->sweptPieces());
  sweep.update(sectionsOf(*body, VecX::Constant(1, -2.0)));
  const ShapeMesh mesh = meshOf(sweep.surface());
  for (const Vec3f& p : mesh.points) ASSERT_TRUE(p.allFinite());
  for (const Vec3f& n : mesh.normals) ASSERT_NEAR(n.norm(), 1, 1e-4);
}

TEST(FrameSpline, PassesThroughItsFramesAndIsSmooth) {
  const std::vector<double> s = {0, 0.07, 0.3, 0.62, 0.9, 1};
  std::vector<Pose> frames;
  for (double x : s) {
    Vec6 twist;
    twist << 1.5 * x, std::sin(3 * x), 2 * x * x, x, 0.1 * x, -0.2 * x * x;
    frames.push_back(expSE3<double>(twist));
  }
  FrameSpline spline;
  spline.fit(s, frames);
  const auto slope = [&](double x, double h) {
    return Vec6(logSE3<double>(spline.at(x).inverse() * spline.at(x + h)) / h);
  };
  for (size_t k = 0; k < s.size(); ++k) {
    const Pose error = spline.at(s[k]).inverse() * frames[k];
    EXPECT_LT(logSE3<double>(error).norm(), 1e-12);
    if (k > 0 && k + 1 < s.size()) {
      EXPECT_LT((slope(s[k], 1e-6) - slope(s[k], -1e-6)).norm(), 1e-3) << k;
    }
  }
}

// ---- floor

TEST(Ground, CellsAreRoundNumbersThatFollowTheZoom) {
  CameraView view;
  for (double distance = 1e-3; distance < 1e5; distance *= 1.7) {
    view.distance = distance;
    const double cell = gridCell(view, 900), pixels = cell / view.metresPerPixel(900);
    EXPECT_GE(pixels, 49.9);
    EXPECT_LE(pixels, 126);
    const double mantissa = cell / std::pow(10, std::floor(std::log10(cell * 1.0001)));
    EXPECT_TRUE(std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 || std::abs(mantissa - 5) < 1e-6)
        << cell;
  }
  EXPECT_EQ(lengthText(0.1), "10\u2009cm");
  EXPECT_EQ(lengthText(0.002), "2\u2009mm");
  EXPECT_EQ(lengthText(5), "5\u2009m");
  EXPECT_EQ(lengthText(2000), "2\u2009km");
  EXPECT_EQ(lengthText(5e-6), "5\u2009µm");
}

struct Square {
  std::vector<float> points;
  std::vector<int> triangles = {0, 1, 2, 0, 2, 3};
  explicit Square(float z) : points{-1, -1, z, 1, -1, z, 1, 1, z, -1, 1, z} {}
};

TEST(ShadowMap, IsDarkestUnderTheMiddleAndSofterFromHigher) {
  const Square low(0.01F), high(3.0F);
  ShadowMap near, far;
  const ShadowCaster lowCaster[] = {{low.points, low.triangles}}, highCaster[] = {{high.points, high.triangles}};
  ASSERT_TRUE(near.compute(lowCaster, 0));
  ASSERT_TRUE(far.compute(highCaster, 0));
  const auto at = [](const ShadowMap& map, double x, double y) {
    const int i = static_cast<int>((x - map.corner().x()) / map.side() * ShadowMap::kSize);
    const int j = static_cast<int>((y - map.corner().y()) / map.side() * ShadowMap::kSize);
    return static_cast<int>(map.opacity()[j * ShadowMap::kSize + i]);
  };
  EXPECT_GT(at(near, 0, 0), 140);
  EXPECT_GT(at(near, 0, 0), at(far, 0, 0) + 40);
  EXPECT_EQ(at(near, -1.3, 0), 0);
  for (int k = 0; k < ShadowMap::kSize; ++k) EXPECT_EQ(near.opacity()[k], 0);  // nothing is cut off at the rim
}

TEST(ShadowMap, NothingAboveGroundThrowsNone) {
  ShadowMap map;
  EXPECT_FALSE(map.compute({}, 0));
  const Square below(-5);
  const ShadowCaster casters[] = {{below.points, below.triangles}};
  map.compute(casters, 0);
  for (std::uint8_t opacity : map.opacity()) ASSERT_EQ(opacity, 0);
  const std::vector<float> nan(9, std::nanf(""));
  const std::vector<int> one = {0, 1, 2};
  const ShadowCaster broken[] = {{nan, one}};
  EXPECT_FALSE(map.compute(broken, 0));
}

// ---- camera

TEST(Camera, ZoomKeepsThePointUnderTheCursor) {
  for (bool orthographic : {false, true}) {
    CameraView view;
    view.orthographic = orthographic;
    const Vec3 world = view.pivot + 0.2 * view.right() - 0.1 * view.up();
    const Vec3 before = view.project(world, 1440, 900);
    view.zoomAt(2.3, before.x(), before.y(), 1440, 900);
    const Vec3 after = view.project(world, 1440, 900);
    EXPECT_LT((after - before).head<2>().norm(), 1e-9);
  }
}

TEST(Camera, PanMovesThePivotPlaneWithTheCursor) {
  CameraView view;
  const Vec3 world = view.pivot;
  view.pan(30, -17, 900);
  const Vec3 at = view.project(world, 1440, 900);
  EXPECT_NEAR(at.x(), 720 + 30, 1e-9);
  EXPECT_NEAR(at.y(), 450 - 17, 1e-9);
}

TEST(Camera, RaysGoThroughWhatTheyProject) {
  CameraView view;
  view.azimuth = 1.1, view.elevation = -0.4;
  const auto [origin, direction] = view.ray(200, 700, 1440, 900);
  const Vec3 at = view.project(origin + 1.234 * direction, 1440, 900);
  EXPECT_NEAR(at.x(), 200, 1e-9);
  EXPECT_NEAR(at.y(), 700, 1e-9);
}

TEST(Camera, FramesEverythingAtAnyAspect) {
  std::vector<Vec3> points;
  for (int k = 0; k < 60; ++k) points.emplace_back(std::sin(k), 3 + std::cos(1.3 * k), 0.2 * std::sin(2.1 * k));
  points.emplace_back(NAN, 0, 0);
  for (double width : {300.0, 900.0, 2000.0}) {
    CameraView view;
    view.frame(points, width / 900, 1.2);
    double reach = 0;
    for (const Vec3& p : points) {
      if (!p.allFinite()) continue;
      const Vec3 at = view.project(p, width, 900);
      reach = std::max({reach, std::abs(at.x() / width - 0.5), std::abs(at.y() / 900 - 0.5)});
    }
    EXPECT_LE(reach, 0.5);
    EXPECT_GE(reach, 0.33);
  }
  CameraView untouched;
  untouched.frame({}, 1, 1.2);
  EXPECT_EQ(untouched.distance, CameraView{}.distance);
}

TEST(Camera, OrbitStopsAtThePolesAndViewsAreSquare) {
  CameraView view;
  view.orbit(10, 10);
  EXPECT_NEAR(view.elevation, pi / 2, 1e-12);
  EXPECT_TRUE(view.up().allFinite());
  EXPECT_NEAR(view.up().norm(), 1, 1e-12);
  view.look(StandardView::kFront);
  EXPECT_LT((view.direction() - Vec3::UnitY()).norm(), 1e-12);
  view.look(StandardView::kRight);
  EXPECT_LT((view.direction() + Vec3::UnitX()).norm(), 1e-12);
  view.look(StandardView::kTop);
  EXPECT_LT((view.direction() + Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LT((view.right() - Vec3::UnitX()).norm(), 1e-12);
  CameraView from, to;
  from.azimuth = 170 * CameraView::kDegree, to.azimuth = -170 * CameraView::kDegree;
  EXPECT_NEAR(CameraView::between(from, to, 0.5).azimuth, 180 * CameraView::kDegree, 1e-9);
}

// ---- tendons

TEST(TendonMesh, SlackIsGreyAndDashedTautIsColouredByTension) {
  EXPECT_TRUE(isSlack(0, 10));
  EXPECT_TRUE(isSlack(NAN, 10));
  EXPECT_FALSE(isSlack(1, 10));
  const Color slack = tensionColor(0, 10), low = tensionColor(0.05, 10), high = tensionColor(25, 10);
  EXPECT_EQ(slack.r, kTendonSlackColor.r);
  EXPECT_NEAR(low.g, kTendonLowColor.g, 0.01);
  EXPECT_EQ(high.r, kTendonHighColor.r);
  EXPECT_EQ(high.b, kTendonHighColor.b);

  const auto model = test::rodWithTendons();
  VecX u(2);
  u << 10, 0;
  const Snapshot snapshot = test::snapshotAt(model, model->q0, u);
  ASSERT_EQ(snapshot.tendonLines.size(), 2U);
  TendonMesh tendons;
  tendons.update(snapshot, 0.002, CameraView{}, 900);
  const vtkIdType triangles = tendons.mesh()->GetNumberOfPolys();
  ASSERT_GT(triangles, 0);
  EXPECT_EQ(tendons.inputOf(0), 0);
  EXPECT_EQ(tendons.inputOf(static_cast<int>(triangles) - 1), 1);
  vtkDataArray* colors = tendons.mesh()->GetPointData()->GetScalars();
  EXPECT_NEAR(colors->GetComponent(0, 0), 255 * kTendonHighColor.r, 1);
  EXPECT_NEAR(colors->GetComponent(colors->GetNumberOfTuples() - 1, 0), 255 * kTendonSlackColor.r, 1);
  // Dashes cover about 60 % of the length: count the triangles' area on each side.
  double area[2] = {0, 0};
  const ShapeMesh mesh = meshOf(tendons.mesh());
  for (size_t k = 0; k < mesh.triangles.size(); ++k) {
    const auto& t = mesh.triangles[k];
    area[tendons.inputOf(static_cast<int>(k))] +=
        0.5 * (mesh.points[t[1]] - mesh.points[t[0]]).cross(mesh.points[t[2]] - mesh.points[t[0]]).norm();
  }
  EXPECT_NEAR(area[1] / area[0], 0.6, 0.06);
}

// ---- visuals from files

TEST(LinkShapes, MissingAndBrokenMeshesAreToldAndReplaced) {
  ModelSpec spec;
  LinkSpec hand = test::link("hand", kWorld);
  hand.rigid.mass = 1;
  hand.rigidTip.p = Vec3(0.1, 0, 0);
  const TemporaryFolder folder;
  const std::string broken = folder.write("broken.stl", "solid nothing"), odd = folder.write("odd.xyz", "1 2 3");
  for (const std::string& file : {std::string("/nowhere/hand.obj"), broken, odd}) {
    Visual visual;
    visual.shape = Visual::Shape::kMesh;
    visual.mesh = file;
    hand.visuals.push_back(visual);
  }
  spec.links.push_back(hand);
  const Model model(std::move(spec));
  std::vector<std::string> problems;
  const LinkShape shape = linkShape(model, 0, robotSize(model), problems);
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_NE(problems[0].find("link \"hand\": mesh \"/nowhere/hand.obj\" does not exist"), std::string::npos)
      << problems[0];
  EXPECT_NE(problems[1].find("broken.stl"), std::string::npos) << problems[1];
  EXPECT_NE(problems[2].find("OBJ, STL or PLY"), std::string::npos) << problems[2];
  EXPECT_FALSE(shape.mesh.triangles.empty());  // the default shape instead
}

TEST(LinkShapes, ReadsAMeshAtItsPose) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const ShapeMesh mesh = meshShape(file, kRigidColor);
  EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-6);
}

TEST(LinkShapes, WhatIsSeenOfAMeshIsWhatIsTouched) {
  // Numbers without a leading zero, a square, and a line, which has no surface.
  const TemporaryFolder folder;
  const std::string file = folder.write("square.obj", "v .5 -.25 0\nv 1 0 0\nv 1 1 0\nv .5 1 .125\nf 1 2 3 4\nl 1 2\n");
  const TriangleMesh touched = readMesh(file, 1);
  const ShapeMesh seen = meshShape(file, kRigidColor);
  ASSERT_EQ(seen.triangles.size(), touched.triangles.size());
  for (std::size_t i = 0; i < seen.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 point = seen.points[static_cast<std::size_t>(seen.triangles[i][k])].cast<double>();
      EXPECT_TRUE(point.isApprox(touched.vertices[static_cast<std::size_t>(touched.triangles[i][k])], 1e-6)) << i;
    }
}

TEST(LinkShapes, AFileThatRepeatsCornersIsSmoothWhereItIsFlat) {
  // An STL file has the corners of each triangle anew: joined, a flat square has four.
  const TemporaryFolder folder;
  const std::string file =
      folder.write("flat.stl",
                   "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\n"
                   "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\n"
                   "vertex 0 1 0\nendloop\nendfacet\nendsolid s\n");
  EXPECT_EQ(meshShape(file, kRigidColor).points.size(), 4U);
}

/// Round caps have triangles that merging their points makes lines; drawn on the surface these would fill it.
TEST(Outlines, HaveNoLinesOnTheSurface) {
  ShapeMesh mesh;
  addCylinder(mesh, Pose{}, 0.1, 0.3, 0.02, kRigidColor);
  Solid solid;
  solid.build(mesh);
  solid.showOutline(true, kRigidColor);
  auto* hull = vtkPolyData::SafeDownCast(solid.outline->GetMapper()->GetInput());
  ASSERT_TRUE(hull);
  EXPECT_GT(hull->GetNumberOfPolys(), 100);
  EXPECT_EQ(hull->GetNumberOfLines(), 0);
  EXPECT_EQ(hull->GetNumberOfVerts(), 0);
}

}  // namespace
}  // namespace tendril
