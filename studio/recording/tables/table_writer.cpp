// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/tables/table_writer.hpp"

#include <unistd.h>

#include "core/text/number_text.hpp"
#include "studio/recording/recording_error.hpp"

namespace tendril {
namespace {

/// A text that is one field of a CSV file, whatever it contains.
std::string csvField(std::string text) {
  if (text.find_first_of(",;\t\n\"") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

}  // namespace

std::string headingWithUnit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + ']';
}

TableWriter::TableWriter(std::filesystem::path file, const std::vector<std::string>& names) : file_(std::move(file)) {
  temporary_ = file_.string() + ".part" + std::to_string(getpid());
  stream_.open(temporary_);
  if (!stream_) throw RecordingError(file_.string() + ": cannot be written; does its folder exist?");
  for (std::size_t i = 0; i < names.size(); ++i) stream_ << (i ? "," : "") << csvField(names[i]);
  stream_ << '\n';
}

TableWriter::~TableWriter() {
  if (!stream_.is_open()) return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void TableWriter::write(const std::vector<double>& row, const std::string& name) {
  std::string line = csvField(name);
  for (const double value : row) {
    if (!line.empty()) line += ',';
    line += numberText(value);
  }
  stream_ << line << '\n';
}

void TableWriter::finish() {
  stream_.close();
  std::error_code error;
  if (stream_) std::filesystem::rename(temporary_, file_, error);
  if (!stream_ || error) throw RecordingError(file_.string() + ": could not be written; is the disk full?");
}

}  // namespace tendril
