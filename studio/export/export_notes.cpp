// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/export_notes.hpp"

#include <algorithm>

namespace tendril {

void ExportNotes::add(std::string_view what, std::string_view name, std::string_view instead) {
  auto note = std::find_if(notes_.begin(), notes_.end(),
                           [&](const Note& each) { return each.what == what && each.instead == instead; });
  if (note == notes_.end()) note = notes_.insert(note, Note{std::string(what), std::string(instead), {}});
  const bool known = std::find(note->names.begin(), note->names.end(), name) != note->names.end();
  if (!name.empty() && !known) note->names.emplace_back(name);
}

std::vector<Problem> ExportNotes::problems() const {
  std::vector<Problem> out;
  for (const Note& note : notes_) {
    std::string message = note.what;
    for (std::size_t k = 0; k < note.names.size(); ++k) message += (k == 0 ? ": " : ", ") + note.names[k];
    out.push_back({.path = {},
                   .message = std::move(message),
                   .cure = note.instead,
                   .line = 0,
                   .severity = Problem::Severity::kWarning});
  }
  return out;
}

}  // namespace tendril
