// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "studio/mesher/child_process.hpp"
#include "studio/mesher/gmsh_generator.hpp"
#include "studio/mesher/gmsh_script.hpp"
#include "studio/mesher/mesh_cache.hpp"
#include "studio/mesher/project_meshes.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

template <class F>
std::string errorOf(F&& f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

/// A program that does what a shell script says.
std::string program(const fs::path& folder, const std::string& script) {
  const fs::path file = folder / "program";
  std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
  fs::permissions(file, fs::perms::owner_all);
  return file.string();
}

std::string contentOf(const fs::path& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return content.str();
}

const MeshRecipe kTube{TubeShape{0.03, 0.015}, 0.08, 1500};

TEST(ChildProcess, givesStatusAndOutput) {
  const ChildResult result =
      runChild({.command = {"sh", "-c", "echo one; echo \"two $NEW\" >&2; exit 3"}, .environment = {{"NEW", "three"}}});
  EXPECT_EQ(result.end, ChildResult::End::kExited);
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.output, "one\ntwo three\n");
  EXPECT_EQ(runChild({.command = {"sh", "-c", "kill -9 $$"}}).status, 128 + 9);
  EXPECT_EQ(runChild({.command = {"/no/such/program"}}).end, ChildResult::End::kMissing);
  const ChildResult loud =
      runChild({.command = {"sh", "-c", "i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done"}});
  EXPECT_EQ(loud.status, 0);
  EXPECT_LE(loud.output.size(), 4000u);
  EXPECT_THAT(loud.output, testing::EndsWith("19999\n"));
}

TEST(ChildProcess, isEndedWithWhatItStarted) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path(), mark = folder / "mark";
  const std::string script = "(sleep 2; touch '" + mark.string() + "') & sleep 100";
  EXPECT_EQ(runChild({.command = {"sh", "-c", script}, .timeLimit = 100ms}).end, ChildResult::End::kTimeLimit);
  int asked = 0;
  EXPECT_EQ(runChild({.command = {"sh", "-c", script}, .cancelled = [&] { return ++asked > 3; }}).end,
            ChildResult::End::kCancelled);
  // What it leaves behind would have made the mark by now.
  EXPECT_EQ(runChild({.command = {"sleep", "2.5"}}).status, 0);
  EXPECT_FALSE(fs::exists(mark));
}

TEST(GmshGenerator, saysWhatWentWrong) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path();
  const auto error = [&](GmshOptions options, std::function<bool()> cancelled = {}) {
    return errorOf([&] { GmshGenerator(options).generate(kTube, cancelled); });
  };
  EXPECT_THAT(error({.program = "/no/gmsh"}), AllOf(HasSubstr("/no/gmsh"), HasSubstr("apt-get install gmsh")));
  EXPECT_THAT(error({.program = program(folder, "sleep 100"), .timeLimit = 1s}),
              AllOf(HasSubstr("longer than 1 s"), HasSubstr("fewer")));
  EXPECT_THAT(error({.program = program(folder, "sleep 100")}, [] { return true; }), HasSubstr("cancelled"));
  EXPECT_THAT(error({.program = program(folder, "echo no licence; exit 2")}),
              AllOf(HasSubstr("status 2"), HasSubstr("no licence")));
  EXPECT_THAT(error({.program = program(folder, "exit 0")}), HasSubstr("no mesh; it says nothing"));
  EXPECT_THAT(error({.program = program(folder, "echo rubbish > $4")}), HasSubstr("shape.msh: is neither"));
  EXPECT_THAT(errorOf([] {
                GmshGenerator().generate({HelicoidShape{0.02, 0.006, 0.04, 0.003, 3}, 0.1, 2000}, {});
              }),
              HasSubstr("helicoids"));
  EXPECT_THAT(errorOf([] {
                GmshGenerator().generate({TubeShape{0.02, 0.03}, 0.1, 2000}, {});
              }),
              HasSubstr("less than radius"));
}

TEST(GmshGenerator, makesEveryShapeWithMarkedSurfaces) {
  ASSERT_NE(runChild({.command = {"gmsh", "-version"}}).end, ChildResult::End::kMissing) << "gmsh is not installed";
  for (const MeshRecipe& recipe :
       {MeshRecipe{CylinderShape{0.02}, 0.1, 1200}, kTube, MeshRecipe{BoxShape{0.02, 0.03}, 0.1, 1000},
        MeshRecipe{GripperShape{0.03, 0.015, 0.01}, 0.08, 2500}}) {
    SCOPED_TRACE(recipeText(recipe));
    const LoadedTetMesh made = GmshGenerator().generate(recipe, {});
    EXPECT_THAT(made.notes, IsEmpty());
    const MeshQuality quality = meshQuality(made.mesh);
    EXPECT_TRUE(quality.sound());
    EXPECT_GT(quality.minimumQuality, 0.05);
    EXPECT_NEAR(quality.tetrahedra, recipe.tetrahedra, 0.15 * recipe.tetrahedra);
    EXPECT_NEAR(quality.volume, recipeVolume(recipe), 0.08 * quality.volume) << "flat triangles lie inside circles";
    const LoadedTetMesh layered = layeredMesh(recipe);
    size_t marked = 0;
    for (const MeshSurface& surface : layered.mesh.surfaces) {
      const MeshSurface* same = findSurface(made.mesh, surface.name);
      ASSERT_NE(same, nullptr) << surface.name;
      const double area = surfaceArea(layered.mesh, surface.triangles);
      EXPECT_NEAR(surfaceArea(made.mesh, same->triangles), area, 0.08 * area) << surface.name;
      marked += same->triangles.size();
    }
    EXPECT_EQ(made.mesh.surfaces.size(), layered.mesh.surfaces.size());
    EXPECT_EQ(marked, static_cast<size_t>(quality.boundaryTriangles));
  }
}

/// Makes layered meshes and counts how often it was asked.
class Counting final : public MeshGenerator {
 public:
  LoadedTetMesh generate(const MeshRecipe& recipe, const std::function<bool()>&) const override {
    ++asked;
    return layeredMesh(recipe);
  }
  LoadedTetMesh fill(const SurfaceRecipe& recipe, const std::function<bool()>&) const override {
    ++asked;
    return layeredMesh({BoxShape{recipe.size, recipe.size}, 1, 100});
  }
  mutable int asked = 0;
};

TEST(MeshCache, asksOnlyOnce) {
  const TemporaryFolder temporary;
  const fs::path project = temporary.path();
  const auto generator = std::make_shared<Counting>();
  const CachedMeshGenerator cache(generator, "layers 1", CachedMeshGenerator::folderOf(project));
  const LoadedTetMesh first = cache.generate(kTube, {}), second = cache.generate(kTube, {});
  EXPECT_EQ(generator->asked, 1);
  EXPECT_EQ(first.mesh.nodes, second.mesh.nodes);
  EXPECT_EQ(first.mesh.tetrahedra, second.mesh.tetrahedra);
  EXPECT_EQ(second.mesh.surfaces.size(), first.mesh.surfaces.size());
  EXPECT_THAT(second.notes, IsEmpty());
  EXPECT_EQ(cache.fileOf(kTube).parent_path(), project / ".tendril-cache" / "meshes");
  EXPECT_EQ(readTetMesh(cache.fileOf(kTube).string()).mesh.nodes, first.mesh.nodes) << "an ordinary file";
  EXPECT_EQ(std::distance(fs::directory_iterator(cache.fileOf(kTube).parent_path()), fs::directory_iterator()), 1);

  MeshRecipe other = kTube;
  other.tetrahedra = 10;
  EXPECT_THAT(cache.generate(other, {}).notes, testing::SizeIs(1));
  EXPECT_THAT(cache.generate(other, {}).notes, testing::SizeIs(1)) << "notes come again";
  EXPECT_EQ(generator->asked, 2);
  CachedMeshGenerator(generator, "layers 2", CachedMeshGenerator::folderOf(project)).generate(kTube, {});
  EXPECT_EQ(generator->asked, 3) << "of another generator";
}

TEST(MeshCache, keepsWhatSurfacesEnclose) {
  const TemporaryFolder temporary;
  const fs::path project = temporary.path();
  const auto generator = std::make_shared<Counting>();
  const CachedMeshGenerator cache(generator, "layers 1", CachedMeshGenerator::folderOf(project));
  auto surface = std::make_shared<ClosedSurface>();
  surface->vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  surface->solids = {{{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, {}}};
  const SurfaceRecipe recipe{surface, 0.1, 0};
  const LoadedTetMesh first = cache.fill(recipe, {}), second = cache.fill(recipe, {});
  EXPECT_EQ(generator->asked, 1);
  EXPECT_EQ(first.mesh.nodes, second.mesh.nodes);
  EXPECT_EQ(second.mesh.surfaces.size(), first.mesh.surfaces.size());
  EXPECT_THAT(second.notes, testing::ElementsAre(HasSubstr("volume than the surface"))) << "notes come again";
  EXPECT_THAT(cache.fileOf(recipe).filename().string(), testing::StartsWith("surface-"));

  auto moved = std::make_shared<ClosedSurface>(*surface);
  moved->vertices[1].x() = 1 + 1e-12;
  cache.fill({moved, 0.1, 0}, {});
  EXPECT_EQ(generator->asked, 2);
  cache.fill({surface, 0.1, 0.5}, {});
  EXPECT_EQ(generator->asked, 3);
  std::ofstream(cache.fileOf(recipe)) << "rubbish";
  EXPECT_EQ(cache.fill(recipe, {}).mesh.nodes, first.mesh.nodes);
  EXPECT_EQ(generator->asked, 4);
}

TEST(MeshCache, makesDamagedEntriesAgain) {
  const TemporaryFolder temporary;
  const fs::path project = temporary.path();
  const auto generator = std::make_shared<Counting>();
  const CachedMeshGenerator cache(generator, "layers", CachedMeshGenerator::folderOf(project));
  const LoadedTetMesh good = cache.generate(kTube, {});
  const fs::path file = cache.fileOf(kTube);
  const std::string whole = contentOf(file);
  std::string digit = whole, name = whole;
  digit[whole.size() / 2] = digit[whole.size() / 2] == '1' ? '2' : '1';
  name[name.find("radius")] = 'R';
  int asked = generator->asked;
  for (const std::string& damaged :
       {digit, name, whole.substr(0, whole.size() / 2), whole + "9", std::string(), std::string("rubbish")}) {
    std::ofstream(file, std::ios::binary) << damaged;
    EXPECT_EQ(cache.generate(kTube, {}).mesh.nodes, good.mesh.nodes);
    EXPECT_EQ(generator->asked, ++asked);
    EXPECT_EQ(contentOf(file), whole) << "kept again";
  }
}

TEST(MeshCache, worksWhereNothingCanBeWritten) {
  const TemporaryFolder temporary;
  const fs::path project = temporary.path();
  std::ofstream(project / ".tendril-cache") << "a file in the way";
  const CachedMeshGenerator cache(std::make_shared<Counting>(), "layers", CachedMeshGenerator::folderOf(project));
  const LoadedTetMesh made = cache.generate(kTube, {});
  EXPECT_GT(made.mesh.tetrahedra.size(), 1000u);
  EXPECT_THAT(made.notes, testing::ElementsAre(HasSubstr("not kept")));
}

TEST(MeshCache, isAskedByProjects) {
  const TemporaryFolder temporary;
  const fs::path project = temporary.path();
  const auto generator = projectMeshGenerator(project);
  const fs::path file = CachedMeshGenerator(nullptr, "gmsh 1", CachedMeshGenerator::folderOf(project)).fileOf(kTube);
  CachedMeshGenerator(std::make_shared<Counting>(), "gmsh 1", CachedMeshGenerator::folderOf(project))
      .generate(kTube, {});
  ASSERT_TRUE(fs::exists(file));
  EXPECT_EQ(generator->generate(kTube, [] { return true; }).mesh.nodes, layeredMesh(kTube).mesh.nodes) << "kept";
}

TEST(MeshCache, keepsNothingOfAFailure) {
  const TemporaryFolder temporary;
  const fs::path project = temporary.path();
  const CachedMeshGenerator cache(std::make_shared<Counting>(), "layers", CachedMeshGenerator::folderOf(project));
  EXPECT_THROW(cache.generate({TubeShape{1, 2}, 1, 100}, {}), std::runtime_error);
  EXPECT_FALSE(fs::exists(project / ".tendril-cache"));
}

}  // namespace
}  // namespace tendril
