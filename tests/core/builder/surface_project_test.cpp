// SPDX-License-Identifier: BSD-3-Clause
// Bodies of what a surface of a file encloses, and files that are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/builder/bodies/surface_source.hpp"
#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/model/data.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/project/project.hpp"
#include "tests/core/model/volume/mesh/surface/surface_samples.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
using namespace testing_meshes;
using testing::AllOf;
using testing::HasSubstr;

/// Fills boxes along the axes, whatever the surface is, and remembers what was asked for.
class BoxFiller final : public MeshGenerator {
 public:
  LoadedTetMesh generate(const MeshRecipe& recipe, const std::function<bool()>&) const override {
    return layeredMesh(recipe);
  }
  LoadedTetMesh fill(const SurfaceRecipe& recipe, const std::function<bool()>&) const override {
    asked.push_back(recipe);
    if (!fault.empty()) throw std::runtime_error(fault);
    TetMesh points;
    points.nodes = recipe.surface->vertices;
    const MeshExtent extent = meshExtent(points);
    const Vec3 size = extent.size();
    LoadedTetMesh made = layeredMesh({BoxShape{size.y(), size.z()}, size.x(), 600});
    for (Vec3& p : made.mesh.nodes) p += extent.low + Vec3(0, size.y() / 2, size.z() / 2);
    return made;
  }
  mutable std::vector<SurfaceRecipe> asked;
  std::string fault;
};

/// What its slider feels.
double massOf(const Model& model) {
  Data data(model);
  massMatrix(model, data, VecX::Zero(model.nq));
  return data.massMatrix(0, 0);
}

class SurfaceProject : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  std::shared_ptr<const Model> build(const std::string& mesh, const std::string& more = "") {
    ReadResult result =
        readProjectText(R"json({"format": "tendril", "version": 1,
        "materials": {"m": {"density": 1000, "model": "neo_hookean", "c1": 1e5}},
        "links": [{"name": "arm", "joint": {"type": "prismatic", "axis": [1, 0, 0]}, "body": {"type": "primitives", "material": "m", "mesh": )json" +
                        mesh + more + R"json(, "primitives": [{"type": "stretch", "modes": ["X"]}]}}]})json");
    problems_ = result.problems;
    BuildOptions options;
    options.directory = folder_.path();
    options.meshes = filler_;
    return hasErrors(problems_) ? nullptr : buildModel(result.description, problems_, options);
  }

  std::string problemAt(const std::string& path) const {
    std::string out;
    for (const Problem& problem : problems_)
      if (problem.path == path) out += problem.text() + "\n";
    return out;
  }

  TemporaryFolder folder_;
  std::shared_ptr<BoxFiller> filler_ = std::make_shared<BoxFiller>();
  std::vector<Problem> problems_;
};

const std::string kField = "links.arm.body.mesh.surface";

TEST_F(SurfaceProject, givesTheMassOfItsInside) {
  write("part.stl", stlText(boxSurface({0, -10, -20}, {100, 10, 20})));  // mm
  const auto model = build(R"({"surface": {"file": "part.stl", "scale": 0.001, "size": 0.007, "grading": 0.3}})");
  ASSERT_TRUE(model) << problems_.at(0).text();
  EXPECT_TRUE(problems_.empty()) << problems_[0].text();
  ASSERT_EQ(filler_->asked.size(), 1u);
  EXPECT_EQ(filler_->asked[0].size, 0.007);
  EXPECT_EQ(filler_->asked[0].grading, 0.3);
  EXPECT_NEAR(surfaceVolume(*filler_->asked[0].surface), 8e-5, 1e-12);
  EXPECT_NEAR(massOf(*model), 0.08, 1e-9);

  ASSERT_TRUE(build(R"({"surface": {"file": "part.stl", "scale": 0.001, "size": 0.007, "grading": 0.3}})"));
  EXPECT_EQ(filler_->asked.size(), 1u) << "neither read nor filled again";
  ASSERT_TRUE(build(R"({"surface": {"file": "part.stl", "scale": 0.001, "size": 0.008, "grading": 0.3}})"));
  EXPECT_EQ(filler_->asked.size(), 2u);
}

TEST_F(SurfaceProject, standsWhereItsPoseIs) {
  write("part.stl", stlText(boxSurface({-0.01, -0.01, 0}, {0.01, 0.01, 0.1})));  // along z
  EXPECT_FALSE(build(R"({"surface": {"file": "part.stl"}})"));
  EXPECT_THAT(problemAt(kField + ".pose"), AllOf(HasSubstr("from x = -0.01 to 0.01"), HasSubstr("shift it by 0.01 m")));
  EXPECT_TRUE(filler_->asked.empty()) << "not filled in vain";
  const auto model = build(R"({"surface": {"file": "part.stl", "pose": {"rpy": [0, 1.5707963267948966, 0]}}})");
  ASSERT_TRUE(model) << problems_.at(0).text();
  EXPECT_NEAR(filler_->asked.at(0).surface->vertices[0].x(), 0, 0.1001);
  EXPECT_NEAR(filler_->asked[0].size, edgeLength(4e-5, 2000), 1e-9) << "without a size: about 2000 tetrahedra";
  EXPECT_NEAR(massOf(*model), 0.04, 0.04 * 1e-7) << "the numbers of files are read in single precision";
  EXPECT_FALSE(build(R"({"surface": {"file": "part.stl", "pose": {"rpy": [0, 1.5707963267948966, 0]}}})",
                     R"(, "length": 0.05)"));
  EXPECT_THAT(problemAt("links.arm.body.mesh"), HasSubstr("the body from 0 to 0.05"));
}

TEST_F(SurfaceProject, takesAFileAlone) {
  write("part.STL", stlText(boxSurface({0, -0.01, -0.01}, {0.1, 0.01, 0.01})));
  EXPECT_TRUE(build(R"("part.STL")")) << problems_.at(0).text();
  EXPECT_FALSE(build(R"("other.obj")"));
  EXPECT_THAT(problemAt("links.arm.body.mesh"), HasSubstr("no such file"));
}

TEST_F(SurfaceProject, readsWhatProgramsExport) {
  Surface box = boxSurface({0, -0.01, -0.01}, {0.1, 0.01, 0.01});
  std::string obj, ply =
                       "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float "
                       "z\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n";
  for (const Vec3& p : box.vertices) {
    const std::string at = std::to_string(p.x()) + " " + std::to_string(p.y()) + " " + std::to_string(p.z()) + "\n";
    obj += "v " + at, ply += at;
  }
  for (const auto& [a, b, c] : box.triangles) {
    obj += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " + std::to_string(c + 1) + "\n";
    ply += "3 " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
  }
  write("box.obj", obj);
  write("box.ply", ply);
  write("box.stl", stlText(box));
  for (const char* name : {"box.obj", "box.ply", "box.stl"}) {
    const RepairedSurface read = readSurface(folder_.path(name));
    EXPECT_NEAR(surfaceVolume(read.surface), 4e-5, 1e-11) << name;
    EXPECT_TRUE(read.notes.empty()) << name << ": " << read.notes[0];
    EXPECT_EQ(read.surface.vertices.size(), 8u) << name;
  }
}

TEST_F(SurfaceProject, tellsWhatWasRepaired) {
  Surface inside = boxSurface({0, -0.01, -0.01}, {0.1, 0.01, 0.01});
  inside.turn();
  inside.triangles.push_back({3, 3, 5});
  write("part.stl", stlText(inside));
  EXPECT_TRUE(build(R"({"surface": {"file": "part.stl"}})"));
  EXPECT_THAT(problemAt(kField + ".file"), AllOf(HasSubstr("inside out: turned"), HasSubstr("without area: left out")));
}

TEST_F(SurfaceProject, saysAtTheFieldWhatIsWrong) {
  const auto expect = [&](const std::string& fields, const std::string& field, const auto& matcher) {
    EXPECT_FALSE(build(R"({"surface": {)" + fields + "}}")) << fields;
    EXPECT_THAT(problemAt(kField + field), matcher) << fields;
    EXPECT_EQ(problems_.size(), 1u) << fields << ": " << problems_.at(0).text() << problems_.back().text();
  };
  Surface open = boxSurface({0, -0.01, -0.01}, {0.1, 0.01, 0.01});
  write("box.stl", stlText(open));
  write("flat.stl", stlText({open.vertices, {{0, 1, 2}, {0, 2, 1}}}));
  write("kilometres.stl", stlText(open, 1e4));
  open.triangles.resize(10);
  write("open.stl", stlText(open));
  write("empty.stl", "");
  write("text.stl", "this is a letter, and no mesh at all\n");
  write("cut.stl", stlText(open).substr(0, 700));
  write("tetrahedra.msh", "$MeshFormat\n");
  write("rubbish.ply", "ply\n\x01\x02\xff\xfe rubbish");
  write("nothing.obj", "# nothing\n");
  expect(R"("file": "open.stl")", ".file", AllOf(HasSubstr("is open: a hole of 4 edges"), HasSubstr("close it")));
  expect(R"("file": "empty.stl")", ".file", HasSubstr("is empty"));
  expect(R"("file": "text.stl")", ".file", HasSubstr("export the part"));
  expect(R"("file": "cut.stl")", ".file", testing::Not(""));
  expect(R"("file": "rubbish.ply")", ".file", HasSubstr("export the part"));
  expect(R"("file": "nothing.obj")", ".file", HasSubstr("export the part"));
  expect(R"("file": "no.stl")", ".file", HasSubstr("no such file"));
  expect(R"("file": "")", ".file", testing::Not(""));
  expect(R"("file": "tetrahedra.msh")", ".file", HasSubstr(".stl, .obj or .ply"));
  expect(R"("file": "flat.stl")", ".file", testing::Not(""));
  EXPECT_FALSE(build(R"({"surface": {"scale": 1}})"));
  EXPECT_THAT(problemAt(kField + ".file"), HasSubstr("missing"));
  expect(R"("file": "box.stl", "size": 1e-6)", ".size", HasSubstr("at most 500000"));
  expect(R"("file": "box.stl", "size": 0)", ".size", testing::Not(""));
  expect(R"("file": "box.stl", "scale": -1)", ".scale", testing::Not(""));
  expect(R"("file": "box.stl", "scale": 1e9)", ".scale", HasSubstr("100 km"));
  expect(R"("file": "box.stl", "grading": 5)", ".grading", testing::Not(""));
  filler_->fault = "gmsh failed";
  expect(R"("file": "box.stl", "size": 0.003)", "", HasSubstr("gmsh failed"));
  filler_->fault.clear();
  EXPECT_TRUE(build(R"({"surface": {"file": "kilometres.stl"}})"));
  EXPECT_THAT(problemAt(kField + ".scale"), AllOf(HasSubstr("1000 m large"), HasSubstr("0.001")));
  EXPECT_FALSE(build(R"({"surface": {"file": "box.stl"}, "cylinder": {"radius": 0.1}})", R"(, "length": 0.1)"));
  EXPECT_THAT(problemAt("links.arm.body.mesh"), HasSubstr("2 shapes"));
  filler_ = nullptr;
  EXPECT_FALSE(build(R"({"surface": {"file": "box.stl"}})"));
  EXPECT_THAT(problemAt("links.arm.body.mesh"), HasSubstr("gmsh, which is not available here"));
}

}  // namespace
}  // namespace tendril
