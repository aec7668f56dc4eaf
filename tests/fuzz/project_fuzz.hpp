// SPDX-License-Identifier: BSD-3-Clause
// What must hold for any text given to the project reader. Used by the fuzzer and by the test of its corpus.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"

namespace tendril {

/// Ends the program if the reader, the writer or the builder breaks a promise on this text.
inline void checkProjectText(const std::string& text) {
  const auto demand = [](bool holds, const char* what) {
    if (holds) return;
    std::cerr << what << '\n';
    std::abort();
  };
  const ReadResult read = readProjectText(text);
  for (const Problem& problem : read.problems) demand(!problem.message.empty(), "a problem says nothing");
  if (!read.ok()) return;
  for (const std::string& like : {std::string(), text}) {
    const std::string written = projectText(read.description, like);
    const ReadResult again = readProjectText(written);
    demand(again.ok(), "what was written cannot be read");
    demand(projectText(again.description, like) == written, "writing again gives another text");
  }
  Description changed = read.description;
  std::vector<Problem> problems;
  for (const auto& [variant, changes] : read.description.variants.entries) applyVariant(changed, variant, problems);
  problems.clear();
  const auto model = buildModel(read.description, problems);
  demand(model != nullptr || hasErrors(problems), "no model and no reason");
}

}  // namespace tendril
