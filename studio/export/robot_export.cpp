// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/robot_export.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "studio/export/joint_parts.hpp"
#include "studio/export/mjcf_writer.hpp"
#include "studio/export/urdf_writer.hpp"

namespace tendril {
namespace {

constexpr std::array kFormats = {
    ExportFormatInfo{ExportFormat::kUrdf, "urdf", ".urdf", "URDF", false},
    ExportFormatInfo{ExportFormat::kMjcf, "mjcf", ".xml", "MJCF (MuJoCo)", false},
    ExportFormatInfo{ExportFormat::kGlb, "glb", ".glb", "glTF", true},
    ExportFormatInfo{ExportFormat::kObj, "obj", ".obj", "OBJ", true},
    ExportFormatInfo{ExportFormat::kStl, "stl", ".stl", "STL", true},
    ExportFormatInfo{ExportFormat::kVtu, "vtu", ".vtu", "VTK: soft bodies with fields", true},
};

bool isSoft(const Link& link) {
  return link.body && link.body->size() > 0;
}

}  // namespace

std::span<const ExportFormatInfo> exportFormats() {
  return kFormats;
}

const ExportFormatInfo* findExportFormat(std::string_view key) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& each) { return each.key == key; });
  return found == kFormats.end() ? nullptr : &*found;
}

const ExportFormatInfo* exportFormatOf(const std::filesystem::path& file) {
  std::string end = file.extension().string();
  std::transform(end.begin(), end.end(), end.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& each) { return each.ending == end; });
  return found == kFormats.end() ? nullptr : &*found;
}

std::string exportFormatList() {
  std::string out;
  for (const ExportFormatInfo& each : kFormats)
    out += (out.empty() ? "" : ", ") + std::string(each.key) + " (" + std::string(each.ending) + ')';
  return out;
}

bool hasSoftLinks(const Model& model) {
  return std::ranges::any_of(model.robotLinks(), isSoft);
}

bool canBecomeChains(const Model& model) {
  return std::ranges::all_of(model.robotLinks(),
                             [](const Link& link) { return !isSoft(link) || softChain(*link.body, 1).has_value(); });
}

ExportedModel exportRobot(const Description& description, const Model& model, ExportFormat format,
                          const std::filesystem::path& file, const RobotExportOptions& options) {
  ExportedModel out;
  try {
    if (model.robotLinks().empty())
      throw std::runtime_error("the project has no links; there is nothing to export before it has some");
    for (const Link& link : model.robotLinks()) checkJointParts(link.joint, link.name);
    ExportNotes notes;
    std::vector<ChainError> errors;
    const RigidRobot robot = rigidRobot(description, model, {options.softLinks}, notes, errors);
    StagedFiles files(file, options.replace);
    (format == ExportFormat::kUrdf ? writeUrdf : writeMjcf)(robot, files, notes);
    out.files = files.commit();
    for (const ChainError& error : errors)
      notes.add(error.text(), {}, "it stands for the soft link, with springs between");
    out.problems = notes.problems();
  } catch (const std::exception& error) {
    out.problems = {{.path = {}, .message = error.what(), .cure = {}, .line = 0}};
  }
  return out;
}

}  // namespace tendril
