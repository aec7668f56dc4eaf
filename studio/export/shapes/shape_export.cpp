// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/shape_export.hpp"

#include <cstdio>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>

#include "core/text/number_text.hpp"
#include "studio/export/export_notes.hpp"
#include "studio/export/shapes/robot_animation.hpp"
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

void noteRigidLinks(const Model& model, ExportNotes& notes) {
  for (const Link& link : model.robotLinks())
    if (!link.body && !link.visuals.empty()) notes.add("rigid links", link.name, ".vtu has soft bodies alone");
}

void checkHasLinks(const Model& model) {
  if (model.robotLinks().empty())
    throw std::runtime_error("the project has no links; there is nothing to export before it has some");
}

/// "run/run_00012.vtu", as seen from beside the .pvd.
std::filesystem::path frameName(const std::filesystem::path& series, std::size_t index) {
  char number[24];
  std::snprintf(number, sizeof number, "_%05zu.vtu", index);
  return series.stem() / (series.stem().string() + number);
}

/// False: stopped on the way.
bool writeSeries(const std::shared_ptr<const Model>& model, std::span<const ShapeInstant> instants,
                 const std::filesystem::path& series, const StagedFiles& files, const ExportProgress& goesOn) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("VTKFile");
  root.append_attribute("type") = "Collection";
  root.append_attribute("version") = "0.1";
  pugi::xml_node collection = root.append_child("Collection");
  for (std::size_t i = 0; i < instants.size(); ++i) {
    if (goesOn && !goesOn(static_cast<double>(i) / static_cast<double>(instants.size()))) return false;
    const std::filesystem::path name = frameName(series, i);
    writeSoftFields(model, instants[i], files.beside(name));
    pugi::xml_node entry = collection.append_child("DataSet");
    entry.append_attribute("timestep") = numberText(instants[i].t).c_str();
    entry.append_attribute("part") = 0;
    entry.append_attribute("file") = name.generic_string().c_str();
  }
  std::ostringstream text;
  document.save(text, "  ");
  writeWhole(files.file(), text.str());
  return true;
}

/// The files that `write` makes, all or none, with what it notes; none where it returns false.
template <class Write>
ExportedModel exported(const Model& model, const std::filesystem::path& file, bool replace, Write&& write) {
  ExportedModel out;
  try {
    checkHasLinks(model);
    ExportNotes notes;
    StagedFiles files(file, replace);
    if (!write(files, notes)) return out;
    out.files = files.commit();
    out.problems = notes.problems();
  } catch (const std::exception& error) {
    out.problems = {{.path = {}, .message = error.what(), .cure = {}, .line = 0}};
  }
  return out;
}

}  // namespace

ExportedModel exportShape(const std::shared_ptr<const Model>& model, const ShapeInstant& instant, ExportFormat format,
                          const std::filesystem::path& file, bool replace) {
  return exported(*model, file, replace, [&](StagedFiles& files, ExportNotes& notes) {
    if (format == ExportFormat::kVtu) {
      writeSoftFields(model, instant, files.file());
      noteRigidLinks(*model, notes);
    } else {
      writeSeen(model, instant, format, files.file(), notes);
    }
    return true;
  });
}

ExportedModel exportShapeSeries(const std::shared_ptr<const Model>& model, std::span<const ShapeInstant> instants,
                                const std::filesystem::path& file, bool replace, const ExportProgress& goesOn,
                                int keys) {
  const ExportFormatInfo* const format = exportFormatOf(file);
  return exported(*model, file, replace, [&](StagedFiles& files, ExportNotes& notes) {
    if (format && format->format == ExportFormat::kGlb)
      return writeAnimation(model, instants, keys, files.file(), notes, goesOn);
    if (!writeSeries(model, instants, file, files, goesOn)) return false;
    noteRigidLinks(*model, notes);
    return true;
  });
}

}  // namespace tendril
