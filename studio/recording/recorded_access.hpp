// SPDX-License-Identifier: GPL-3.0-or-later
// Inside: recordings as they are opened to be read.
#pragma once

#include "studio/recording/hdf5_file.hpp"
#include "studio/recording/recording_error.hpp"

namespace tendril {

/// Rows that all of the data sets have and that count.
std::size_t recordedRows(hid_t file);

/// Calls `read(file)` with the open file; what fails becomes a RecordingError.
template <class Read>
auto withRecording(const std::filesystem::path& file, const Read& read) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) throw RecordingError(file.string() + ": there is no such file");
  try {
    const hdf5::Lock library;
    const hdf5::Identifier opened = hdf5::openFile(file, hdf5::Access::kRead);
    if (hdf5::textOf(opened.id(), "format") != "tendril run")
      throw hdf5::FileFailure("is no recording of a run; they are made by tendril simulate --out run.h5");
    return read(opened.id());
  } catch (const hdf5::FileFailure& failure) {
    throw RecordingError(file.string() + ": " + failure.what());
  }
}

}  // namespace tendril
