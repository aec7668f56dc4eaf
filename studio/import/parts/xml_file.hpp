// SPDX-License-Identifier: GPL-3.0-or-later
// XML with the lines that things stand in, and numbers that are looked at before they are taken.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/pose.hpp"
#include "studio/import/parts/import_notes.hpp"

namespace tendril {

/// A file that was read, and what is said of it.
class XmlFile : public ImportNotes {
 public:
  explicit XmlFile(std::vector<Problem>& problems) : ImportNotes(problems) {}

  /// False with an error where it cannot be read or is no XML. `largest`: bytes.
  bool load(const std::filesystem::path& file);
  pugi::xml_node root() const { return document_.document_element(); }
  int line(const pugi::xml_node& node) const;

  using ImportNotes::error;
  using ImportNotes::note;
  void error(const pugi::xml_node& at, std::string path, std::string message, std::string cure);
  void note(const pugi::xml_node& at, std::string path, std::string message, std::string instead);

  /// Numbers of an attribute, separated by blanks. nullopt without it; an error where there are others than `count`
  /// finite numbers (0: any number of them).
  std::optional<std::vector<double>> numbers(const pugi::xml_node& node, const char* attribute, std::size_t count,
                                             const std::string& path);
  double number(const pugi::xml_node& node, const char* attribute, double absent, const std::string& path);
  Vec3 vector(const pugi::xml_node& node, const char* attribute, const Vec3& absent, const std::string& path);

  /// Notes children that are none of `known`.
  void noteUnknown(const pugi::xml_node& node, const std::string& path, std::initializer_list<std::string_view> known);

 private:
  pugi::xml_document document_;
  std::vector<std::size_t> lineEnds_;
};

/// A name that projects allow: other characters become _.
std::string allowedName(std::string_view name);

/// A file that a robot's file names, "package://", "file://" or relative: looked for beside the robot's file, in the
/// folders above it and in ROS_PACKAGE_PATH. Empty if there is none.
enum class Referenced { kFile, kFileOrFolder };
std::filesystem::path findReferenced(const std::string& name, const std::filesystem::path& robotFile,
                                     Referenced what = Referenced::kFile);

}  // namespace tendril
