// SPDX-License-Identifier: GPL-3.0-or-later
// What happened, as notices and problem rows.
#pragma once

#include <QString>

#include <vector>

#include "core/description/fields/problem.hpp"
#include "widgets/notice/notice.hpp"
#include "widgets/status/problems_popover.hpp"

namespace tendril {

struct Snapshot;

/// "links.arm.body.length (line 12): must be positive. Give a length in m."
QString sentenceOf(const Problem& problem);

/// The rows behind the problems counter; `leads`: they are of the open project, so a click can go to their fields.
std::vector<ProblemRow> problemRows(const std::vector<Problem>& problems, bool leads = false);

/// A file that could not be opened: its name, the first problem and what to do, all of them as details.
Notice refusedFileNotice(const QString& path, const std::vector<Problem>& problems, bool projectStaysOpen);

/// A robot of another program is here; what was not taken over as it is stands in the details.
Notice importedNotice(const QString& name, const std::vector<Problem>& notes);
/// A file for another program is there, likewise.
Notice exportedNotice(const QString& name, const std::vector<Problem>& notes);
/// It is not there, and why.
Notice notExportedNotice(const QString& name, const std::vector<Problem>& problems);

/// A run that stopped at its last good state: which link, when, what to try.
Notice divergedNotice(const Snapshot& snapshot);
ProblemRow divergedRow(const Snapshot& snapshot);
/// What is to be known about the accuracy of the live run (a click goes to its step), and bodies that fold at the
/// instant that is shown (a click goes to the body).
std::vector<ProblemRow> accuracyRows(const Snapshot& snapshot);

}  // namespace tendril
