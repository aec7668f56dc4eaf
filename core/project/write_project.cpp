// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/project/project.hpp"
#include "core/project/write_value.hpp"

namespace tendril {
namespace {

Problem systemProblem(const std::string& what, const std::filesystem::path& file) {
  return {.path = "",
          .message = what + ' ' + file.string() + ": " + std::strerror(errno),
          .cure = "check that the folder exists, may be written and has room"};
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  int value() const { return value_; }

 private:
  int value_;
};

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0;
}

/// Makes the rename itself durable.
void syncFolder(const std::filesystem::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.value() >= 0) ::fsync(descriptor.value());
}

}  // namespace

std::optional<Problem> writeFileAtomically(const std::filesystem::path& path, std::string_view text) {
  std::error_code error;
  // a link stays a link: what it points to is replaced
  const std::filesystem::path file =
      std::filesystem::exists(path, error) ? std::filesystem::canonical(path, error) : path;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  std::string temporary = (folder / ("." + file.filename().string() + ".XXXXXX")).string();
  {
    const Descriptor descriptor(::mkostemp(temporary.data(), O_CLOEXEC));
    if (descriptor.value() < 0) return systemProblem("cannot write", file);
    const auto status = std::filesystem::status(file, error);
    const bool existed = std::filesystem::exists(status);
    ::fchmod(descriptor.value(), existed ? static_cast<mode_t>(status.permissions()) & 0777 : 0644);
    if (!writeAll(descriptor.value(), text)) {
      Problem problem = systemProblem("cannot write", file);
      ::unlink(temporary.c_str());
      return problem;
    }
  }
  if (::rename(temporary.c_str(), file.c_str()) != 0) {
    Problem problem = systemProblem("cannot replace", file);
    ::unlink(temporary.c_str());
    return problem;
  }
  syncFolder(folder);
  return std::nullopt;
}

std::string projectText(const Description& description, std::string_view like) {
  std::vector<Problem> ignored;  // a text that does not parse only means that there is no order to keep
  const json::Node before = like.empty() ? json::Node() : json::parse(like, ignored);
  return json::write(project::leanNode(description, &before));
}

std::optional<Problem> writeProject(const Description& description, const std::filesystem::path& file,
                                    std::string_view like) {
  std::string existing;
  if (like.empty()) {
    std::ifstream stream(file, std::ios::binary);
    existing.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    like = existing;
  }
  return writeFileAtomically(file, projectText(description, like));
}

}  // namespace tendril
