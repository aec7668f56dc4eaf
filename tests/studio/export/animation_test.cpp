// SPDX-License-Identifier: GPL-3.0-or-later
// Robots that move, as .glb, read by Assimp.
#include <assimp/scene.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "studio/export/shapes/robot_surfaces.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "tests/studio/export/animated.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::Contains;
using testing::HasSubstr;

Snapshot snapshotOf(const std::shared_ptr<const Model>& model, const ShapeInstant& at) {
  Data data(*model);
  Snapshot out;
  fillSnapshot(model, data, at.t, at.q, at.v, &at.u, out);
  return out;
}

std::vector<Vec3> verticesIn(const aiVector3D* points, unsigned count) {
  std::vector<Vec3> out;
  for (unsigned i = 0; i < count; ++i) out.emplace_back(points[i].x, points[i].y, points[i].z);
  return out;
}

/// Largest distance of points, placed at a pose, from others.
double farthest(const Pose& pose, const std::vector<Vec3>& points, const std::vector<Vec3>& wanted) {
  if (points.size() != wanted.size()) return 1e9;
  double out = 0;
  for (std::size_t i = 0; i < points.size(); ++i) out = std::max(out, (pose * points[i] - wanted[i]).norm());
  return out;
}

/// The soft surface of a link, in the world, at an instant.
std::vector<Vec3> softVertices(const std::shared_ptr<const Model>& model, const ShapeInstant& at,
                               const std::string& link) {
  for (std::size_t i = 0; i < model->robotLinks().size(); ++i) {
    if (model->links[i].name != link) continue;
    const std::unique_ptr<SoftSurface> soft = makeSoftSurface(*model->links[i].body);
    soft->update(snapshotOf(model, at), static_cast<int>(i));
    return softBodySurface(*soft, model->links[i]).mesh.vertices;
  }
  return {};
}

/// The instants at which a soft link has its shapes, with these in its frame.
std::vector<std::pair<const ShapeInstant*, std::vector<Vec3>>> shapesOf(const FilmRead& film, const std::string& link,
                                                                        const std::vector<ShapeInstant>& run) {
  std::vector<std::pair<const ShapeInstant*, std::vector<Vec3>>> out;
  const aiMeshMorphAnim* moves = film.morph(link);
  const aiMesh& mesh = film.mesh(link);
  if (!moves || moves->mNumKeys != mesh.mNumAnimMeshes + 1) return out;
  for (unsigned k = 0; k < moves->mNumKeys; ++k) {
    const auto at = std::ranges::find_if(run, [&](const ShapeInstant& each) {
      return std::abs(1000 * (each.t - kRunStart) - moves->mKeys[k].mTime) < 1e-3;
    });
    if (at == run.end()) return {};
    out.emplace_back(&*at, verticesIn(k == 0 ? mesh.mVertices : mesh.mAnimMeshes[k - 1]->mVertices, mesh.mNumVertices));
  }
  return out;
}

TEST(ExportAnimation, LinksHaveThePosesOfTheRun) {
  const TemporaryFolder folder;
  const ExportedProject project = projectOf(allJoints());
  const Model& model = *project.model;
  VecX speed(model.nv), q(model.nq);
  for (int k = 0; k < model.nv; ++k) speed[k] = 7 * std::cos(1.3 * k);  // more than a turn
  const std::vector<ShapeInstant> run = runOf(model, 41, [&](double share) {
    integrate(model, model.q0, share * speed, q);
    return q;
  });
  const std::string file = folder.path("run.glb");
  const ExportedModel done = exportShapeSeries(project.model, run, file, false, {});
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  ASSERT_THAT(done.files, testing::ElementsAre(std::filesystem::path(file)));
  const FilmRead film(file);
  ASSERT_TRUE(film.animation);
  EXPECT_NEAR(film.animation->mDuration / film.animation->mTicksPerSecond, 1, 1e-6);
  const Pose up = FilmRead::poseOf(*film.scene->mRootNode);
  EXPECT_LT((up * Vec3(1, 2, 3) - Vec3(1, 3, -2)).norm(), 1e-12) << "y is up";
  for (const ShapeInstant& instant : run) {
    const Snapshot now = snapshotOf(project.model, instant);
    for (std::size_t i = 0; i < model.robotLinks().size(); ++i) {
      const Pose read = film.pose(model.links[i].name, instant);
      EXPECT_LT((read.p - now.linkPoses[i].p).norm(), 1e-6) << model.links[i].name << " at " << instant.t;
      EXPECT_LT((read.R - now.linkPoses[i].R).norm(), 1e-6) << model.links[i].name << " at " << instant.t;
    }
  }
  for (const Link& link : model.robotLinks()) {
    const aiNodeAnim& moves = *film.channel(link.name);
    EXPECT_EQ(moves.mNumRotationKeys, run.size()) << link.name;
    for (unsigned k = 1; k < moves.mNumRotationKeys; ++k) {
      const aiQuaternion &a = moves.mRotationKeys[k - 1].mValue, &b = moves.mRotationKeys[k].mValue;
      EXPECT_GT(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z, 0) << link.name << " turns the long way round";
    }
  }
}

/// Vertices and colours of rigid links are those of the picture, in the frames that move.
TEST(ExportAnimation, LinksLookAsTheyDo) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  const std::string file = folder.path("run.glb");
  const std::vector<ShapeInstant> run = runOf(*project.model, 3, swingOf);
  ASSERT_TRUE(exportShapeSeries(project.model, run, file, false, {}).ok());
  const FilmRead film(file);
  EXPECT_FALSE(film.channel("post")) << "it does not move";
  EXPECT_EQ(film.channel("arm")->mNumPositionKeys, 1u) << "it turns in place";
  std::vector<std::string> problems;
  const std::vector<Surface> seen = robotSurfaces(snapshotOf(project.model, run[2]), problems);
  for (const char* name : {"post", "arm", "soft rod"}) {
    const auto surface = std::ranges::find(seen, name, &Surface::name);
    ASSERT_NE(surface, seen.end());
    const aiMesh& mesh = film.mesh(name);
    ASSERT_EQ(mesh.mNumFaces, surface->mesh.triangles.size()) << name;
    EXPECT_EQ(mesh.mFaces[1].mIndices[2], static_cast<unsigned>(surface->mesh.triangles[1][2]));
    aiColor4D color;
    film.scene->mMaterials[mesh.mMaterialIndex]->Get(AI_MATKEY_BASE_COLOR, color);
    const Vec3 light = linearLight(surface->color);
    EXPECT_LT((Vec3(color.r, color.g, color.b) - light).norm(), 1e-6) << name;
    ASSERT_TRUE(mesh.HasNormals());
    const Pose pose = film.pose(name, run[2]);
    const bool soft = mesh.mNumAnimMeshes > 0;
    const aiVector3D* normals = soft ? mesh.mAnimMeshes[mesh.mNumAnimMeshes - 1]->mNormals : mesh.mNormals;
    const aiVector3D* points = soft ? mesh.mAnimMeshes[mesh.mNumAnimMeshes - 1]->mVertices : mesh.mVertices;
    EXPECT_LT(farthest(pose, verticesIn(points, mesh.mNumVertices), surface->mesh.vertices), 1e-6) << name;
    EXPECT_LT(farthest({pose.R, Vec3::Zero()}, verticesIn(normals, mesh.mNumVertices), surface->normals), 1e-6) << name;
  }
}

TEST(ExportAnimation, SoftLinksChangeTheirShapeAsTheRunDoes) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  const std::string file = folder.path("run.glb");
  const std::vector<ShapeInstant> run = runOf(*project.model, 81, swingOf);
  const ExportedModel done = exportShapeSeries(project.model, run, file, false, {});
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  EXPECT_THAT(done.problems, testing::IsEmpty());
  const FilmRead film(file);
  const auto shapes = shapesOf(film, "soft rod", run);
  ASSERT_GT(shapes.size(), 5u);
  EXPECT_LT(shapes.size(), 45u) << "fewer than there are instants";
  EXPECT_EQ(shapes.front().first, &run.front());
  EXPECT_EQ(shapes.back().first, &run.back());
  const aiMeshMorphAnim& moves = *film.morph("soft rod");
  for (unsigned k = 0; k < moves.mNumKeys; ++k)
    for (unsigned n = 0; n < moves.mKeys[k].mNumValuesAndWeights; ++n)
      EXPECT_EQ(moves.mKeys[k].mWeights[n], n + 1 == k ? 1 : 0);
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    const auto& [at, points] = shapes[n];
    EXPECT_LT(farthest(film.pose("soft rod", *at), points, softVertices(project.model, *at, "soft rod")), 1e-6);
    if (n == 0) continue;
    // Between them it is as far off as may be: a share of 0.0005 of its size.
    for (const ShapeInstant* between = shapes[n - 1].first + 1; between < at; ++between) {
      const double share = (between->t - shapes[n - 1].first->t) / (at->t - shapes[n - 1].first->t);
      std::vector<Vec3> mixed;
      for (std::size_t i = 0; i < points.size(); ++i)
        mixed.emplace_back((1 - share) * shapes[n - 1].second[i] + share * points[i]);
      EXPECT_LT(farthest(film.pose("soft rod", *between), mixed, softVertices(project.model, *between, "soft rod")),
                2e-4);
    }
  }
}

TEST(ExportAnimation, VolumesChangeTheirShapeAsTheRunDoes) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject("inflating-tube");
  const Model& model = *project.model;
  const std::vector<ShapeInstant> run = runOf(model, 5, [&](double share) {
    VecX q = model.q0;
    for (int k = 0; k < model.nv; ++k) q[k] += 0.02 * std::sin(1.0 + k) * std::sin(7 * share);
    return q;
  });
  const std::string file = folder.path("run.glb"),
                    link = model.links[static_cast<std::size_t>(model.deformable.front())].name;
  ASSERT_TRUE(exportShapeSeries(project.model, run, file, false, {}, 4).ok());
  const FilmRead film(file);
  const auto shapes = shapesOf(film, link, run);
  ASSERT_GE(shapes.size(), 3u);
  ASSERT_LE(shapes.size(), 4u);
  for (const auto& [at, points] : shapes)
    EXPECT_LT(farthest(film.pose(link, *at), points, softVertices(project.model, *at, link)), 1e-6) << at->t;
}

TEST(ExportAnimation, SaysWhereKeyFramesAreTooFew) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  const std::vector<ShapeInstant> run = runOf(*project.model, 101, swingOf);
  const ExportedModel done = exportShapeSeries(project.model, run, folder.path("run.glb"), false, {}, 4);
  ASSERT_TRUE(done.ok());
  const unsigned shapes = FilmRead(folder.path("run.glb")).mesh("soft rod").mNumAnimMeshes;
  EXPECT_GE(shapes, 2u);
  EXPECT_LE(shapes, 3u);
  EXPECT_THAT(textsOf(done),
              Contains(testing::AllOf(HasSubstr("soft rod"), HasSubstr(std::to_string(shapes + 1) + " key frames"),
                                      HasSubstr(" mm off"), HasSubstr("--keys"))));
  // A stiff shape needs none.
  const std::vector<ShapeInstant> turns =
      runOf(*project.model, 11, [](double share) { return VecX(Vec3(share, 1, 0)); });
  ASSERT_TRUE(exportShapeSeries(project.model, turns, folder.path("turns.glb"), false, {}).ok());
  const FilmRead film(folder.path("turns.glb"));
  EXPECT_EQ(film.mesh("soft rod").mNumAnimMeshes, 0u);
  EXPECT_FALSE(film.morph("soft rod"));
  EXPECT_TRUE(film.channel("soft rod"));
}

TEST(ExportAnimation, WhatDoesNotMoveHasNoAnimation) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  const std::vector<ShapeInstant> run = runOf(*project.model, 1, swingOf);
  const ExportedModel done = exportShapeSeries(project.model, run, folder.path("run.glb"), false, {});
  ASSERT_TRUE(done.ok());
  EXPECT_THAT(textsOf(done), Contains(HasSubstr("does not move")));
  const FilmRead film(folder.path("run.glb"));
  EXPECT_FALSE(film.animation);
  EXPECT_LT(farthest(film.pose("soft rod", run[0]),
                     verticesIn(film.mesh("soft rod").mVertices, film.mesh("soft rod").mNumVertices),
                     softVertices(project.model, run[0], "soft rod")),
            1e-6);
}

/// Instants that are one for a float, as those of an event are, become one.
TEST(ExportAnimation, TimesAscend) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  std::vector<ShapeInstant> run = runOf(*project.model, 11, swingOf);
  run.insert(run.begin() + 5, run[5]);
  run[5].t -= 1e-12;
  ASSERT_TRUE(exportShapeSeries(project.model, run, folder.path("run.glb"), false, {}).ok());
  const FilmRead film(folder.path("run.glb"));
  EXPECT_EQ(film.channel("arm")->mNumRotationKeys, 11u);
}

TEST(ExportAnimation, StopsOnTheWayAndLeavesNothing) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  const std::vector<ShapeInstant> run = runOf(*project.model, 21, swingOf);
  std::vector<double> all;
  ASSERT_TRUE(exportShapeSeries(project.model, run, folder.path("whole.glb"), false, [&](double share) {
                all.push_back(share);
                return true;
              }).ok());
  EXPECT_GT(all.size(), run.size());
  EXPECT_TRUE(std::ranges::is_sorted(all));
  EXPECT_GE(all.front(), 0);
  EXPECT_LT(all.back(), 1);
  std::filesystem::remove(folder.path("whole.glb"));
  for (const double until : {0.0, 0.4, 0.9}) {
    const ExportedModel stopped = exportShapeSeries(project.model, run, folder.path("run.glb"), false,
                                                    [&](double share) { return share < until; });
    EXPECT_TRUE(stopped.ok());
    EXPECT_TRUE(stopped.files.empty());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << until;
  }
}

TEST(ExportAnimation, SaysWhyItCannot) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  std::vector<ShapeInstant> run = runOf(*project.model, 5, swingOf);
  const auto told = [&](const std::string& file) {
    const ExportedModel done = exportShapeSeries(project.model, run, file, false, {});
    EXPECT_FALSE(done.ok());
    return done.problems.empty() ? std::string() : done.problems.front().text();
  };
  EXPECT_THAT(told(folder.path("none/a.glb")), HasSubstr("there is no folder"));
  EXPECT_THAT(told("/proc/a.glb"), HasSubstr("cannot be written"));
  folder.write("there.glb", "x");
  EXPECT_THAT(told(folder.path("there.glb")), HasSubstr("is there already"));
  run[3].q[1] = std::nan("");
  EXPECT_THAT(told(folder.path("a.glb")), testing::AllOf(HasSubstr("t = 2.25 s"), HasSubstr("--to")));
  run.clear();
  EXPECT_THAT(told(folder.path("a.glb")), HasSubstr("no instants"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("a.glb")));
}

}  // namespace
}  // namespace tendril
