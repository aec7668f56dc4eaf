// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/controller_designer.hpp"

#include <exception>
#include <utility>

#include "studio/app/project/document_host.hpp"
#include "studio/app/project/player.hpp"

namespace tendril {
namespace {

/// The robot cannot be computed where it begins: what it says is what a run would say, too.
ControllerDesign failed(ControllerDesign design, const char* why) {
  design.problem = Problem{.path = "controllers", .message = why, .cure = "mend the robot first"};
  return design;
}

}  // namespace

ControllerDesigner::ControllerDesigner(DocumentHost& document, Player& player, QObject* parent)
    : QObject(parent), document_(document), player_(player) {
  worker_.setMaxThreadCount(1);
  connect(&player, &Player::modelChanged, this, &ControllerDesigner::tryWaiting);
  connect(&document.builder(), &LiveBuilder::finished, this, [this](const std::vector<Problem>& problems) {
    if (hasErrors(problems)) refuseWaiting();
  });
}

ControllerDesigner::~ControllerDesigner() {
  worker_.clear();
  worker_.waitForDone();
}

void ControllerDesigner::design(ControllerWish wish, Then then) {
  ++asked_;
  if (!isTracking(wish.type)) return then(modestDesign(std::move(wish)));
  waiting_ = Waiting{std::move(wish), std::move(then)};
  tryWaiting();
  if (waiting_ && !document_.isBuilding() && !player_.snapshot().model) refuseWaiting();
}

void ControllerDesigner::tryWaiting() {
  const std::shared_ptr<const Model>& model = player_.snapshot().model;
  if (waiting_ && model && hasActuators(*model, document_.description(), waiting_->wish.outputs)) start(model);
}

/// After a build that failed no model will come that has what is wanted.
void ControllerDesigner::refuseWaiting() {
  if (!waiting_) return;
  const Waiting refused = *std::exchange(waiting_, std::nullopt);
  refused.then(failed(modestDesign(refused.wish), "the robot cannot be built"));
}

void ControllerDesigner::start(const std::shared_ptr<const Model>& model) {
  Waiting taken = *std::exchange(waiting_, std::nullopt);
  worker_.clear();
  // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
  worker_.start([this, model, number = asked_, taken = std::move(taken), description = document_.description()] {
    ControllerDesign found;
    try {
      found = designController(*model, description, taken.wish);
    } catch (const std::exception& error) {
      found = failed(modestDesign(taken.wish), error.what());
    }
    QMetaObject::invokeMethod(
        this,
        [this, found, number, then = taken.then] {
          if (number == asked_) then(found);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace tendril
