// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/model.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_probe.hpp"

namespace tendril {

/// Looks at the deformation of a volume beside the window, a few times a second; the latest configuration wins.
class VolumeWatch : public QObject {
  Q_OBJECT
 public:
  /// Sliders end where the margin of their coordinate alone falls to this.
  static constexpr double kSliderMargin = 0.3;
  /// A hand may not go beyond this.
  static constexpr double kLeastMargin = 0.05;

  explicit VolumeWatch(QObject* parent = nullptr);
  ~VolumeWatch() override;

  /// The body of a link of a model; null, or a link without a volume: nothing. It is looked at when no other one comes
  /// any more: while somebody drags, that would only keep the next one waiting.
  void setBody(std::shared_ptr<const Model> model, int link);
  /// A configuration of the robot: reported() answers.
  void look(const VecX& q);
  /// How far (0…1) the body may go from one configuration of the robot to another; 1 while nothing is known of it.
  double reach(const VecX& from, const VecX& to) const;
  /// Why it can go no farther, for people.
  QString violation(const VecX& q) const;

 Q_SIGNALS:
  void reported(const tendril::VolumeReport& report);
  /// For each coordinate of the body what a slider may span; infinite where the body sets no bound.
  void rangesKnown(const std::vector<std::pair<double, double>>& ranges);

 private:
  VecX own(const VecX& q) const;
  void measure();
  void begin();

  QThreadPool worker_;
  QTimer settled_;
  std::shared_ptr<const Volume> volume_;
  int first_ = 0, count_ = 0;  ///< of the body's coordinates in q
  std::shared_ptr<VolumeProbe> probe_;
  std::optional<VecX> wanted_;
  std::uint64_t body_ = 0;  ///< counts bodies: answers of others are dropped
  bool busy_ = false;
};

}  // namespace tendril
