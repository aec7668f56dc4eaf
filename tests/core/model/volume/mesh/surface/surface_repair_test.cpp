// SPDX-License-Identifier: BSD-3-Clause
// Whatever is wrong with the triangles of a file: either the surface is closed, faces outward and encloses what it
// should, or a sentence says why not.
#include "core/model/volume/mesh/surface/surface_repair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <stdexcept>

#include "core/model/volume/mesh/recipes/surface_recipe.hpp"
#include "tests/core/model/volume/mesh/surface/surface_samples.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace testing_meshes;

RepairedSurface repaired(const Surface& surface) {
  return repairSurface(surface.vertices, surface.triangles);
}

std::string errorOf(const Surface& surface) {
  try {
    repaired(surface);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

std::vector<Triangle> allOf(const ClosedSurface& surface) {
  std::vector<Triangle> all;
  for (const SolidBoundary& solid : surface.solids) {
    all.insert(all.end(), solid.outside.begin(), solid.outside.end());
    for (const auto& cavity : solid.cavities) all.insert(all.end(), cavity.begin(), cavity.end());
  }
  return all;
}

/// Every directed edge once, with its opposite; the outside positive, cavities negative; volume as given.
void expectSolid(const ClosedSurface& surface, double volume, double tolerance = 1e-12) {
  std::map<std::pair<int, int>, int> edges;
  for (const Triangle& triangle : allOf(surface))
    for (int k = 0; k < 3; ++k) ++edges[{triangle[k], triangle[(k + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  for (const SolidBoundary& solid : surface.solids) {
    EXPECT_GT((Surface{surface.vertices, solid.outside}.volume()), 0);
    for (const auto& cavity : solid.cavities) EXPECT_LT((Surface{surface.vertices, cavity}.volume()), 0);
  }
  EXPECT_NEAR((Surface{surface.vertices, allOf(surface)}.volume()), volume, tolerance * volume);
  EXPECT_NEAR(surfaceVolume(surface), volume, tolerance * volume);
}

Surface boxWithCavity() {
  Surface box = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05}), cavity = boxSurface({0.02, 0.01, 0.01}, {0.07, 0.04, 0.04});
  cavity.turn();
  box.add(cavity);
  return box;
}

constexpr double kBox = 2.5e-4, kCavity = 4.5e-5;

TEST(SurfaceRepair, leavesSoundSurfacesAsTheyAre) {
  const Surface sphere = sphereSurface({0, 0, 0}, 0.02, 40), torus = torusSurface(0.03, 0.01, 60, 40),
                tube = tubeSurface(0.1, 0.02, 0.01, 48);
  const double pi = std::numbers::pi;
  EXPECT_NEAR(sphere.volume(), 4 * pi / 3 * 8e-6, 0.005 * sphere.volume());
  EXPECT_NEAR(torus.volume(), 2 * pi * pi * 3e-6, 0.007 * torus.volume());
  EXPECT_NEAR(tube.volume(), pi * 3e-5, 0.005 * tube.volume());
  for (const Surface& surface : {sphere, torus, tube, boxSurface({0, 0, 0}, {0.1, 0.05, 0.05})})
    for (const Surface& each : {surface, soup(surface)}) {
      const RepairedSurface result = repaired(each);
      EXPECT_THAT(result.notes, IsEmpty());
      EXPECT_EQ(result.surface.solids.size(), 1u);
      EXPECT_EQ(result.surface.vertices.size(), surface.vertices.size());
      expectSolid(result.surface, surface.volume());
    }
}

TEST(SurfaceRepair, tellsCavitiesFromSolids) {
  const RepairedSurface hollow = repaired(soup(boxWithCavity()));
  ASSERT_EQ(hollow.surface.solids.size(), 1u);
  EXPECT_EQ(hollow.surface.solids[0].cavities.size(), 1u);
  expectSolid(hollow.surface, kBox - kCavity);
  EXPECT_THAT(hollow.notes, IsEmpty());

  Surface all = boxWithCavity();
  all.add(sphereSurface({0.04, 0.025, 0.025}, 0.01, 12));  // in the cavity
  all.add(boxSurface({0.2, 0, 0}, {0.3, 0.05, 0.05}));
  const RepairedSurface three = repaired(all);
  EXPECT_EQ(three.surface.solids.size(), 3u);
  expectSolid(three.surface, 2 * kBox - kCavity + sphereSurface({0, 0, 0}, 0.01, 12).volume());
  EXPECT_THAT(three.notes, Contains(HasSubstr("3 solids")));
}

TEST(SurfaceRepair, turnsWhatIsInsideOut) {
  Surface inside = torusSurface(0.03, 0.01, 30, 20);
  const double volume = inside.volume();
  inside.turn();
  const RepairedSurface all = repaired(inside);
  expectSolid(all.surface, volume);
  EXPECT_THAT(all.notes, testing::ElementsAre(HasSubstr("inside out")));

  std::mt19937 random(7);
  Surface mixed = torusSurface(0.03, 0.01, 30, 20);
  for (Triangle& triangle : mixed.triangles)
    if (random() % 3 == 0) std::swap(triangle[0], triangle[1]);
  const RepairedSurface some = repaired(mixed);
  expectSolid(some.surface, volume);
  EXPECT_THAT(some.notes, testing::ElementsAre(AllOf(HasSubstr("of 1200"), HasSubstr("turned"))));

  Surface same = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05});  // a cavity that faces as the outside does
  same.add(boxSurface({0.02, 0.01, 0.01}, {0.07, 0.04, 0.04}));
  expectSolid(repaired(same).surface, kBox - kCavity);
}

TEST(SurfaceRepair, joinsVerticesThatNoiseHasSeparated) {
  std::mt19937 random(3);
  for (double noise : {1e-9, 1e-7, 1e-6, 1e-5}) {
    std::uniform_real_distribution<double> some(-noise, noise);
    const Surface clean = torusSurface(0.03, 0.01, 30, 20);
    Surface noisy = soup(clean);
    for (Vec3& p : noisy.vertices) p += Vec3(some(random), some(random), some(random));
    const RepairedSurface result = repaired(noisy);
    EXPECT_THAT(result.notes, Contains(HasSubstr("joined"))) << noise;
    EXPECT_EQ(result.surface.vertices.size(), clean.vertices.size()) << noise;
    expectSolid(result.surface, clean.volume(), 200 * noise / 0.01);
  }
}

TEST(SurfaceRepair, dropsTrianglesThatAreNoWall) {
  Surface surface = torusSurface(0.03, 0.01, 30, 20);
  const double volume = surface.volume();
  surface.triangles.push_back({4, 4, 9});
  surface.triangles.push_back(surface.triangles[17]);
  surface.vertices.emplace_back(0, 0, 0.1);
  surface.triangles.push_back(
      {surface.triangles[0][0], surface.triangles[0][1], static_cast<int>(surface.vertices.size()) - 1});
  Surface fleck = boxSurface({0, 0, 0}, {1e-4, 1e-4, 1e-4});
  surface.add(fleck);
  const RepairedSurface result = repaired(surface);
  expectSolid(result.surface, volume);
  for (const char* what : {"without area", "repeated", "hanging", "fleck"})
    EXPECT_THAT(result.notes, Contains(HasSubstr(what)));
}

/// The top of a box, whose edges have vertices that the faces beside it lack.
TEST(SurfaceRepair, closesCracksOfVerticesOnEdges) {
  Surface box = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05});
  const Triangle split = box.triangles[0];
  box.triangles.erase(box.triangles.begin());
  box.vertices.push_back((box.vertices[split[0]] + box.vertices[split[1]]) / 2);
  const auto middle = static_cast<int>(box.vertices.size()) - 1;
  box.triangles.push_back({split[0], middle, split[2]});
  box.triangles.push_back({middle, split[1], split[2]});
  const RepairedSurface result = repaired(box);
  expectSolid(result.surface, kBox);
  for (const auto& [a, b, c] : result.surface.solids[0].outside) {
    const auto& v = result.surface.vertices;
    EXPECT_GT((v[b] - v[a]).cross(v[c] - v[a]).norm(), 1e-6) << "no triangle without area is left";
  }
}

TEST(SurfaceRepair, closesSmallHolesAndRefusesLargeOnes) {
  Surface surface = torusSurface(0.03, 0.01, 60, 40);
  const double volume = surface.volume();
  surface.triangles.erase(surface.triangles.begin() + 100, surface.triangles.begin() + 104);
  surface.triangles.erase(surface.triangles.begin() + 1000);
  const RepairedSurface closed = repaired(surface);
  expectSolid(closed.surface, volume, 1e-3);
  EXPECT_THAT(closed.notes, testing::ElementsAre(AllOf(HasSubstr("2 small holes"), HasSubstr("closed"))));

  Surface box = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05});
  box.triangles.erase(box.triangles.begin() + 4, box.triangles.begin() + 6);
  EXPECT_THAT(errorOf(box),
              AllOf(HasSubstr("is open: a hole of 4 edges"), HasSubstr("0.1118 across"), HasSubstr("close it")));
  Surface sheet = lattice(20, 5, false, [](int i, int j) { return onCircle(0.01 * j, 0.02, i / 20.0); });
  EXPECT_THAT(errorOf(sheet), AllOf(HasSubstr("2 holes"), HasSubstr("thickness")));
}

TEST(SurfaceRepair, closesGapsBetweenFaces) {
  const Surface box = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05});
  for (double gap : {1e-8, 1e-6, 5e-5}) {
    Surface apart = box;
    apart.triangles.resize(10);
    Surface lid;
    for (int i = 0; i < 4; ++i) lid.vertices.push_back(box.vertices[4 + i] + Vec3(0, gap, gap));
    lid.triangles = {{0, 1, 3}, {0, 3, 2}};
    apart.add(lid);
    expectSolid(repaired(apart).surface, kBox, 3 * gap / 0.05);
  }
}

TEST(SurfaceRepair, refusesWithASentence) {
  EXPECT_THAT(errorOf({}), HasSubstr("no triangles"));
  Surface point;
  point.vertices.assign(3, Vec3(1, 2, 3));
  point.triangles = {{0, 1, 2}};
  EXPECT_THAT(errorOf(point), HasSubstr("in one place"));
  Surface nan = boxSurface({0, 0, 0}, {1, 1, 1});
  nan.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(errorOf(nan), AllOf(HasSubstr("vertex at"), HasSubstr("finite")));
  nan.vertices[3].y() = 1e30;
  EXPECT_THAT(errorOf(nan), HasSubstr("finite"));

  Surface walls = boxSurface({0, 0, 0}, {1, 1, 1});  // two boxes that share a wall
  walls.add(boxSurface({1, 0, 0}, {2, 1, 1}));
  EXPECT_THAT(errorOf(walls), AllOf(HasSubstr("more than two triangles meet"), HasSubstr("4 edges")));

  Surface crossing = boxSurface({0, 0, 0}, {1, 1, 1});
  crossing.add(boxSurface({0.5, 0.25, 0.3}, {2, 0.7, 0.8}));
  EXPECT_THAT(errorOf(crossing), AllOf(HasSubstr("cuts through itself"), HasSubstr("unite")));

  const Surface strip = [] {  // half a turn on the way around
    Surface out;
    const int n = 40;
    for (int i = 0; i < n; ++i)
      for (int side : {-1, 1}) {
        const double at = 2 * std::numbers::pi * i / n;
        out.vertices.push_back((1 + 0.2 * side * std::cos(at / 2)) * Vec3(std::cos(at), std::sin(at), 0) +
                               Vec3(0, 0, 0.2 * side * std::sin(at / 2)));
      }
    for (int i = 0; i < n; ++i) {
      const int a = 2 * i, b = 2 * i + 1;
      const int c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? b + 2 : 0;
      out.triangles.push_back({a, c, b});
      out.triangles.push_back({b, c, d});
    }
    return out;
  }();
  EXPECT_THAT(errorOf(strip), HasSubstr("only one side"));

  Surface flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  flat.triangles = {{0, 1, 2}, {1, 3, 2}, {0, 2, 3}, {0, 3, 1}};
  EXPECT_THAT(errorOf(flat), HasSubstr("no volume"));

  Surface many;
  for (int i = 0; i < 21; ++i) many.add(boxSurface({2.0 * i, 0, 0}, {2.0 * i + 1, 1, 1}));
  EXPECT_THAT(errorOf(many), HasSubstr("21 parts"));
  Surface huge = boxSurface({0, 0, 0}, {1, 1, 1});
  huge.triangles.resize(200'001, huge.triangles[0]);
  EXPECT_THAT(errorOf(huge), AllOf(HasSubstr("200001 triangles"), HasSubstr("coarser")));
}

TEST(SurfaceRecipe, textTellsSurfacesApart) {
  const Surface box = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05});
  const auto recipe = [](const Surface& surface, double size, double grading) {
    return SurfaceRecipe{std::make_shared<ClosedSurface>(repaired(surface).surface), size, grading};
  };
  const std::string text = recipeText(recipe(box, 0.01, 0.2));
  EXPECT_EQ(text, recipeText(recipe(box, 0.01, 0.2)));
  EXPECT_EQ(text.find('\n'), std::string::npos);
  Surface other = box;
  other.vertices[0].x() -= 1e-15;
  for (const SurfaceRecipe& different : {recipe(box, 0.02, 0.2), recipe(box, 0.01, 0.1), recipe(other, 0.01, 0.2)})
    EXPECT_NE(text, recipeText(different));

  const auto problem = [&](double size, double grading) -> std::string {
    try {
      checkRecipe(recipe(box, size, grading));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(problem(0.01, 0), "");
  EXPECT_THAT(problem(0, 0), HasSubstr("size"));
  EXPECT_THAT(problem(std::numeric_limits<double>::quiet_NaN(), 0), HasSubstr("size"));
  EXPECT_THAT(problem(0.01, -1), HasSubstr("grading"));
  EXPECT_THAT(problem(1e-4, 0), AllOf(HasSubstr("size"), HasSubstr("at most 500000")));
}

}  // namespace
}  // namespace tendril
