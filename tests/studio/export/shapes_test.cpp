// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of robots: surfaces by Assimp, soft bodies by VTK's reader.
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>
#include <vtkTetra.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <assimp/Importer.hpp>
#include <cmath>
#include <set>

#include "core/builder/build_model.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "tests/studio/export/exported.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::Contains;
using testing::HasSubstr;

ShapeInstant startOfModel(const Model& model) {
  ShapeInstant out{0, model.q0, model.v0, VecX::Zero(model.nu)};
  model.inputsAt(0, out.u);
  return out;
}

/// A box 0.4 × 0.2 × 0.1 m, red, whose far end is moved 1 m up and a quarter turn about z; a rod hangs on it.
ExportedProject boxAndRod() {
  return projectOf(R"({"format":"tendril","version":1,"name":"box","gravity":[0,0,-9.81],
    "materials":{"rubber":{"density":1000,"young":1e5,"poisson":0.5,"viscosity":10}},
    "links":[{"name":"box","parent":"world","pose":{"position":[0,0,1],"rpy":[0,0,1.5707963267948966]},
      "joint":{"type":"fixed"},"color":"#ff0000","body":{"type":"rigid","mass":1,"inertia":[1,1,1,0,0,0],
      "tip":{"position":[0.2,0,0]},"visual":{"box":[0.4,0.2,0.1]}}},
    {"name":"soft rod","parent":"box","joint":{"type":"fixed"},"color":"#00ff00","body":{"type":"rod","material":"rubber",
      "length":0.3,"section":{"shape":"circle","radius":0.01},"strain":{"bending_y":{"basis":"constant"},
      "bending_z":{"basis":"constant"}},"q0":[0,0.5]}}]})");
}

class Opened {
 public:
  explicit Opened(const std::string& file) {
    scene = importer_.ReadFile(file, aiProcess_PreTransformVertices | aiProcess_Triangulate);
    EXPECT_TRUE(scene) << importer_.GetErrorString();
  }
  /// Least and largest coordinates of what a material (all: nullptr) is on.
  std::pair<Vec3, Vec3> extent(const aiColor3D* only = nullptr) const {
    Vec3 low = Vec3::Constant(1e9), high = -low;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
      const aiMesh& mesh = *scene->mMeshes[m];
      aiColor4D color;
      scene->mMaterials[mesh.mMaterialIndex]->Get(AI_MATKEY_COLOR_DIFFUSE, color);
      if (only && std::abs(color.r - only->r) + std::abs(color.g - only->g) + std::abs(color.b - only->b) > 0.01)
        continue;
      for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const Vec3 p(mesh.mVertices[i].x, mesh.mVertices[i].y, mesh.mVertices[i].z);
        low = low.cwiseMin(p), high = high.cwiseMax(p);
      }
    }
    return {low, high};
  }
  std::set<std::string> names() const {
    std::set<std::string> out;
    for (unsigned m = 0; m < scene->mNumMaterials; ++m) {
      aiString name;
      scene->mMaterials[m]->Get(AI_MATKEY_NAME, name);
      out.insert(name.C_Str());
    }
    return out;
  }
  const aiScene* scene = nullptr;

 private:
  Assimp::Importer importer_;
};

const aiColor3D kRed(1, 0, 0);

class ExportedShape : public testing::TestWithParam<std::pair<ExportFormat, const char*>> {};

TEST_P(ExportedShape, StandsWhereTheRobotDoes) {
  const auto [format, ending] = GetParam();
  const TemporaryFolder folder;
  const ExportedProject project = boxAndRod();
  const std::string file = folder.path(std::string("shape") + ending);
  const ExportedModel done = exportShape(project.model, startOfModel(*project.model), format, file, false);
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  const Opened opened(file);
  ASSERT_TRUE(opened.scene);
  const bool colored = format != ExportFormat::kStl;
  auto [low, high] = opened.extent(colored ? &kRed : nullptr);
  if (format == ExportFormat::kGlb) {  // y is up there
    const auto back = [](const Vec3& p) { return Vec3(p.x(), -p.z(), p.y()); };
    const Vec3 a = back(low), b = back(high);
    low = a.cwiseMin(b), high = a.cwiseMax(b);
  }
  EXPECT_NEAR(low.x(), -0.1, 1e-6) << "turned by a right angle";
  EXPECT_NEAR(low.y(), -0.2, 1e-6);
  EXPECT_NEAR(low.z(), 0.95, 1e-6);
  if (colored) {
    EXPECT_NEAR(high.y(), 0.2, 1e-6);
    EXPECT_THAT(opened.names(), testing::IsSupersetOf({"box", "soft rod"}));
  } else {  // the rod's tip, too: 0.5 rad over 0.3 m, and its radius
    EXPECT_NEAR(high.y(), 0.2 + 0.6 * std::sin(0.5) + 0.01 * std::sin(0.5), 1e-3);
    EXPECT_THAT(textsOf(done), Contains(HasSubstr("names and colours")));
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ExportedShape,
                         testing::Values(std::pair(ExportFormat::kStl, ".stl"), std::pair(ExportFormat::kObj, ".obj"),
                                         std::pair(ExportFormat::kGlb, ".glb")));

vtkSmartPointer<vtkUnstructuredGrid> readGrid(const std::string& file) {
  const vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  return reader->GetOutput();
}

TEST(ExportVtu, HoldsTetrahedraWithFields) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject("inflating-tube");
  const Model& model = *project.model;
  ShapeInstant instant = startOfModel(model);
  for (int k = 0; k < model.nv; ++k) instant.q[k] += 0.02 * std::sin(1.0 + k);
  const std::string file = folder.path("tube.vtu");
  const ExportedModel done = exportShape(project.model, instant, ExportFormat::kVtu, file, false);
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  const auto grid = readGrid(file);
  ASSERT_TRUE(grid);
  const int soft = model.deformable.front();
  const SurfaceMesh& mesh = surfaceCarrierOf(model.links[static_cast<std::size_t>(soft)].body.get())->surface();
  ASSERT_EQ(grid->GetNumberOfCells(), static_cast<vtkIdType>(mesh.tetrahedra.size()));
  ASSERT_EQ(grid->GetNumberOfPoints(), static_cast<vtkIdType>(mesh.vertices.size() + mesh.inside.size()));
  Snapshot snapshot;
  snapshot.deformation.field = SurfaceField::kVonMises;
  snapshot.deformation.inside = true;
  Data data(model);
  fillSnapshot(project.model, data, 0, instant.q, instant.v, &instant.u, snapshot);
  vtkDataArray* mises = grid->GetPointData()->GetArray("von_mises");
  ASSERT_TRUE(mises);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const auto at = static_cast<vtkIdType>(i);
    EXPECT_LT((Vec3(grid->GetPoint(at)) - snapshot.surfacePoints[i]).norm(), 1e-15);
    EXPECT_DOUBLE_EQ(mises->GetTuple1(at), snapshot.deformation.surfaceValues[i]);
  }
  double ratio = 0;
  vtkDataArray* det = grid->GetPointData()->GetArray("det_f");
  for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c) {
    ASSERT_EQ(grid->GetCellType(c), VTK_TETRA);
    double p[4][3];
    double mean = 0;
    for (int k = 0; k < 4; ++k) {
      grid->GetPoint(grid->GetCell(c)->GetPointId(k), p[k]);
      mean += det->GetTuple1(grid->GetCell(c)->GetPointId(k)) / 4;
    }
    EXPECT_GT(vtkTetra::ComputeVolume(p[0], p[1], p[2], p[3]), 0);
    ratio += mean;
  }
  EXPECT_NEAR(ratio / static_cast<double>(grid->GetNumberOfCells()), 1, 0.2);
  // What moved: displacement_vector has the length that the field "displacement" says.
  vtkDataArray* moved = grid->GetPointData()->GetArray("displacement_vector");
  vtkDataArray* length = grid->GetPointData()->GetArray("displacement");
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
    EXPECT_NEAR(Vec3(moved->GetTuple3(i)).norm(), length->GetTuple1(i), 1e-9);
}

TEST(ExportVtu, HoldsLinesOfRods) {
  const TemporaryFolder folder;
  const ExportedProject project = boxAndRod();
  const std::string file = folder.path("rod.vtu");
  const ExportedModel done = exportShape(project.model, startOfModel(*project.model), ExportFormat::kVtu, file, false);
  ASSERT_TRUE(done.ok());
  EXPECT_THAT(textsOf(done), Contains(HasSubstr("rigid links: box")));
  const auto grid = readGrid(file);
  ASSERT_EQ(grid->GetNumberOfCells(), 1);
  EXPECT_EQ(grid->GetCellType(0), VTK_POLY_LINE);
  const Vec3 tip(grid->GetPoint(grid->GetNumberOfPoints() - 1));
  EXPECT_LT((tip - Vec3(-0.6 * (1 - std::cos(0.5)), 0.2 + 0.6 * std::sin(0.5), 1)).norm(), 1e-12);
  EXPECT_DOUBLE_EQ(grid->GetPointData()->GetArray("radius")->GetTuple1(0), 0.01);
  EXPECT_EQ(grid->GetCellData()->GetArray("link")->GetTuple1(0), 1);
  auto* names = vtkStringArray::SafeDownCast(grid->GetFieldData()->GetAbstractArray("links"));
  ASSERT_TRUE(names);
  EXPECT_EQ(names->GetValue(1), "soft rod");
}

TEST(ExportVtu, SeriesStopOnTheWayAndLeaveNothing) {
  const ExportedProject project = exampleProject("soft-manipulator");
  const TemporaryFolder folder;
  const std::vector<ShapeInstant> instants(5, startOfModel(*project.model));
  std::vector<double> shares;
  const auto untilHalf = [&](double share) {
    shares.push_back(share);
    return share < 0.5;
  };
  const std::filesystem::path file = folder.path("run.pvd");
  const ExportedModel stopped = exportShapeSeries(project.model, instants, file, false, untilHalf);
  EXPECT_TRUE(stopped.ok());
  EXPECT_TRUE(stopped.files.empty());
  EXPECT_EQ(shares.size(), 4u);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_EQ(exportShapeSeries(project.model, instants, file, false, {}).files.size(), 6u);
}

TEST(ExportShape, SaysWhyItCannot) {
  const TemporaryFolder folder;
  const ExportedProject rigid = exampleProject("double-pendulum");
  const auto told = [&](const ExportedProject& project, ExportFormat format, const std::string& file) {
    const ExportedModel done = exportShape(project.model, startOfModel(*project.model), format, file, false);
    EXPECT_FALSE(done.ok());
    return done.problems.empty() ? std::string() : done.problems.front().text();
  };
  EXPECT_THAT(told(rigid, ExportFormat::kVtu, folder.path("a.vtu")), HasSubstr("there is no soft body"));
  EXPECT_THAT(told(rigid, ExportFormat::kGlb, folder.path("none/a.glb")), HasSubstr("there is no folder"));
  folder.write("there.stl", "x");
  EXPECT_THAT(told(rigid, ExportFormat::kStl, folder.path("there.stl")), HasSubstr("is there already"));
  EXPECT_TRUE(
      exportShape(rigid.model, startOfModel(*rigid.model), ExportFormat::kStl, folder.path("there.stl"), true).ok());
  EXPECT_THAT(told(projectOf(R"({"format":"tendril","version":1,"name":"empty","links":[]})"), ExportFormat::kGlb,
                   folder.path("b.glb")),
              HasSubstr("no links"));
  int files = 0;
  for (const auto& each : std::filesystem::directory_iterator(folder.path())) files += each.exists() ? 1 : 0;
  EXPECT_EQ(files, 1) << "nothing is left behind";
}

}  // namespace
}  // namespace tendril
