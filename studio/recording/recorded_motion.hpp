// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a run that a session can show, compare and go on from.
#pragma once

#include <filesystem>

#include "core/session/recording/run.hpp"

namespace tendril {

/// The motion, its events and what its integrator and controllers remembered, for Session::addRun. `model`: of the
/// project in the recording, `generation`: of its program. Of more records than fit into `mostBytes` every second,
/// third … is read (History::size() says how many). The name is that of the file. RecordingError: it cannot be read, is
/// of another robot, or holds no rows.
Run readMotion(const std::filesystem::path& file, const std::shared_ptr<const Model>& model, std::uint64_t generation,
               std::size_t mostBytes);

/// Whether the run of a recording still goes on, or how it ended: a line for people.
std::string recordedEnding(const std::filesystem::path& file);

}  // namespace tendril
