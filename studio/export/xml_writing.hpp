// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, poses and colours as attributes of XML, and the meshes that it names.
#pragma once

#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <string>

#include "core/model/model.hpp"
#include "studio/export/export_notes.hpp"
#include "studio/export/staged_files.hpp"

namespace tendril {

/// Numbers with blanks between them, each as short as it reads back the same.
std::string numbersText(const VecXRef& values);
/// Adds an attribute.
void put(pugi::xml_node node, const char* name, const std::string& value);
void put(pugi::xml_node node, const char* name, double value);
void put(pugi::xml_node node, const char* name, const VecXRef& values);
/// Roll, pitch and yaw of Rz(yaw) Ry(pitch) Rx(roll), exact also where the pitch is a right angle.
Vec3 rollPitchYaw(const Mat3& R);
/// Shares of red, green, blue and opacity of a link's picture.
Eigen::Vector4d colorOf(const LinkSpec& link);
/// Writes the document; std::runtime_error where that fails.
void saveXml(const pugi::xml_document& document, const std::filesystem::path& file);

/// The pose of a round shape whose axis is z, as elsewhere, for one whose axis is x, as here.
Pose roundAlongZPose(const Pose& alongX);

/// Meshes that a robot is drawn with, as files in a folder beside its own.
class MeshFiles {
 public:
  MeshFiles(const StagedFiles& files, ExportNotes& notes);
  /// Its path relative to the robot's file; written once, as STL in metres. Empty, with a note, where it cannot be
  /// read.
  std::string nameOf(const Visual& visual, const std::string& link);

 private:
  const StagedFiles& files_;
  ExportNotes& notes_;
  std::map<std::pair<std::string, double>, std::string> known_;
};

}  // namespace tendril
