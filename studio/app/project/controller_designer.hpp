// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "studio/document/controllers/controller_design.hpp"

namespace tendril {

class DocumentHost;
class Player;

/// Finds outputs, gains and rest of controllers beside the window, of the robot as it is described now.
class ControllerDesigner : public QObject {
  Q_OBJECT
 public:
  /// Called on the window's thread, once.
  using Then = std::function<void(const ControllerDesign&)>;

  ControllerDesigner(DocumentHost& document, Player& player, QObject* parent = nullptr);
  ~ControllerDesigner() override;

  /// Waits for the robot where it is still being built. A new wish takes the place of one that waits or is under way.
  void design(ControllerWish wish, Then then);

 private:
  struct Waiting {
    ControllerWish wish;
    Then then;
  };
  void tryWaiting();
  void refuseWaiting();
  void start(const std::shared_ptr<const Model>& model);

  DocumentHost& document_;
  Player& player_;
  QThreadPool worker_;
  std::optional<Waiting> waiting_;
  std::uint64_t asked_ = 0;  ///< counts wishes: answers to earlier ones are dropped
};

}  // namespace tendril
