// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/project_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>

#include "core/project/project.hpp"

namespace tendril {
namespace {

constexpr std::uint64_t kGone = 0;

/// Never kGone.
std::uint64_t hashOf(std::string_view text) {
  return static_cast<std::uint64_t>(std::hash<std::string_view>{}(text)) | 1U;
}

std::uint64_t hashOnDisk(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream.is_open()) return kGone;
  return hashOf(std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>()));
}

Problem refused(const std::filesystem::path& path, const std::string& why, std::string cure) {
  return {.path = "", .message = path.string() + " " + why, .cure = std::move(cure)};
}

/// What is said of a place that cannot be written, before trying: replacing a file asks for rights on its folder only,
/// so a file that is meant to be read only would be replaced.
std::optional<Problem> obstacle(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error))
    return refused(folder, "is no folder that can be opened", "choose another place with “Save as”");
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) return refused(path, "is a folder", "choose another name");
  if (!std::filesystem::exists(status)) return std::nullopt;
  if (!std::filesystem::is_regular_file(status))
    return refused(path, "is no ordinary file", "choose another name with “Save as”");
  const auto mode = status.permissions() & (std::filesystem::perms::owner_write | std::filesystem::perms::group_write |
                                            std::filesystem::perms::others_write);
  if (mode == std::filesystem::perms::none || ::access(path.c_str(), W_OK) != 0)
    return refused(path, "may only be read", "allow writing to it, or save under another name with “Save as”");
  return std::nullopt;
}

}  // namespace

ProjectFile::ProjectFile(std::filesystem::path path, std::string_view text)
    : path_(std::move(path)), known_(hashOf(text)) {}

std::optional<Problem> ProjectFile::write(std::string_view text) {
  if (auto problem = obstacle(path_)) return problem;
  if (auto problem = writeFileAtomically(path_, text)) {
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
      problem->cure = "make room on the disk, or save elsewhere with “Save as”";
    return problem;
  }
  known_ = hashOf(text);
  return std::nullopt;
}

ProjectFile::OnDisk ProjectFile::look() const {
  if (path_.empty()) return OnDisk::kSame;
  const std::uint64_t now = hashOnDisk(path_);
  if (now == known_) return OnDisk::kSame;
  return now == kGone ? OnDisk::kGone : OnDisk::kChanged;
}

void ProjectFile::acceptDisk() {
  known_ = hashOnDisk(path_);
}

}  // namespace tendril
