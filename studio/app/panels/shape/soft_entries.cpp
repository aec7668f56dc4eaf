// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/shape/soft_entries.hpp"

#include "studio/app/project/target.hpp"

namespace tendril {

std::vector<PoseEntry> softEntries(const Snapshot& snapshot, ObjectId id) {
  const int index = snapshot.model ? linkIndexOf(*snapshot.model, id) : -1;
  if (index < 0) return {};
  const Link& link = snapshot.model->links[static_cast<std::size_t>(index)];
  std::vector<PoseEntry> out;
  for (const PoseEntry& entry : poseEntries(*snapshot.model))
    if (entry.q >= link.qBody && entry.q < link.qBody + link.nBody) out.push_back(entry);
  return out;
}

}  // namespace tendril
