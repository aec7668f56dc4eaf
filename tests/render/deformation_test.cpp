// SPDX-License-Identifier: BSD-3-Clause
// Colours of deformed bodies, their scale, and the faces where they are cut open.
#include <gtest/gtest.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "render/fields/cut_face.hpp"
#include "render/fields/field_range.hpp"
#include "render/fields/iso_surface.hpp"
#include "render/output/offscreen.hpp"
#include "render/shapes/section_sweep.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

using tests::meshedVolume;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// ---- scales

TEST(FieldRange, GrowsInRoundStepsAndNeverShrinks) {
  FieldRange range;
  range.reset(SurfaceField::kVonMises);
  EXPECT_EQ(range.colors().low, 0);
  EXPECT_FALSE(range.include(std::vector{0.2, 0.9}));  // less than is worth a scale
  EXPECT_TRUE(range.include(std::vector{0.0, 1.2e4, 3.0}));
  EXPECT_NEAR(range.colors().high, 1.5e4, 1e-6);
  EXPECT_FALSE(range.include(std::vector{1.49e4}));
  EXPECT_FALSE(range.include(std::vector{5.0}));
  EXPECT_NEAR(range.colors().high, 1.5e4, 1e-6);
  EXPECT_TRUE(range.include(std::vector{1.7e4}));
  EXPECT_NEAR(range.colors().high, 2e4, 1e-6);
  range.reset(SurfaceField::kVonMises);
  EXPECT_EQ(range.colors().high, 1);
}

TEST(FieldRange, OfVolumeRatiosIsCentredOnOne) {
  FieldRange range;
  range.reset(SurfaceField::kVolumeRatio);
  range.include(std::vector{1.0, 0.93, 1.01});
  EXPECT_NEAR(range.colors().low, 0.92, 1e-12);
  EXPECT_NEAR(range.colors().high, 1.08, 1e-12);
}

TEST(FieldRange, OfAnInstantEndsWhereItsValuesDo) {
  FieldRange range;
  range.reset(SurfaceField::kVonMises, {.kind = RangeKind::kInstant});
  EXPECT_TRUE(range.include(std::vector{1.2e4, 3.03e3, 7e3, kNan}));
  EXPECT_NEAR(range.colors().low, 3e3, 1e-6);  // outwards, to 40 Pa · n
  EXPECT_NEAR(range.colors().high, 1.2e4, 1e-6);
  EXPECT_TRUE(range.include(std::vector{10.0, 20.0}));  // it shrinks, too
  EXPECT_NEAR(range.colors().high, 20, 1e-9);
  range.reset(SurfaceField::kTorsion, {.kind = RangeKind::kInstant});
  range.include(std::vector{-3.03, 1.0});
  EXPECT_NEAR(range.colors().low, -3.04, 1e-9);  // grey stays at rest
  EXPECT_NEAR(range.colors().high, 3.04, 1e-9);
  range.include(std::vector{0.0, 0.0});
  EXPECT_LT(range.colors().low, range.colors().high);
}

TEST(FieldRange, OfPercentilesLeavesTheExtremesOut) {
  std::vector<double> values;
  for (int i = 0; i <= 1000; ++i) values.push_back(0.1 * ((i * 617) % 1001));  // 0, 0.1 … 100 in another order
  EXPECT_NEAR(percentile(values, 2), 2, 1e-12);
  EXPECT_NEAR(percentile(values, 97.53), 97.53, 1e-12);  // between two of them
  EXPECT_NEAR(percentile(values, 0), 0, 1e-12);
  EXPECT_NEAR(percentile(values, 100), 100, 1e-12);
  EXPECT_TRUE(std::isnan(percentile({}, 50)));
  values.back() = 1e9;  // one corner
  FieldRange range;
  range.reset(SurfaceField::kBendingMoment, {RangeKind::kPercentile, 2, 98});
  range.include(values);
  EXPECT_NEAR(range.colors().low, 2, 0.4);
  EXPECT_NEAR(range.colors().high, 98, 0.4);
}

TEST(FieldRange, IgnoresWhatIsNoNumber) {
  FieldRange range;
  range.reset(SurfaceField::kDisplacement);
  EXPECT_FALSE(range.include(std::vector{kNan, std::numeric_limits<double>::infinity()}));
  EXPECT_FALSE(range.include(std::vector<double>{}));
  EXPECT_TRUE(range.include(std::vector{kNan, 0.04}));
  EXPECT_NEAR(range.colors().high, 0.04, 1e-12);
  range.reset(SurfaceField::kNone);
  EXPECT_FALSE(range.include(std::vector{1.0}));
}

TEST(ColorMaps, AreSaidInWordsWithUnits) {
  const ScaleTexts stress = scaleTexts({SurfaceField::kVonMises, 0, 3e4});
  EXPECT_EQ(stress.unit, "kPa");
  EXPECT_EQ(stress.ticks, (std::vector<std::string>{"0.0", "7.5", "15.0", "22.5", "30.0"}));
  EXPECT_EQ(scaleTexts({SurfaceField::kDisplacement, 0, 0.06}).unit, "mm");
  const ScaleTexts ratio = scaleTexts({SurfaceField::kVolumeRatio, 0.99, 1.01});
  EXPECT_EQ(ratio.unit, "");
  EXPECT_EQ(ratio.ticks[2], "1.000");
}

TEST(ColorMaps, GetLighterAllTheWayAndMeetInTheMiddle) {
  const auto lightness = [](const Color& c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; };
  for (int k = 0; k < 50; ++k)
    EXPECT_LT(lightness(colorAt(ColorMap::kMagnitude, k / 50.0)),
              lightness(colorAt(ColorMap::kMagnitude, (k + 1) / 50.0)));
  const Color middle = colorAt(ColorMap::kSigned, 0.5);
  EXPECT_NEAR(middle.r, middle.b, 0.02);
  const Color below = colorAt(ColorMap::kSigned, -3), least = colorAt(ColorMap::kSigned, 0);
  EXPECT_EQ(below.r, least.r);
  EXPECT_EQ(colorAt(ColorMap::kMagnitude, kNan).r, colorAt(ColorMap::kMagnitude, 0).r);
}

// ---- rods

TEST(RodFields, AreThoseOfAnArc) {
  const double length = 0.5, angle = 0.8;
  const auto model = test::rodWithTendons();
  Data data(*model);
  Snapshot snapshot;
  const auto valuesOf = [&](SurfaceField field) {
    snapshot.deformation.field = field;
    fillSnapshot(model, data, 0, VecX::Constant(1, angle), VecX::Zero(1), nullptr, snapshot);
    EXPECT_EQ(snapshot.deformation.sectionValues.size(), snapshot.sections.size());
    return snapshot.deformation.sectionValues;
  };
  for (const double curvature : valuesOf(SurfaceField::kCurvature)) EXPECT_NEAR(curvature, angle / length, 1e-9);
  for (const double stretch : valuesOf(SurfaceField::kStretch)) EXPECT_NEAR(stretch, 1, 1e-12);
  const std::vector<double> shift = valuesOf(SurfaceField::kDisplacement);
  EXPECT_NEAR(shift.front(), 0, 1e-12);
  const double x = length * std::sin(angle) / angle - length, y = length * (1 - std::cos(angle)) / angle;
  EXPECT_NEAR(shift.back(), std::hypot(x, y), 1e-9);
  for (const double stress : valuesOf(SurfaceField::kVonMises)) EXPECT_TRUE(std::isnan(stress));
  EXPECT_FALSE(hasValues(snapshot.deformation));
}

TEST(RodFields, AreDrawnLinearlyBetweenSections) {
  const auto model = test::rodWithTendons();
  SectionSweep sweep(model->links[0].body->sweptPieces());
  const Snapshot snapshot = test::snapshotAt(model);
  std::vector<double> values;  // as far as each section is from the base
  for (const Pose& section : snapshot.sections) values.push_back((section.p - snapshot.sections[0].p).norm());
  sweep.update(snapshot, 0);
  sweep.setValues(values);
  auto* array = vtkFloatArray::SafeDownCast(sweep.surface()->GetPointData()->GetArray(kFieldArray));
  ASSERT_EQ(array->GetNumberOfTuples(), sweep.surface()->GetNumberOfPoints());
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
    EXPECT_NEAR(array->GetValue(i), sweep.surface()->GetPoint(i)[0], 5e-3);  // bevels lie a little beside their section
}

// ---- cuts

struct Block {
  std::vector<Vec3> nodes;
  std::vector<std::array<int, 4>> tetrahedra;
  std::vector<std::array<int, 3>> triangles;

  Block() {
    const TetMesh mesh =
        layeredMesh({.shape = BoxShape{.height = 0.04, .width = 0.06}, .length = 0.1, .tetrahedra = 400}).mesh;
    nodes = mesh.nodes;
    tetrahedra.assign(mesh.tetrahedra.begin(), mesh.tetrahedra.end());
    triangles = meshBoundary(mesh).triangles;
  }
  /// A field that is linear in space is the same on the face.
  static double at(const Vec3& p) { return 3 * p.x() - 2 * p.y() + 7 * p.z() + 1; }
  std::vector<double> values() const {
    std::vector<double> out;
    for (const Vec3& p : nodes) out.push_back(at(p));
    return out;
  }
};

double lengthOf(vtkPolyData& lines) {
  double length = 0;
  vtkNew<vtkIdList> cell;
  for (lines.GetLines()->InitTraversal(); lines.GetLines()->GetNextCell(cell);)
    length += (Vec3(lines.GetPoint(cell->GetId(0))) - Vec3(lines.GetPoint(cell->GetId(1)))).norm();
  return length;
}

TEST(CutFace, HasTheAreaOfTheSectionAndFacesWhatIsGone) {
  const Block block;
  CutFace face(block.tetrahedra, block.triangles);
  const double areas[] = {0.04 * 0.06, 0.1 * 0.06, 0.1 * 0.04}, rims[] = {0.2, 0.32, 0.28};
  for (int axis = 0; axis < 3; ++axis)
    for (const bool flipped : {false, true})
      for (const double at : {0.0137, axis == 0 ? 0.05 : 0.0}) {  // in between, and where nodes may lie
        face.update({.axis = axis, .at = at, .flipped = flipped}, block.nodes, block.values());
        EXPECT_NEAR(face.area(), areas[axis], 1e-12) << axis << ' ' << at << ' ' << flipped;
        EXPECT_NEAR(lengthOf(*face.rim()), rims[axis], 1e-6) << axis << ' ' << at << ' ' << flipped;
        vtkPolyData* mesh = face.mesh();
        auto* values = vtkFloatArray::SafeDownCast(mesh->GetPointData()->GetArray(kFieldArray));
        ASSERT_EQ(values->GetNumberOfTuples(), mesh->GetNumberOfPoints());
        for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i) {
          const Vec3 p(mesh->GetPoint(i)), normal(mesh->GetPointData()->GetNormals()->GetTuple(i));
          EXPECT_NEAR(p[axis], at, 1e-8);
          EXPECT_EQ(normal[axis], flipped ? -1 : 1);
          EXPECT_NEAR(values->GetValue(i), Block::at(p), 1e-6);
        }
      }
}

// Across a diagonal of the section of the block the face is a rectangle as long as the block.
TEST(CutFace, LiesAcrossAnyDirection) {
  const Block block;
  CutFace face(block.tetrahedra, block.triangles);
  const Vec3 diagonal(0, 0.04, 0.06);  // of the section
  const Vec3 across = Vec3(0, 0.06, -0.04).normalized();
  for (const bool flipped : {false, true}) {
    face.update({.axis = CutPlane::kTilted, .at = 0, .flipped = flipped, .direction = across}, block.nodes,
                block.values());
    EXPECT_NEAR(face.area(), 0.1 * diagonal.norm(), 1e-9);
    vtkPolyData* mesh = face.mesh();
    ASSERT_GT(mesh->GetNumberOfPoints(), 0);
    for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i) {
      const Vec3 p(mesh->GetPoint(i)), normal(mesh->GetPointData()->GetNormals()->GetTuple(i));
      EXPECT_NEAR(across.dot(p), 0, 1e-8);
      EXPECT_NEAR((normal - (flipped ? -1 : 1) * across).norm(), 0, 1e-6);
    }
  }
  EXPECT_EQ(cutText({.axis = 1, .at = 0.01, .flipped = true}), "y=0.01");
  EXPECT_EQ(cutText({.axis = CutPlane::kTilted, .at = -0.5, .direction = Vec3(0.6, 0, 0.8)}), "0.6,0,0.8<-0.5");
}

TEST(CutFace, IsEmptyBesideTheBodyAndWithoutNumbers) {
  Block block;
  CutFace face(block.tetrahedra, block.triangles);
  face.update({.axis = 0, .at = 0.2, .flipped = false}, block.nodes, {});
  EXPECT_EQ(face.area(), 0);
  EXPECT_EQ(face.mesh()->GetNumberOfPolys(), 0);
  face.update({.axis = 1, .at = 0.003, .flipped = false}, block.nodes, {});
  EXPECT_GT(face.area(), 0);
  for (Vec3& p : block.nodes) p = Vec3::Constant(kNan);
  face.update({.axis = 1, .at = 0.003, .flipped = false}, block.nodes, {});
  EXPECT_EQ(face.area(), 0);
}

// ---- surfaces of one value

// The distance to a point: spheres. Linear between nodes, so that the finer the mesh, the nearer.
TEST(IsoSurface, OfADistanceIsASphere) {
  const TetMesh mesh =
      layeredMesh({.shape = BoxShape{.height = 0.1, .width = 0.1}, .length = 0.1, .tetrahedra = 20000}).mesh;
  const Vec3 middle(0.05, 0, 0);
  std::vector<double> values;
  for (const Vec3& p : mesh.nodes) values.push_back((p - middle).norm());
  IsoSurface iso({mesh.tetrahedra.begin(), mesh.tetrahedra.end()});
  const std::vector<double> levels = {0.03, 0.04};
  iso.update(levels, mesh.nodes, values);
  EXPECT_NEAR(iso.area(), 4 * 3.14159265 * (0.03 * 0.03 + 0.04 * 0.04), 0.02 * iso.area());
  auto* array = vtkFloatArray::SafeDownCast(iso.mesh()->GetPointData()->GetArray(kFieldArray));
  ASSERT_GT(iso.mesh()->GetNumberOfPoints(), 1000);
  for (vtkIdType i = 0; i < iso.mesh()->GetNumberOfPoints(); ++i) {
    const Vec3 away = Vec3(iso.mesh()->GetPoint(i)) - middle;
    EXPECT_NEAR(away.norm(), array->GetValue(i), 0.002);
    const Vec3 normal(iso.mesh()->GetPointData()->GetNormals()->GetTuple(i));
    EXPECT_LT(normal.dot(away.normalized()), -0.9);  // to smaller values
  }
}

// A field that is linear in space has planes, exactly: the face of a cut there.
TEST(IsoSurface, OfALinearFieldIsThePlaneOfACut) {
  const Block block;
  IsoSurface iso(block.tetrahedra);
  const Vec3 slope(3, -2, 7);  // of Block::at
  const std::vector<double> levels = {1.2};
  iso.update(levels, block.nodes, block.values());
  CutFace face(block.tetrahedra, block.triangles);
  face.update({.axis = CutPlane::kTilted, .at = 0.2 / slope.norm(), .direction = slope.normalized()}, block.nodes, {});
  EXPECT_GT(face.area(), 0);
  EXPECT_NEAR(iso.area(), face.area(), 1e-9);
  iso.update(std::vector{100.0}, block.nodes, block.values());
  EXPECT_EQ(iso.area(), 0);
  iso.update(levels, block.nodes, std::vector<double>(block.nodes.size(), kNan));
  EXPECT_EQ(iso.area(), 0);
  iso.update(levels, block.nodes, {});
  EXPECT_EQ(iso.area(), 0);
}

// ---- pictures

class DeformationPicture : public ::testing::Test {
 protected:
  using Bytes = std::vector<std::uint8_t>;
  static constexpr int kWidth = 480, kHeight = 320;

  static std::shared_ptr<const Model> arm(bool elastic = true) {
    ModelSpec spec;
    LinkSpec link;
    link.id = 1, link.name = "arm", link.parent = kWorld, link.pose.p = Vec3(0, 0, 0.1);
    link.body = meshedVolume({{BackboneRow::kTorsion, {"1/L"}}}, false,
                             elastic ? std::make_shared<PolynomialLaw>(1e5, 0, 0, 0) : nullptr, 2000);
    spec.links = {link};
    return std::make_shared<const Model>(std::move(spec));
  }
  static Bytes draw(const std::shared_ptr<const Model>& model, const DeformationLook& look, bool furniture = false) {
    Data data(*model);
    Snapshot snapshot;
    snapshot.deformation.field = look.colors.field, snapshot.deformation.inside = look.looksInside();
    fillSnapshot(model, data, 0, VecX::Constant(1, 1.0), VecX::Zero(1), nullptr, snapshot);
    PictureOptions options;
    options.width = kWidth, options.height = kHeight, options.furniture = furniture, options.deformation = look;
    OffscreenView view(options);
    view.draw(snapshot);
    return view.pixels();
  }
  /// Share of pixels that differ clearly.
  static double difference(const Bytes& a, const Bytes& b) {
    int count = 0;
    for (std::size_t i = 0; i < a.size(); i += 4)
      count += std::abs(a[i] - b[i]) + std::abs(a[i + 1] - b[i + 1]) + std::abs(a[i + 2] - b[i + 2]) > 24;
    return 4.0 * count / static_cast<double>(a.size());
  }
  /// Pixels that are clearly more `one` than `other` (0 red, 1 green, 2 blue).
  static int count(const Bytes& bytes, std::size_t one, std::size_t other) {
    int found = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 4) found += bytes[i + one] > bytes[i + other] + 40;
    return found;
  }
  // Torsion of 1 rad over 0.1 m: 2 c1 √(3γ² + γ⁴) at the rim, γ = 10/m · 0.02 m.
  const double rim_ = 2e5 * std::sqrt(3 * 0.04 + 0.0016);
};

TEST_F(DeformationPicture, AFieldTakesThePlaceOfTheBodysColour) {
  const auto model = arm();
  const Bytes plain = draw(model, {.colors = {}}),
              low = draw(model, {.colors = {SurfaceField::kVonMises, 0, 9 * rim_}}),
              high = draw(model, {.colors = {SurfaceField::kVonMises, 0, rim_}});
  EXPECT_GT(count(plain, 0, 2), 2000);                  // orange
  EXPECT_LT(count(low, 0, 2), count(plain, 0, 2) / 4);  // violet; the ground has a red line
  EXPECT_GT(count(low, 2, 1), 2000);
  EXPECT_GT(count(high, 1, 2), 2000);  // yellow: the side is at the end of the scale
  EXPECT_GT(difference(plain, low), 0.02);
}

TEST_F(DeformationPicture, WhatIsNotDefinedLeavesThePictureAsItIs) {
  const auto model = arm(false);
  EXPECT_EQ(difference(draw(model, {.colors = {}}), draw(model, {.colors = {SurfaceField::kVonMises, 0, rim_}})), 0);
  const double displaced =
      difference(draw(model, {.colors = {}}), draw(model, {.colors = {SurfaceField::kDisplacement, 0, 0.02}}));
  EXPECT_GT(displaced, 0.02);
}

TEST_F(DeformationPicture, ACutShowsWhatIsInside) {
  const auto model = arm();
  const DeformationLook whole{.colors = {SurfaceField::kVonMises, 0, rim_}};
  DeformationLook open = whole;
  open.cut = CutPlane{.axis = 1, .at = 0, .flipped = true};
  const Bytes inside = draw(model, open), outside = draw(model, whole);
  EXPECT_GT(difference(inside, outside), 0.02);
  EXPECT_GT(count(inside, 2, 1), count(outside, 2, 1) + 500);  // there is no stress on the axis
  DeformationLook beside = whole;
  beside.cut = CutPlane{.axis = 1, .at = 1, .flipped = false};
  EXPECT_EQ(difference(draw(model, beside), outside), 0);
  beside.cut->flipped = true;
  EXPECT_LT(count(draw(model, beside), 1, 2), 20);  // nothing is left of it
}

TEST_F(DeformationPicture, ASurfaceOfOneValueIsSeenThroughTheBody) {
  const auto model = arm();
  DeformationLook look{.colors = {SurfaceField::kVonMises, 0, rim_}};
  const Bytes solid = draw(model, look);
  look.levels = {0.5 * rim_};
  const Bytes inside = draw(model, look);
  EXPECT_GT(difference(solid, inside), 0.02);
  EXPECT_LT(count(inside, 0, 2) + count(inside, 1, 2), count(solid, 0, 2) + count(solid, 1, 2));  // yellow is gone
  look.levels = {5 * rim_};  // nowhere: glass alone
  EXPECT_GT(difference(draw(model, look), inside), 0.005);
}

TEST_F(DeformationPicture, FurnitureHasTheScaleOfTheColours) {
  const auto model = arm();
  const DeformationLook look{.colors = {SurfaceField::kVonMises, 0, rim_}};
  const auto corner = [](const Bytes& bytes) {  // the left sixth of the picture
    Bytes out;
    for (int y = 0; y < kHeight; ++y)
      out.insert(out.end(), bytes.begin() + 4 * y * kWidth, bytes.begin() + 4 * (y * kWidth + kWidth / 6));
    return out;
  };
  const Bytes with = corner(draw(model, look, true)), without = corner(draw(model, {.colors = {}}, true));
  EXPECT_GT(count(with, 1, 2), count(without, 1, 2) + 100);  // yellow and green of the bar
  EXPECT_GT(count(with, 2, 1), count(without, 2, 1) + 100);  // and its violet
}

}  // namespace
}  // namespace tendril
