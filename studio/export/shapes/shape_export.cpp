// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/shape_export.hpp"

#include <stdexcept>

#include "studio/export/export_notes.hpp"
#include "studio/export/shapes/robot_surfaces.hpp"
#include "studio/export/shapes/soft_fields.hpp"
#include "studio/export/staged_files.hpp"

namespace tendril {
namespace {

void writeSeen(const std::shared_ptr<const Model>& model, const ShapeInstant& instant, ExportFormat format,
               const std::filesystem::path& file, ExportNotes& notes) {
  Data data(*model);
  Snapshot snapshot;
  fillSnapshot(model, data, instant.t, instant.q, instant.v, &instant.u, snapshot);
  std::vector<std::string> problems;
  const std::vector<Surface> surfaces = robotSurfaces(snapshot, problems);
  for (const std::string& problem : problems) notes.add(problem, {}, "it was left out");
  const SurfaceFormat kind = format == ExportFormat::kStl   ? SurfaceFormat::kStl
                             : format == ExportFormat::kObj ? SurfaceFormat::kObj
                                                            : SurfaceFormat::kGlb;
  writeSurfaces(surfaces, kind, file);
  if (kind == SurfaceFormat::kStl)
    notes.add("names and colours of links", {}, "STL has none; all links are one surface");
}

}  // namespace

ExportedModel exportShape(const std::shared_ptr<const Model>& model, const ShapeInstant& instant, ExportFormat format,
                          const std::filesystem::path& file, bool replace) {
  ExportedModel out;
  try {
    if (model->robotLinks().empty())
      throw std::runtime_error("the project has no links; there is nothing to export before it has some");
    ExportNotes notes;
    StagedFiles files(file, replace);
    if (format == ExportFormat::kVtu) {
      writeSoftFields(model, instant, files.file());
      for (const Link& link : model->robotLinks())
        if (!link.body && !link.visuals.empty()) notes.add("rigid links", link.name, ".vtu has soft bodies alone");
    } else {
      writeSeen(model, instant, format, files.file(), notes);
    }
    out.files = files.commit();
    out.problems = notes.problems();
  } catch (const std::exception& error) {
    out.problems = {{.path = {}, .message = error.what(), .cure = {}, .line = 0}};
  }
  return out;
}

}  // namespace tendril
