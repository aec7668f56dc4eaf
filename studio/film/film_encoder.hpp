// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace tendril {

/// Whether a file's name ends as one of films: .mp4, .webm, .mkv, .mov, .gif, .webp.
bool isFilmName(const std::filesystem::path& file);
/// "mp4, webm, …": the known endings, for messages.
std::string filmEndings();

/// Pictures to a film, by ffmpeg, which runs as a program beside this one. The file appears under its name when it is
/// whole. All functions throw std::runtime_error that says what to do; SIGPIPE is ignored from the first one on.
class FilmEncoder {
 public:
  /// `width`, `height`: pixels, even; `rate`: frames per second; the ending of `file` chooses the format.
  FilmEncoder(std::filesystem::path file, int width, int height, double rate);
  ~FilmEncoder();  ///< without finish() nothing stays
  FilmEncoder(const FilmEncoder&) = delete;
  FilmEncoder& operator=(const FilmEncoder&) = delete;

  /// The next frame: RGBA, row by row from the top. Waits while the encoder is busy.
  void frame(std::span<const std::uint8_t> rgba);
  /// That was all: waits until the film is written.
  void finish();

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tendril
