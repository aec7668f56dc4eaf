// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/parts/xml_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tendril {
namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t kLargest = 256u << 20;  // bytes: no robot's text is longer, and all of it is held in memory
constexpr int kFoldersAbove = 6;

std::optional<double> numberOf(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool good = failed == std::errc() && end == word.data() + word.size() && std::isfinite(value);
  return good ? std::optional(value) : std::nullopt;
}

}  // namespace

bool XmlFile::load(const fs::path& file) {
  const auto fail = [&](std::string message, std::string cure, int line = 0) {
    error(line, {}, std::move(message), std::move(cure));
    return false;
  };
  std::error_code failed;
  const std::string name = file.string();
  const bool isFile = fs::is_regular_file(file, failed);
  if (failed == std::errc::permission_denied)
    return fail(name + " cannot be read", "check that its folder may be read");
  if (!isFile) return fail(name + " is no file", "name a URDF, SDF or MJCF file");
  if (fs::file_size(file, failed) > kLargest || failed)
    return fail(name + " is larger than 256 MB", "name the robot's own file, not one of its meshes");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return fail(name + " cannot be read", "check that it may be read");
  const std::string content = text.str();
  for (std::size_t i = 0; i < content.size(); ++i)
    if (content[i] == '\n') lineEnds_.push_back(i);
  const pugi::xml_parse_result result = document_.load_buffer(content.data(), content.size());
  if (!result) {
    const auto at = std::lower_bound(lineEnds_.begin(), lineEnds_.end(), static_cast<std::size_t>(result.offset));
    return fail(std::string("is no XML: ") + result.description(), "mend the file or write it anew",
                1 + static_cast<int>(at - lineEnds_.begin()));
  }
  if (!root()) return fail("holds no element", "name a URDF, SDF or MJCF file");
  return true;
}

int XmlFile::line(const pugi::xml_node& node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  if (offset < 0) return 0;
  const auto at = std::lower_bound(lineEnds_.begin(), lineEnds_.end(), static_cast<std::size_t>(offset));
  return 1 + static_cast<int>(at - lineEnds_.begin());
}

void XmlFile::error(const pugi::xml_node& at, std::string path, std::string message, std::string cure) {
  error(line(at), std::move(path), std::move(message), std::move(cure));
}

void XmlFile::note(const pugi::xml_node& at, std::string path, std::string message, std::string instead) {
  note(line(at), std::move(path), std::move(message), std::move(instead));
}

std::optional<std::vector<double>> XmlFile::numbers(const pugi::xml_node& node, const char* attribute,
                                                    std::size_t count, const std::string& path) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return std::nullopt;
  std::istringstream words(found.value());
  std::vector<double> out;
  bool good = true;
  for (std::string word; words >> word;) {
    const std::optional<double> number = numberOf(word);
    good = good && number;
    out.push_back(number.value_or(0));
  }
  if (good && (count == 0 || out.size() == count)) return out;
  const std::string wanted = count == 0 ? "numbers" : count == 1 ? "one number" : std::to_string(count) + " numbers";
  error(node, path, std::string(attribute) + "=\"" + found.value() + "\" of <" + node.name() + "> is not " + wanted,
        "write " + wanted + (count == 1 ? "" : " with blanks between them"));
  return std::nullopt;
}

double XmlFile::number(const pugi::xml_node& node, const char* attribute, double absent, const std::string& path) {
  const auto found = numbers(node, attribute, 1, path);
  return found ? found->front() : absent;
}

Vec3 XmlFile::vector(const pugi::xml_node& node, const char* attribute, const Vec3& absent, const std::string& path) {
  const auto found = numbers(node, attribute, 3, path);
  return found ? Vec3((*found)[0], (*found)[1], (*found)[2]) : absent;
}

void XmlFile::noteUnknown(const pugi::xml_node& node, const std::string& path,
                          std::initializer_list<std::string_view> known) {
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() != pugi::node_element) continue;
    if (std::find(known.begin(), known.end(), std::string_view(child.name())) != known.end()) continue;
    note(child, path, std::string("<") + child.name() + "> is not understood", "it was left out");
  }
}

std::string allowedName(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && !std::isalnum(byte) && c != '_' && c != '-' && c != ' ') c = '_';
  }
  while (!out.empty() && out.front() == ' ') out.erase(0, 1);
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out == "world" ? "world_" : out;
}

fs::path findReferenced(const std::string& name, const fs::path& robotFile, Referenced what) {
  std::error_code error;
  const auto is = [&error, what](const fs::path& file) {
    return fs::is_regular_file(file, error) || (what == Referenced::kFileOrFolder && fs::is_directory(file, error));
  };
  const auto after = [&name](std::string_view scheme) -> std::optional<std::string> {
    return name.starts_with(scheme) ? std::optional(name.substr(scheme.size())) : std::nullopt;
  };
  if (const auto local = after("file://")) return is(*local) ? fs::path(*local) : fs::path();
  std::vector<fs::path> wanted = {name};
  const std::optional<std::string> package = after("package://"), model = after("model://");
  if (package || model) {
    const std::string inPackage = package ? *package : *model;
    const std::size_t slash = inPackage.find('/');
    wanted = {inPackage};
    if (slash != std::string::npos) wanted.push_back(inPackage.substr(slash + 1));
  }
  std::vector<fs::path> folders;
  fs::path folder = fs::absolute(robotFile, error).parent_path();
  for (int i = 0; i <= kFoldersAbove && !folder.empty(); ++i, folder = folder.parent_path()) folders.push_back(folder);
  if (const char* packages = std::getenv("ROS_PACKAGE_PATH")) {
    std::istringstream list(packages);
    for (std::string each; std::getline(list, each, ':');) folders.emplace_back(each);
  }
  for (const fs::path& each : wanted)
    for (const fs::path& in : folders)
      if (is(in / each)) return (in / each).lexically_normal();
  return {};
}

}  // namespace tendril
