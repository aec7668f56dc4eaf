// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/follow_camera.hpp"

#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

FollowCamera::FollowCamera(StudioContext& context) : QObject(&context.window()), context_(context) {
  connect(&context.player(), &Player::frame, this, &FollowCamera::follow);
}

void FollowCamera::setOn(bool on) {
  on_ = on;
  last_.reset();
}

int FollowCamera::linkOf(const Model& model) const {
  const std::optional<Target> current = context_.selection().current();
  const int chosen = current && current->kind == TargetKind::kLink ? linkIndexOf(model, current->id) : -1;
  return chosen >= 0 ? chosen : model.links.empty() ? -1 : 0;
}

void FollowCamera::follow(const Snapshot& snapshot) {
  if (!on_ || !snapshot.model) return;
  const int link = linkOf(*snapshot.model);
  if (link < 0 || static_cast<std::size_t>(link) >= snapshot.tipPoses.size()) return;
  const Vec3 now = snapshot.tipPoses[static_cast<std::size_t>(link)].p;
  const bool same =
      link == std::exchange(link_, link) && snapshot.generation == std::exchange(generation_, snapshot.generation);
  if (same && last_ && now.allFinite()) {
    CameraView camera = context_.view().viewport().camera();
    camera.pivot += now - *last_;
    context_.view().viewport().setCamera(camera);
  }
  last_ = now;
}

}  // namespace tendril
