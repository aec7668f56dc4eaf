// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/live_builder.hpp"
#include "studio/mesher/project_meshes.hpp"

#include <algorithm>
#include <utility>

namespace tendril {
namespace {

constexpr std::size_t kScenes = 8;  // the player may be a few programs behind, or show a run from before an edit

}  // namespace

struct LiveBuilder::Result {
  BuiltProgram built;
  std::shared_ptr<RobotScene> scene;
};

LiveBuilder::LiveBuilder(Player& player, QObject* parent)
    : QObject(parent), player_(player), builder_([this](BuiltProgram built) {
        auto result = std::make_shared<Result>();
        result->built = std::move(built);
        if (result->built.program) result->scene = std::make_shared<RobotScene>(result->built.program->model);
        ++undelivered_;
        // builder_ is destroyed first and waits for its thread, so `this` is alive here; the call runs on the window's
        // thread and is dropped with the object.
        QMetaObject::invokeMethod(
            this, [this, result] { deliver(result); }, Qt::QueuedConnection);
      }) {
  scenePool_.setMaxThreadCount(1);
}

LiveBuilder::~LiveBuilder() {
  scenePool_.waitForDone();
}

void LiveBuilder::rebuild(const Document& document, StateTransfer transfer) {
  builder_.request({.description = std::make_shared<Description>(document.description()),
                    .options = {.directory = document.directory(),
                                .meshes = projectMeshGenerator(document.directory()),
                                .live = true,
                                .checked = !hasErrors(document.problems())},
                    .transfer = transfer,
                    .tag = generation_});
}

void LiveBuilder::forget() {
  ++generation_;
  builder_.cancel();
  scenes_.clear();
  making_.reset();
}

void LiveBuilder::deliver(const std::shared_ptr<Result>& result) {
  BuiltProgram& built = result->built;
  --undelivered_;
  if (built.request.tag != generation_) return;
  if (built.program) {
    keep(result->scene);
    projects_->keep(built.program->model, built.request.description);
    player_.load(std::move(built.program), built.request.transfer);
  }
  Q_EMIT finished(built.problems, built.seconds);
}

void LiveBuilder::keep(std::shared_ptr<RobotScene> scene) {
  if (scenes_.size() >= kScenes) scenes_.erase(scenes_.begin());
  scenes_.push_back(std::move(scene));
}

std::shared_ptr<RobotScene> LiveBuilder::takeScene(const std::shared_ptr<const Model>& model) {
  const auto found = std::find_if(scenes_.begin(), scenes_.end(), [&](const auto& s) { return s->model() == model; });
  if (found != scenes_.end()) {
    std::rotate(found, found + 1, scenes_.end());
    return scenes_.back();
  }
  if (making_ == model || !model) return nullptr;
  making_ = model;
  scenePool_.clear();
  scenePool_.start([this, model] {
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this,
        [this, scene = std::make_shared<RobotScene>(model)] {
          if (making_ != scene->model()) return;
          making_.reset();
          keep(scene);
          Q_EMIT sceneReady();
        },
        Qt::QueuedConnection);
  });
  return nullptr;
}

}  // namespace tendril
