// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/soft_fields.hpp"

#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkStringArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/model/body/surface_carrier.hpp"
#include "studio/export/staged_files.hpp"

namespace tendril {
namespace {

/// The points of all soft bodies, body after body: vertices and inside nodes of volumes, sections of the others.
class SoftGrid {
 public:
  SoftGrid(const std::shared_ptr<const Model>& model, const ShapeInstant& instant)
      : model_(model), instant_(instant), data_(*model) {
    now_ = snapshotAt(instant.q, SurfaceField::kNone);
    addPoints();
    addCells();
    for (const SurfaceFieldInfo& info : surfaceFields()) addField(info);
    addDisplacement();
    addRadius();
  }

  void write(const std::filesystem::path& file) {
    if (points_->GetNumberOfPoints() == 0)
      throw std::runtime_error("there is no soft body, and .vtu holds nothing else; write .glb, .obj or .stl");
    const vtkNew<vtkXMLUnstructuredGridWriter> writer;
    writer->SetInputData(grid_);
    writer->WriteToOutputStringOn();
    if (writer->Write() == 0) throw std::runtime_error(file.filename().string() + " cannot be written by VTK");
    writeWhole(file, writer->GetOutputString());
  }

 private:
  Snapshot snapshotAt(const VecX& q, SurfaceField field) {
    Snapshot out;
    out.deformation.field = field;
    out.deformation.inside = true;
    fillSnapshot(model_, data_, instant_.t, q, instant_.v, &instant_.u, out);
    return out;
  }

  /// Calls `volume(link, mesh)` or `line(link)` for every soft body, in the order of the points.
  template <class Volume, class Line>
  void forEach(const Volume& volume, const Line& line) const {
    for (std::size_t i = 0; i < model_->robotLinks().size(); ++i) {
      const Body* body = model_->links[i].body.get();
      if (!body) continue;
      if (const SurfaceCarrier* carrier = body->surfaceCarrier())
        volume(i, carrier->surface());
      else if (!body->sweptPieces().empty())
        line(i);
    }
  }

  /// One value for each point, from where a snapshot keeps those of surfaces, insides and sections.
  template <class T, class Add>
  void forEachValue(const Snapshot& snapshot, const std::vector<T>& surface, const std::vector<T>& inside,
                    const std::vector<T>& sections, const Add& add) const {
    const auto run = [&](std::size_t link, const std::vector<T>& values, const std::vector<int>& first) {
      for (int k = first[link]; k < first[link + 1]; ++k) add(link, values[static_cast<std::size_t>(k)]);
    };
    forEach(
        [&](std::size_t link, const SurfaceMesh&) {
          run(link, surface, snapshot.firstSurfacePoint);
          run(link, inside, snapshot.deformation.firstInsidePoint);
        },
        [&](std::size_t link) { run(link, sections, snapshot.firstSection); });
  }

  static std::vector<Vec3> places(const std::vector<Pose>& frames) {
    std::vector<Vec3> out;
    for (const Pose& frame : frames) out.push_back(frame.p);
    return out;
  }

  void addPoints() {
    points_->SetDataTypeToDouble();
    forEachValue(now_, now_.surfacePoints, now_.deformation.insidePoints, places(now_.sections),
                 [this](std::size_t, const Vec3& point) { points_->InsertNextPoint(point.data()); });
    grid_->SetPoints(points_);
  }

  void addCells() {
    const vtkNew<vtkIntArray> link;
    link->SetName("link");
    const vtkNew<vtkStringArray> names;
    names->SetName("links");
    for (const Link& each : model_->robotLinks()) names->InsertNextValue(each.name);
    vtkIdType first = 0;
    const auto addCell = [&](int type, std::span<const vtkIdType> corners, std::size_t of) {
      grid_->InsertNextCell(type, static_cast<vtkIdType>(corners.size()), corners.data());
      link->InsertNextValue(static_cast<int>(of));
    };
    forEach(
        [&](std::size_t of, const SurfaceMesh& mesh) {
          for (const auto& [a, b, c, d] : mesh.tetrahedra)
            addCell(VTK_TETRA, std::array<vtkIdType, 4>{first + a, first + b, first + c, first + d}, of);
          for (const auto& [a, b, c] : mesh.triangles)
            if (mesh.tetrahedra.empty())
              addCell(VTK_TRIANGLE, std::array<vtkIdType, 3>{first + a, first + b, first + c}, of);
          first += static_cast<vtkIdType>(mesh.vertices.size() + mesh.inside.size());
        },
        [&](std::size_t of) {
          for (const SweptPiece& piece : model_->links[of].body->sweptPieces()) {
            std::vector<vtkIdType> corners;
            for (std::size_t k = 0; k < piece.s.size(); ++k)
              corners.push_back(first + piece.firstSection + static_cast<vtkIdType>(k));
            addCell(VTK_POLY_LINE, corners, of);
          }
          first += now_.firstSection[of + 1] - now_.firstSection[of];
        });
    grid_->GetCellData()->AddArray(link);
    grid_->GetFieldData()->AddArray(names);
  }

  /// Whether some body may have a field.
  bool mayHave(const SurfaceFieldInfo& info) const {
    return std::ranges::any_of(model_->robotLinks(), [&info](const Link& link) {
      if (!link.body) return false;
      return link.body->surfaceCarrier() ? info.ofVolumes : info.ofLines;
    });
  }

  void addField(const SurfaceFieldInfo& info) {
    const vtkNew<vtkDoubleArray> array;
    array->SetName(std::string(info.key).c_str());
    if (!mayHave(info)) {  // not worth computing all there is once more
      array->SetNumberOfTuples(points_->GetNumberOfPoints());
      array->Fill(std::numeric_limits<double>::quiet_NaN());
      grid_->GetPointData()->AddArray(array);
      return;
    }
    const Snapshot shown = snapshotAt(instant_.q, info.field);
    const Deformation& values = shown.deformation;
    forEachValue(shown, values.surfaceValues, values.insideValues, values.sectionValues,
                 [&array](std::size_t, double value) { array->InsertNextValue(value); });
    grid_->GetPointData()->AddArray(array);
  }

  void addDisplacement() {
    const Snapshot rest = snapshotAt(model_->undeformed(), SurfaceField::kNone);
    const vtkNew<vtkDoubleArray> array;
    array->SetName("displacement_vector");
    array->SetNumberOfComponents(3);
    vtkIdType point = 0;
    forEachValue(rest, rest.surfacePoints, rest.deformation.insidePoints, places(rest.sections),
                 [&](std::size_t link, const Vec3& before) {
                   const Vec3 carried = now_.linkPoses[link] * (rest.linkPoses[link].inverse() * before);
                   const Vec3 moved = Vec3(points_->GetPoint(point++)) - carried;
                   array->InsertNextTuple(moved.data());
                 });
    grid_->GetPointData()->AddArray(array);
  }

  void addRadius() {
    std::vector<double> radius(now_.sections.size(), std::numeric_limits<double>::quiet_NaN());
    forEach([](std::size_t, const SurfaceMesh&) {},
            [&](std::size_t link) {
              for (const SweptPiece& piece : model_->links[link].body->sweptPieces())
                for (std::size_t k = 0; k < piece.s.size(); ++k)
                  radius[static_cast<std::size_t>(now_.firstSection[link] + piece.firstSection) + k] =
                      piece.section.radius(piece.s[k]);
            });
    const std::vector<double> surface(now_.surfacePoints.size(), std::numeric_limits<double>::quiet_NaN());
    const std::vector<double> inside(now_.deformation.insidePoints.size(), std::numeric_limits<double>::quiet_NaN());
    const vtkNew<vtkDoubleArray> array;
    array->SetName("radius");
    forEachValue(now_, surface, inside, radius, [&array](std::size_t, double value) { array->InsertNextValue(value); });
    grid_->GetPointData()->AddArray(array);
  }

  std::shared_ptr<const Model> model_;
  const ShapeInstant& instant_;
  Data data_;
  Snapshot now_;
  vtkNew<vtkPoints> points_;
  vtkNew<vtkUnstructuredGrid> grid_;
};

}  // namespace

void writeSoftFields(const std::shared_ptr<const Model>& model, const ShapeInstant& instant,
                     const std::filesystem::path& file) {
  SoftGrid(model, instant).write(file);
}

}  // namespace tendril
