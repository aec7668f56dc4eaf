// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/staged_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace tendril {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void thereAlready(const fs::path& file) {
  throw std::runtime_error(file.string() + " is there already; name another file, or ask for it to be replaced");
}

[[noreturn]] void notWritten(const fs::path& file, const std::string& why) {
  throw std::runtime_error(file.string() + " cannot be written (" + why + "); name another folder, or make room there");
}

}  // namespace

StagedFiles::StagedFiles(fs::path target, bool replace) : target_(std::move(target)), replace_(replace) {
  std::error_code error;
  const fs::path whole = fs::absolute(target_, error);
  const fs::path parent = whole.parent_path();
  if (!fs::is_directory(parent, error))
    throw std::runtime_error("there is no folder " + parent.string() + "; make it, or name another one");
  if (fs::is_directory(whole, error))
    throw std::runtime_error(target_.string() + " is a folder; name a file in it, such as robot.urdf");
  if (!replace_ && fs::exists(whole, error)) thereAlready(target_);
  std::string pattern = (parent / ".tendril-export-XXXXXX").string();
  if (!mkdtemp(pattern.data())) notWritten(target_, std::error_code(errno, std::generic_category()).message());
  folder_ = pattern;
}

StagedFiles::~StagedFiles() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

void writeWhole(const fs::path& file, std::string_view content) {
  writeParts(file, {content});
}

void writeParts(const fs::path& file, std::initializer_list<std::string_view> parts) {
  std::ofstream stream(file, std::ios::binary);
  for (const std::string_view part : parts) stream.write(part.data(), static_cast<std::streamsize>(part.size()));
  stream.close();
  if (!stream) notWritten(file.filename(), "the disk is full, or it breaks");
}

fs::path StagedFiles::beside(const fs::path& relative) const {
  const fs::path out = folder_ / relative;
  std::error_code error;
  fs::create_directories(out.parent_path(), error);
  if (error) notWritten(target_, error.message());
  return out;
}

std::vector<fs::path> StagedFiles::commit() {
  std::vector<fs::path> staged, out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_))
    if (entry.is_regular_file()) staged.push_back(entry.path());
  // The file that names the others comes last: whoever sees it finds them.
  std::ranges::sort(staged, {}, [this](const fs::path& each) { return std::pair(each == file(), each); });
  std::error_code error;
  const auto place = [&](const fs::path& from) { return target_.parent_path() / from.lexically_relative(folder_); };
  for (const fs::path& from : staged)
    if (!replace_ && fs::exists(place(from), error)) thereAlready(place(from));
  for (const fs::path& from : staged) {
    const fs::path to = place(from);
    if (!to.parent_path().empty()) fs::create_directories(to.parent_path(), error);
    fs::rename(from, to, error);
    if (error) notWritten(to, error.message());
    out.push_back(to);
  }
  std::rotate(out.begin(), out.end() - 1, out.end());
  return out;
}

}  // namespace tendril
