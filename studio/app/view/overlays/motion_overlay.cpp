// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/overlays/motion_overlay.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/session/recording/state_between.hpp"
#include "render/scene/ghost.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kAtOnce = 1e-3;  // s: so long before and behind its records a motion still stands

}  // namespace

/// Where the robots are at a time; belongs to the thread of the poses.
struct MotionOverlay::Poser {
  std::vector<Motion> motions;
  std::vector<std::unique_ptr<Data>> data;

  explicit Poser(std::vector<Motion> given) : motions(std::move(given)) {
    for (const Motion& motion : motions) data.push_back(std::make_unique<Data>(*motion.model));
  }
  /// Empty for motions that were not recorded at t, unless `all` want a shape: then that of the nearest record.
  std::vector<Snapshot> at(double t, bool all) {
    std::vector<Snapshot> shapes(motions.size());
    for (std::size_t k = 0; k < motions.size(); ++k) {
      const History& history = *motions[k].history;
      if (!all && !(t > history.time(0) - kAtOnce && t < history.time(history.size() - 1) + kAtOnce)) continue;
      const RecordedState state = stateBetween(*motions[k].model, *motions[k].history, t);
      fillSnapshot(motions[k].model, *data[k], t, state.q, state.v, &state.u, shapes[k]);
    }
    return shapes;
  }
};

MotionOverlay::MotionOverlay(StudioContext& context) : QObject(&context.window()), context_(context) {
  poses_.setMaxThreadCount(1);
  connect(&context.player(), &Player::frame, this, &MotionOverlay::pose);
  connect(&AppTheme::instance(), &AppTheme::changed, this, &MotionOverlay::dress);
}

MotionOverlay::~MotionOverlay() {
  poses_.clear();
  poses_.waitForDone();
}

void MotionOverlay::show(const QObject* owner, std::vector<Motion> motions) {
  std::erase_if(motions, [](const Motion& motion) { return !motion.history || motion.history->size() == 0; });
  if (owners_[owner] == motions) return;
  owners_[owner] = std::move(motions);
  makeGhosts();
}

void MotionOverlay::makeGhosts() {
  std::vector<Motion> all;
  for (const auto& [owner, motions] : owners_) all.insert(all.end(), motions.begin(), motions.end());
  poser_ = all.empty() ? nullptr : std::make_shared<Poser>(std::move(all));
  posing_ = again_ = false;
  if (!poser_) return context_.view().viewport().setOthers({});
  poses_.clear();
  poses_.start([this, poser = poser_, t = context_.player().snapshot().t] {
    std::vector<std::shared_ptr<Ghost>> ghosts;
    for (const Snapshot& shape : poser->at(t, true))
      ghosts.push_back(std::make_shared<Ghost>(shape, std::set<std::uint64_t>()));
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this,
        [this, poser, ghosts = std::move(ghosts)] {
          if (poser != poser_) return;
          context_.view().viewport().setOthers(ghosts);
          dress();
          pose();
        },
        Qt::QueuedConnection);
  });
}

void MotionOverlay::dress() {
  if (!poser_) return;
  Viewport& viewport = context_.view().viewport();
  const auto& ghosts = viewport.others();
  for (std::size_t k = 0; k < std::min(ghosts.size(), poser_->motions.size()); ++k) {
    const int index = poser_->motions[k].color;
    const QColor color = curveColor(std::max(0, index), AppTheme::instance().scheme());
    ghosts[k]->setColor(index < 0 ? Ghost::kUsual : Color{color.redF(), color.greenF(), color.blueF()});
  }
  viewport.moveOthers({});
}

/// To the time that the view shows; what comes meanwhile waits for the last one.
void MotionOverlay::pose() {
  if (!poser_ || context_.view().viewport().others().empty()) return;
  if (posing_) {
    again_ = true;
    return;
  }
  posing_ = true;
  poses_.start([this, poser = poser_, t = context_.player().snapshot().t] {
    auto shapes = std::make_shared<std::vector<Snapshot>>(poser->at(t, false));
    QMetaObject::invokeMethod(
        this,
        [this, poser, shapes] {
          if (poser != poser_) return;
          posing_ = false;
          context_.view().viewport().moveOthers(*shapes);
          if (std::exchange(again_, false)) pose();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace tendril
