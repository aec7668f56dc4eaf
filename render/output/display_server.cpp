// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/display_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kStartMilliseconds = 10000;
constexpr int kMissing = 127;

/// Only async-signal-safe calls: the process may have threads.
[[noreturn]] void runServer(int report, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);  // Ctrl-C in the terminal is for the program, which then ends the server
  const int silent = open("/dev/null", O_RDWR);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(silent, fd);
  constexpr int kReport = 3;
  if (report == kReport) {
    fcntl(report, F_SETFD, 0);
  } else {
    dup2(report, kReport);
  }
  execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset",
         static_cast<char*>(nullptr));
  _exit(kMissing);
}

/// The display number that the server reports, empty if it ended or was too slow.
std::string readNumber(int fd) {
  std::string number;
  pollfd wait{fd, POLLIN, 0};
  while (poll(&wait, 1, kStartMilliseconds) > 0) {
    char c = 0;
    if (read(fd, &c, 1) != 1) return {};
    if (c == '\n') return number;
    number += c;
  }
  return {};
}

/// True if the process has ended because there is no such program (it is then reaped). Waits a little: its pipe is
/// closed before it can be waited for.
bool endedAsMissing(pid_t process) {
  int status = 0;
  for (int tries = 0; process > 0 && tries < 20; ++tries) {
    if (waitpid(process, &status, WNOHANG) == process) return WIFEXITED(status) && WEXITSTATUS(status) == kMissing;
    usleep(10000);
  }
  return false;
}

bool connects(const sockaddr_un& address, socklen_t size) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const bool answers = connect(fd, reinterpret_cast<const sockaddr*>(&address), size) == 0;
  close(fd);
  return answers;
}

}  // namespace

bool displayAnswers(const std::string& display) {
  if (display.empty()) return false;
  if (display[0] != ':') return true;
  const std::string path = "/tmp/.X11-unix/X" + display.substr(1, display.find('.') - 1);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() + 2 > sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (connects(address, sizeof(address))) return true;
  std::memcpy(address.sun_path + 1, path.c_str(), path.size());  // the abstract socket of the same name
  address.sun_path[0] = '\0';
  return connects(address, static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + path.size()));
}

PrivateDisplay::PrivateDisplay() {
  int channel[2];
  if (pipe2(channel, O_CLOEXEC) != 0) throw std::runtime_error("cannot start a private display: no pipe");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) runServer(channel[1], parent);
  close(channel[1]);
  const std::string number = process_ > 0 ? readNumber(channel[0]) : std::string();
  close(channel[0]);
  if (number.empty()) {
    const bool missing = endedAsMissing(process_);
    if (!missing) stop();
    throw std::runtime_error(missing
                                 ? "drawing needs a display: DISPLAY is not set and Xvfb is not installed. Install "
                                   "it (apt-get install xvfb) or run inside a desktop session"
                                 : "drawing needs a display: DISPLAY is not set and the private Xvfb did not start");
  }
  name_ = ":" + number;
  const char* old = std::getenv("DISPLAY");
  hadDisplay_ = old != nullptr;
  if (old) oldDisplay_ = old;
  setenv("DISPLAY", name_.c_str(), 1);
}

PrivateDisplay::~PrivateDisplay() {
  if (hadDisplay_) {
    setenv("DISPLAY", oldDisplay_.c_str(), 1);
  } else {
    unsetenv("DISPLAY");
  }
  stop();
}

void PrivateDisplay::stop() {
  if (process_ <= 0) return;
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

std::unique_ptr<PrivateDisplay> PrivateDisplay::ifNeeded() {
  const char* display = std::getenv("DISPLAY");
  if (display && displayAnswers(display)) return nullptr;
  return std::make_unique<PrivateDisplay>();
}

}  // namespace tendril
