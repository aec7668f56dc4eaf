// SPDX-License-Identifier: BSD-3-Clause
#include "core/description/file_paths.hpp"

#include <algorithm>
#include <type_traits>

#include "core/description/fields/walk.hpp"

namespace tendril {
namespace {

constexpr std::ptrdiff_t kFarUp = 6;  // folders: a longer way says nothing to people and breaks when either end moves

/// Calls change(std::string&) for each path of a file that a description names.
template <class F>
void forFilePaths(Description& description, const F& change) {
  description::walk(description, [&](auto& value, const description::FieldInfo& info, const std::string&) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>)
      if (info.file && !value.empty()) change(value);
  });
}

}  // namespace

std::string filePathIn(const std::filesystem::path& directory, const std::filesystem::path& file) {
  const std::filesystem::path way = file.lexically_normal().lexically_relative(directory.lexically_normal());
  const bool near = directory.has_relative_path() && !way.empty() && std::count(way.begin(), way.end(), "..") <= kFarUp;
  return (near ? way : file).generic_string();
}

void moveFilePaths(Description& description, const std::filesystem::path& from, const std::filesystem::path& to) {
  if (from.lexically_normal() == to.lexically_normal()) return;
  forFilePaths(description, [&](std::string& value) {
    const std::filesystem::path path(value);
    if (path.is_relative()) value = filePathIn(to, from / path);
  });
}

void shortenFilePaths(Description& description, const std::filesystem::path& directory) {
  forFilePaths(description, [&](std::string& value) {
    const std::filesystem::path path(value);
    if (path.is_absolute()) value = filePathIn(directory, path);
  });
}

}  // namespace tendril
