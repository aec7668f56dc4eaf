// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/live_builder.hpp"
#include "studio/mesher/project_meshes.hpp"

#include <algorithm>
#include <utility>

namespace tendril {
namespace {

constexpr std::size_t kScenes = 8;  // the player may be a few programs behind, or show a run from before an edit

BuildOptions optionsOf(const Document& document) {
  return {.directory = document.directory(),
          .meshes = projectMeshGenerator(document.directory()),
          .live = true,
          .checked = !hasErrors(document.problems())};
}

}  // namespace

LiveBuilder::LiveBuilder(Player& player, QObject* parent)
    : QObject(parent), player_(player), builder_([this](BuiltProgram built) {
        Result result{.built = std::move(built), .scene = nullptr, .like = nullptr};
        if (result.built.program) draw(result);
        post(std::move(result));
      }) {
  scenePool_.setMaxThreadCount(1);
}

LiveBuilder::~LiveBuilder() {
  scenePool_.waitForDone();
}

void LiveBuilder::rebuild(const Document& document, StateTransfer transfer) {
  asked_ = std::make_shared<Description>(document.description());
  model_.reset();
  builder_.request({.description = asked_, .options = optionsOf(document), .transfer = transfer, .tag = generation_});
  player_.expectProgram();
}

void LiveBuilder::begin(std::shared_ptr<const Model> model, const Description& description) {
  ++generation_;
  builder_.cancel();
  scenes_.clear();
  making_.reset();
  asked_.reset();
  model_ = std::move(model);
  if (model_) projects_->keep(model_, std::make_shared<const Description>(description));
}

std::shared_ptr<const Model> LiveBuilder::model(const Document& document) {
  if (model_) return model_;
  std::vector<Problem> problems;  // told when the build that was asked for ends
  try {
    model_ = buildModel(document.description(), problems, optionsOf(document));
  } catch (const std::exception&) {
    return nullptr;
  }
  return model_;
}

bool LiveBuilder::busy() const {
  if (builder_.busy()) return true;
  const std::scoped_lock lock(mutex_);
  return undelivered_.has_value();
}

/// On the builder's thread.
void LiveBuilder::draw(Result& result) {
  {
    const std::scoped_lock lock(mutex_);
    result.like = like_.lock();
  }
  result.scene = std::make_shared<RobotScene>(result.built.program->model, result.like.get());
}

void LiveBuilder::resemble(const std::shared_ptr<const RobotScene>& scene) {
  const std::scoped_lock lock(mutex_);
  like_ = scene;
}

/// On the builder's thread. While the window's thread has no time, programs that nobody will see do not pile up.
void LiveBuilder::post(Result result) {
  const std::scoped_lock lock(mutex_);
  const bool waits = undelivered_.has_value();
  if (waits && undelivered_->built.request.tag == result.built.request.tag) {
    BuiltProgram &before = undelivered_->built, &now = result.built;
    now.request.transfer = stronger(before.request.transfer, now.request.transfer);
    if (!now.program) {  // the last one that could be built is still to be shown
      now.program = std::move(before.program), now.request.description = std::move(before.request.description);
      result.scene = std::move(undelivered_->scene);
    }
  }
  undelivered_ = std::move(result);
  if (waits) return;
  // builder_ is destroyed first and waits for its thread, so `this` is alive here; the call runs on the window's thread
  // and is dropped with the object.
  QMetaObject::invokeMethod(this, &LiveBuilder::deliver, Qt::QueuedConnection);
}

void LiveBuilder::deliver() {
  std::unique_lock lock(mutex_);
  Result result = std::move(*undelivered_);
  undelivered_.reset();
  lock.unlock();
  BuiltProgram& built = result.built;
  if (built.request.tag != generation_) return;
  if (built.program) {
    keep(std::move(result.scene));
    projects_->keep(built.program->model, built.request.description);
    if (built.request.description == asked_) model_ = built.program->model;
    player_.load(std::move(built.program), built.request.transfer);
  } else {
    player_.expectNothing();
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
