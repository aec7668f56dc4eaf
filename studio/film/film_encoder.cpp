// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_encoder.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/text/number_text.hpp"

extern char** environ;

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kEndings = {".mp4", ".webm", ".mkv", ".mov", ".gif", ".webp"};
constexpr double kBitsPerPixel = 0.12;  // of a frame; clean edges of drawn pictures

std::vector<std::string> formatOptions(const std::string& ending, int width, int height, double rate) {
  // Colours of its own for every film: 256 that fit.
  if (ending == ".gif")
    return {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a", "-loop", "0"};
  if (ending == ".webp") return {"-c:v", "libwebp_anim", "-lossless", "0", "-q:v", "80", "-loop", "0"};
  const double bits = std::max(2e6, kBitsPerPixel * width * height * rate);
  std::vector<std::string> options = {"-pix_fmt", "yuv420p", "-b:v", std::to_string(static_cast<long long>(bits))};
  if (ending == ".mp4" || ending == ".mov") options.insert(options.end(), {"-movflags", "+faststart"});
  return options;
}

std::string lastLine(const fs::path& file) {
  std::ifstream stream(file);
  std::string line, last;
  while (std::getline(stream, line))
    if (!line.empty()) last = line;
  return last;
}

}  // namespace

bool isFilmName(const fs::path& file) {
  return std::ranges::find(kEndings, file.extension().string()) != kEndings.end();
}

std::string filmEndings() {
  std::string out;
  for (const std::string_view ending : kEndings) out += (out.empty() ? "" : ", ") + std::string(ending);
  return out;
}

struct FilmEncoder::Work {
  fs::path file, part, log;
  std::size_t bytes = 0;  ///< of a frame
  pid_t process = -1;
  int input = -1;

  void start(const std::vector<std::string>& command) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("ffmpeg cannot be started: no more files");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    constexpr mode_t kMode = 0600;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, kMode);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    input = ends[1];
    if (error == 0) return;
    process = -1;
    throw std::runtime_error(error == ENOENT ? "ffmpeg is not installed, and makes the films; install it, or write "
                                               "pictures with tendril render"
                                             : std::string("ffmpeg cannot be started: ") + std::strerror(error));
  }

  /// Its exit status; −1: none.
  int wait() {
    if (input >= 0) close(std::exchange(input, -1));
    if (process < 0) return -1;
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    process = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  [[noreturn]] void fail() {
    const std::string said = lastLine(log);
    throw std::runtime_error(file.string() + ": the film was not written" +
                             (said.empty() ? "; ffmpeg ended early" : "; ffmpeg says: " + said) +
                             ". Is there room on the disk, and may you write there?");
  }

  void clear() {
    std::error_code ignored;
    fs::remove(part, ignored);
    fs::remove(log, ignored);
  }
};

FilmEncoder::FilmEncoder(fs::path file, int width, int height, double rate) : work_(std::make_unique<Work>()) {
  Work& w = *work_;
  w.file = std::move(file);
  if (!isFilmName(w.file)) throw std::runtime_error(w.file.string() + ": films are written as " + filmEndings());
  if (width < 2 || height < 2 || width % 2 != 0 || height % 2 != 0)
    throw std::runtime_error("a film has an even number of pixels in both directions");
  std::signal(SIGPIPE, SIG_IGN);  // an encoder that ended is an error of write(), not the end of the program
  w.bytes = std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const std::string ending = w.file.extension().string(), own = "." + std::to_string(getpid());
  w.part = w.file;
  w.part.replace_filename('.' + w.file.stem().string() + own + ending);
  w.log = fs::temp_directory_path() / ("tendril-film" + own + ".log");
  std::vector<std::string> command = {
      "ffmpeg", "-hide_banner",   "-loglevel", "error", "-xerror", "-y",
      "-f",     "rawvideo",       "-pix_fmt",  "rgba",  "-s",      std::to_string(width) + 'x' + std::to_string(height),
      "-r",     numberText(rate), "-i",        "-",     "-an"};
  for (std::string& option : formatOptions(ending, width, height, rate)) command.push_back(std::move(option));
  command.push_back(w.part.string());
  w.start(command);
}

FilmEncoder::~FilmEncoder() {
  if (work_->process >= 0) kill(work_->process, SIGKILL);
  work_->wait();
  work_->clear();
}

void FilmEncoder::frame(std::span<const std::uint8_t> rgba) {
  if (rgba.size() != work_->bytes) throw std::runtime_error("a frame of the film has another size");
  for (std::size_t at = 0; at < rgba.size();) {
    const ssize_t written = write(work_->input, rgba.data() + at, rgba.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      work_->wait();
      work_->fail();
    }
    at += static_cast<std::size_t>(written);
  }
}

void FilmEncoder::finish() {
  if (work_->wait() != 0) work_->fail();
  std::error_code error;
  fs::rename(work_->part, work_->file, error);
  if (error) throw std::runtime_error(work_->file.string() + ": the film cannot get its name: " + error.message());
}

}  // namespace tendril
