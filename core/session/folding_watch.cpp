// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/folding_watch.hpp"

#include <algorithm>
#include <utility>

#include "core/model/body/folding.hpp"
#include "core/model/model.hpp"

namespace tendril {
namespace {

bool areSameLinks(const std::vector<FoldedBody>& a, const std::vector<FoldedBody>& b) {
  return std::ranges::equal(a, b, {}, &FoldedBody::link, &FoldedBody::link);
}

}  // namespace

void FoldingWatch::fill(Snapshot& out, Clock::time_point now) {
  const bool runs = out.state == RunState::kRunning, same = out.model == model_;
  if (!runs || !same || now - looked_ >= kBetweenLooks) {
    std::vector<FoldedBody> found = look(out);
    const bool stays = runs && same ? areSameLinks(found, *folded_) : found == *folded_;
    if (!stays) folded_ = std::make_shared<const std::vector<FoldedBody>>(std::move(found));
    model_ = out.model;
    looked_ = now;
  }
  out.folded = folded_;
}

std::vector<FoldedBody> FoldingWatch::look(const Snapshot& now) const {
  std::vector<FoldedBody> out;
  if (!now.model) return out;
  for (const int i : now.model->deformable) {
    const Link& link = now.model->links[static_cast<std::size_t>(i)];
    const auto q = now.q.segment(link.qBody, link.nBody);
    if (foldingOf(*link.body, q).margin < kFoldingEdge)  // not where it is no number: that ends the run
      out.push_back({i, foldingText(*link.body, q)});
  }
  return out;
}

}  // namespace tendril
