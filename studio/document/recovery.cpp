// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/recovery.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

using json::Node;

constexpr std::string_view kFormat = "tendril recovery";
constexpr std::string_view kSuffix = ".tendril-recovery.json";
constexpr json::Limits kLimits{.bytes = std::size_t{64} << 20, .values = 1000, .depth = 4};

/// Ids of processes come again; with the time when it began a process is known for good. Empty if it has ended.
std::string startOf(std::int64_t process) {
  std::ifstream stream("/proc/" + std::to_string(process) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  std::size_t at = text.rfind(')');  // after the name, which may hold anything
  if (at == std::string::npos) return {};
  constexpr int kStartField = 20;  // of those after the name: starttime, field 22 of proc(5)
  for (int field = 0; field < kStartField; ++field) at = text.find(' ', at + 1);
  return at == std::string::npos ? std::string() : text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

bool isAlive(std::int64_t process, const std::string& start) {
  if (process <= 0 || (::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH)) return false;
  const std::string now = startOf(process);
  return now.empty() || start.empty() || now == start;
}

std::string textOf(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value ? value->text : std::string();
}
std::int64_t numberOf(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  const bool sane = value && value->number > -9e15 && value->number < 9e15;
  return sane ? static_cast<std::int64_t>(value->number) : 0;
}

std::optional<Recovered> orphanAt(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  std::vector<Problem> problems;
  const Node node = json::parse(text, problems, kLimits);
  if (hasErrors(problems) || textOf(node, "format") != kFormat) return std::nullopt;
  Recovered recovered{.file = file,
                      .original = textOf(node, "original"),
                      .folder = textOf(node, "folder"),
                      .name = textOf(node, "name"),
                      .savedAt = numberOf(node, "saved_at"),
                      .process = numberOf(node, "process"),
                      .text = textOf(node, "project")};
  if (recovered.text.empty() || isAlive(recovered.process, textOf(node, "process_start"))) return std::nullopt;
  return recovered;
}

}  // namespace

Recovery::Recovery(std::filesystem::path folder) : folder_(std::move(folder)) {
  static std::atomic<int> count = 0;  // several in one process
  file_ = folder_ / (std::to_string(::getpid()) + '-' + std::to_string(++count) + std::string(kSuffix));
}

std::optional<Problem> Recovery::write(const std::string& text, const std::string& name,
                                       const std::filesystem::path& original,
                                       const std::filesystem::path& folder) const {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    return Problem{.path = "",
                   .message = "cannot make the folder " + folder_.string() + ": " + error.message(),
                   .cure = "save the project yourself from time to time"};
  using std::chrono::system_clock;
  Node node = Node::object();
  node.add("format", Node::ofText(std::string(kFormat)));
  node.add("name", Node::ofText(name));
  node.add("original", Node::ofText(original.string()));
  node.add("folder", Node::ofText(folder.string()));
  node.add("process", Node::ofNumber(static_cast<double>(::getpid())));
  node.add("process_start", Node::ofText(startOf(::getpid())));
  node.add("saved_at", Node::ofNumber(static_cast<double>(system_clock::to_time_t(system_clock::now()))));
  node.add("project", Node::ofText(text));
  std::optional<Problem> problem = writeFileAtomically(file_, json::write(node));
  std::filesystem::permissions(file_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, error);
  return problem;
}

void Recovery::clear() const {
  std::error_code error;
  std::filesystem::remove(file_, error);
}

std::filesystem::path Recovery::defaultFolder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  std::filesystem::path state = variable("XDG_STATE_HOME");
  if (!state.is_absolute()) {
    std::error_code error;
    const std::filesystem::path home = variable("HOME");
    state = home.is_absolute() ? home / ".local" / "state" : std::filesystem::temp_directory_path(error);
  }
  return state / "tendril" / "recovery";
}

std::vector<Recovered> Recovery::orphans(const std::filesystem::path& folder) {
  std::vector<Recovered> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().string().ends_with(kSuffix)) continue;
    if (std::optional<Recovered> recovered = orphanAt(entry->path())) found.push_back(std::move(*recovered));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Recovered& a, const Recovered& b) { return a.savedAt > b.savedAt; });
  return found;
}

void Recovery::discard(const Recovered& recovered) {
  std::error_code error;
  std::filesystem::remove(recovered.file, error);
}

}  // namespace tendril
