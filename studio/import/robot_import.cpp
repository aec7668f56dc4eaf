// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/robot_import.hpp"

#include <algorithm>
#include <string>

#include "studio/import/mjcf.hpp"
#include "studio/import/sdf.hpp"
#include "studio/import/sorosim/sorosim.hpp"
#include "studio/import/urdf.hpp"

namespace tendril {
namespace {

bool isXacro(const pugi::xml_node& root) {
  const auto of = [](const pugi::xml_node& node) { return std::string_view(node.name()).starts_with("xacro:"); };
  const auto children = root.children();
  return of(root) || std::any_of(children.begin(), children.end(), of);
}

std::string lowerEnd(const std::filesystem::path& file) {
  std::string end = file.extension().string();
  std::transform(end.begin(), end.end(), end.begin(), [](unsigned char c) { return std::tolower(c); });
  return end;
}

ImportedRobot named(ImportedRobot robot, const std::filesystem::path& file) {
  if (robot.description.name.empty()) robot.description.name = file.stem().string();
  robot.description.description = "From " + file.filename().string();
  return robot;
}

}  // namespace

bool isImportable(const std::filesystem::path& file) {
  const std::string end = lowerEnd(file);
  return end == ".urdf" || end == ".xml" || end == ".mjcf" || end == ".xacro" || end == ".sdf" || end == ".mat";
}

ImportedRobot importRobot(const std::filesystem::path& file, const ImportOptions& given) {
  ImportedRobot out;
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file, error).lexically_normal();
  ImportOptions options = given;
  options.directory = given.directory.empty() ? absolute.parent_path()
                                              : std::filesystem::absolute(given.directory, error).lexically_normal();
  if (lowerEnd(absolute) == ".mat") {
    ImportNotes notes(out.problems);
    if (MatFile mat; mat.load(absolute, notes)) readSorosim(mat, notes, out.description);
    return named(std::move(out), absolute);
  }
  XmlFile xml(out.problems);
  if (!xml.load(absolute)) return out;
  const pugi::xml_node root = xml.root();
  const std::string_view kind = root.name();
  if (isXacro(root))
    xml.error(root, {}, "is written in xacro", "make the URDF first: xacro robot.xacro > robot.urdf");
  else if (kind == "robot")
    readUrdf(xml, absolute, options, out.description);
  else if (kind == "mujoco")
    readMjcf(xml, absolute, options, out.description);
  else if (kind == "sdf")
    readSdf(xml, absolute, options, out.description);
  else
    xml.error(root, {}, "holds no robot but <" + std::string(kind) + '>', "name a URDF, SDF or MJCF file");
  return named(std::move(out), absolute);
}

}  // namespace tendril
