// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace tendril {
namespace {

constexpr std::size_t kKept = 4000;  // bytes of output
constexpr int kPause = 20;           // ms between questions

[[noreturn]] void fail(const std::string& what, int code) {
  throw std::runtime_error(what + ": " + std::strerror(code));
}

/// Closes a file when it goes.
class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// Pointers to strings, ended by null, as the system wants them.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environmentOf(const ChildProcess& child) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    const bool replaced = std::any_of(child.environment.begin(), child.environment.end(),
                                      [&](const auto& pair) { return text.starts_with(pair.first + "="); });
    if (!replaced) variables.push_back(text);
  }
  for (const auto& [name, value] : child.environment) variables.push_back(name + "=" + value);
  return variables;
}

/// Starts the program in a process group of its own; 0 if there is no such program.
pid_t start(const ChildProcess& child, int output) {
  std::vector<std::string> command = child.command, environment = environmentOf(child);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t process = 0;
  const int problem = posix_spawnp(&process, command.front().c_str(), &files, &attributes, pointers(command).data(),
                                   pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (problem == ENOENT || problem == EACCES || problem == ENOEXEC) return 0;
  if (problem != 0) fail("cannot start " + command.front(), problem);
  return process;
}

/// Takes what is there to read. False when nobody can write any more.
bool readSome(int file, std::string& output) {
  char buffer[4096];
  const ssize_t count = read(file, buffer, sizeof(buffer));
  if (count > 0) output.append(buffer, static_cast<std::size_t>(count));
  if (output.size() > 2 * kKept) output.erase(0, output.size() - kKept);
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

int statusOf(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ChildResult runChild(const ChildProcess& child) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe", errno);
  File reading(ends[0]), writing(ends[1]);
  ChildResult result;
  const pid_t process = start(child, writing.get());
  writing.close();
  if (process == 0) {
    result.end = ChildResult::End::kMissing;
    return result;
  }
  const auto deadline = std::chrono::steady_clock::now() + child.timeLimit;
  bool open = true;
  for (;;) {
    pollfd waiting{reading.get(), POLLIN, 0};
    if (poll(&waiting, open ? 1 : 0, kPause) > 0) open = readSome(reading.get(), result.output);
    int status = 0;
    if (waitpid(process, &status, WNOHANG) == process) {
      result.status = statusOf(status);
      break;
    }
    const bool cancelled = child.cancelled && child.cancelled();
    if (!cancelled && std::chrono::steady_clock::now() < deadline) continue;
    kill(-process, SIGKILL);
    waitpid(process, &status, 0);
    result.end = cancelled ? ChildResult::End::kCancelled : ChildResult::End::kTimeLimit;
    return result;
  }
  pollfd waiting{reading.get(), POLLIN, 0};
  while (open && poll(&waiting, 1, 0) > 0) open = readSome(reading.get(), result.output);
  if (result.output.size() > kKept) result.output.erase(0, result.output.size() - kKept);
  return result;
}

}  // namespace tendril
