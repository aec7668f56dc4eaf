// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "render/scene/robot_scene.hpp"
#include "studio/app/project/model_projects.hpp"
#include "studio/app/project/player.hpp"
#include "studio/document/document.hpp"
#include "studio/document/program_builder.hpp"

namespace tendril {

/// Rebuilds what is simulated while the project is edited: description → model → program and scene on a thread of its
/// own, handed to the player between two steps. Builds are back to back while a slider is dragged, without queueing: of
/// results that wait for the window's thread only the newest is handed on.
class LiveBuilder : public QObject {
  Q_OBJECT
 public:
  explicit LiveBuilder(Player& player, QObject* parent = nullptr);
  ~LiveBuilder() override;

  /// Makes the player run this description soon; `transfer` as Session::load.
  void rebuild(const Document& document, StateTransfer transfer = StateTransfer::kState);
  /// Another project is open: what is under way concerns one that is not. `model` as its loader built it of
  /// `description`; null: rebuild() follows.
  void begin(std::shared_ptr<const Model> model, const Description& description);
  /// The model of this project as it stands. While the player still shows one from before the last edits it is built
  /// here. Null: it cannot be built.
  std::shared_ptr<const Model> model(const Document& document);
  /// Until the player has been given what was asked for: commands that follow concern that program.
  bool busy() const;
  /// The scene of a model that the player shows. Null for one from before the last edits: its scene is then made, and
  /// sceneReady() tells when it is there.
  std::shared_ptr<RobotScene> takeScene(const std::shared_ptr<const Model>& model);
  /// What is shown: scenes that follow keep what they draw like this one.
  void resemble(const std::shared_ptr<const RobotScene>& scene);
  /// The projects of all models that were built, whoever built them.
  const std::shared_ptr<ModelProjects>& projects() const { return projects_; }

 Q_SIGNALS:
  /// A build came to an end: its problems (with an error the old program runs on), and the time it took in s.
  void finished(const std::vector<tendril::Problem>& problems, double seconds);
  void sceneReady();

 private:
  /// What was built, and the scene of its program.
  struct Result {
    BuiltProgram built;
    std::shared_ptr<RobotScene> scene;
    std::shared_ptr<const RobotScene> like;  ///< that it resembles: is let go by the window's thread
  };
  void draw(Result& result);
  void post(Result result);
  void deliver();
  void keep(std::shared_ptr<RobotScene> scene);

  Player& player_;
  std::vector<std::shared_ptr<RobotScene>> scenes_;  ///< the one that was used last at the end
  std::shared_ptr<ModelProjects> projects_ = std::make_shared<ModelProjects>();
  std::shared_ptr<const Model> making_;       ///< whose scene is being made
  std::uint64_t generation_ = 0;              ///< of the open project: results of others are dropped
  std::shared_ptr<const Description> asked_;  ///< of the last request
  std::shared_ptr<const Model> model_;        ///< of the project as it stands; null: not built yet
  mutable std::mutex mutex_;                  ///< guards undelivered_ and like_
  std::weak_ptr<const RobotScene> like_;
  std::optional<Result> undelivered_;  ///< on the way to the window's thread
  QThreadPool scenePool_;
  ProgramBuilder builder_;  ///< last: its thread posts to this
};

}  // namespace tendril
