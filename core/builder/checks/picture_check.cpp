// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/picture_check.hpp"

#include <fstream>

#include "core/builder/parts/file_store.hpp"
#include "core/model/contact/picture_mesh.hpp"

namespace tendril {
namespace {

constexpr std::size_t kMostFiles = 4096;

struct Verdict {
  std::string wrong, cure;  ///< empty: it can be drawn
};

/// What cannot even be opened is judged anew each time: rights change while the file stays the same.
bool opens(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && std::ifstream(file);
}

Verdict judge(const std::filesystem::path& file) {
  try {
    readPicture(file.string());
    return {};
  } catch (const PictureError& error) {
    return {error.what(), error.cure()};
  }
}

}  // namespace

std::optional<Problem> pictureProblem(const description::Visual& visual, const std::filesystem::path& directory,
                                      const std::string& path) {
  if (visual.mesh.empty()) return std::nullopt;
  static FileStore<Verdict, kMostFiles> known;
  const std::filesystem::path file = std::filesystem::absolute(directory / visual.mesh);
  const Verdict verdict = opens(file) ? *known.take(fileKey(file), [&] { return judge(file); }) : judge(file);
  if (verdict.wrong.empty()) return std::nullopt;
  return Problem{.path = path + ".mesh",
                 .message = "the file \"" + visual.mesh + "\" " + verdict.wrong,
                 .cure = verdict.cure,
                 .severity = Problem::Severity::kWarning};
}

}  // namespace tendril
