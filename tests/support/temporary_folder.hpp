// SPDX-License-Identifier: BSD-3-Clause
// Where a test writes its files: tests run side by side, so that none may know another's folder.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace tendril {

/// A new folder with a name of its own, empty; removed with all in it in the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tendril-test.XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder at " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// The path of a file in it, which need not exist.
  std::string path(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file, with the folders on its way, and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tendril
