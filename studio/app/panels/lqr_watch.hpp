// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <memory>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"
#include "core/model/model.hpp"

namespace tendril {

class StudioContext;

/// The gains of the regulator (LQR) that is shown, as a run would take them: computed beside the window whenever its
/// robot or its weights are others.
class LqrWatch : public QObject {
  Q_OBJECT
 public:
  explicit LqrWatch(StudioContext& context);
  ~LqrWatch() override;

  /// The controller whose fields are shown; 0: none that is a regulator.
  void show(description::ObjectId controller);
  /// Poles of the closed loop and gains, some lines; empty: not known.
  const QString& text() const { return text_; }
  /// Why it has no gains; empty: it has, or nothing is known.
  const QString& failure() const { return failure_; }

 Q_SIGNALS:
  void changed();

 private:
  void compute();
  std::string refusal(const std::string& controller) const;
  void take(const QString& text, const QString& failure);
  std::string name() const;

  StudioContext& context_;
  QThreadPool worker_;
  std::vector<Problem> problems_;  ///< of the open project
  description::ObjectId shown_ = 0;
  std::shared_ptr<const Model> model_;  ///< what text and failure are of, or are being made of
  std::uint64_t asked_ = 0;             ///< counts computations: answers to earlier ones are dropped
  QString text_, failure_;
};

}  // namespace tendril
