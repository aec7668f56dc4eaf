// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/parts/import_notes.hpp"

namespace tendril {

std::string inQuotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

void ImportNotes::error(int line, std::string path, std::string message, std::string cure) {
  problems_.push_back({.path = std::move(path), .message = std::move(message), .cure = std::move(cure), .line = line});
}

void ImportNotes::note(int line, std::string path, std::string message, std::string instead) {
  const auto [known, fresh] = notes_.try_emplace(message, Note{problems_.size(), 0});
  ++known->second.places;
  if (!fresh) {
    problems_[known->second.problem].message = message + ", in " + std::to_string(known->second.places) + " places";
    return;
  }
  problems_.push_back({.path = std::move(path),
                       .message = std::move(message),
                       .cure = std::move(instead),
                       .line = line,
                       .severity = Problem::Severity::kWarning});
}

}  // namespace tendril
