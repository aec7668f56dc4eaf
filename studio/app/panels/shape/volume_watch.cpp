// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/shape/volume_watch.hpp"

#include <QTimer>

#include <cmath>
#include <limits>

namespace tendril {
namespace {

using Ranges = std::vector<std::pair<double, double>>;
constexpr double kFirstReach = 1e-6, kInfinity = std::numeric_limits<double>::infinity();
constexpr int kDoublings = 24, kRestMs = 120;

/// How far one coordinate may go alone, in the direction of `step`; infinite where nothing stops it.
double reachAlone(const VolumeProbe& probe, int size, int coordinate, double step) {
  const VecX rest = VecX::Zero(size);
  VecX to = rest;
  for (int k = 0; k < kDoublings; ++k, step *= 2) {
    to[coordinate] = step;
    if (probe.margin(to) >= VolumeWatch::kSliderMargin) continue;
    return step * probe.reach(rest, to, VolumeWatch::kSliderMargin);
  }
  return std::copysign(kInfinity, step);
}

Ranges rangesOf(const VolumeProbe& probe, int size) {
  Ranges ranges;
  for (int i = 0; i < size; ++i)
    ranges.emplace_back(reachAlone(probe, size, i, -kFirstReach), reachAlone(probe, size, i, kFirstReach));
  return ranges;
}

}  // namespace

VolumeWatch::VolumeWatch(QObject* parent) : QObject(parent) {
  worker_.setMaxThreadCount(1);
  settled_.setSingleShot(true);
  settled_.setInterval(kRestMs);
  connect(&settled_, &QTimer::timeout, this, &VolumeWatch::measure);
}

VolumeWatch::~VolumeWatch() {
  worker_.clear();
  worker_.waitForDone();
}

void VolumeWatch::setBody(std::shared_ptr<const Model> model, int link) {
  const Link* found = model && link >= 0 ? &model->links[static_cast<std::size_t>(link)] : nullptr;
  volume_ = found ? std::dynamic_pointer_cast<const Volume>(found->body) : nullptr;
  ++body_;
  probe_.reset();
  settled_.stop();
  if (!volume_ || !volume_->mesh()) return;
  first_ = found->qBody, count_ = found->nBody;
  settled_.start();
}

void VolumeWatch::measure() {
  worker_.start([this, volume = volume_, number = body_, count = count_] {
    auto probe = std::make_shared<VolumeProbe>(volume->sharedMap(), *volume->mesh());
    Ranges ranges = rangesOf(*probe, count);
    QMetaObject::invokeMethod(
        this,
        [this, probe, ranges, number] {
          if (number != body_) return;
          probe_ = probe;
          Q_EMIT rangesKnown(ranges);
          begin();
        },
        Qt::QueuedConnection);
  });
}

VecX VolumeWatch::own(const VecX& q) const {
  return q.segment(first_, count_);
}

void VolumeWatch::look(const VecX& q) {
  wanted_ = q;
  begin();
}

void VolumeWatch::begin() {
  if (busy_ || !probe_ || !wanted_ || wanted_->size() < first_ + count_) return;
  busy_ = true;
  const VecX q = own(*wanted_);
  wanted_.reset();
  worker_.start([this, probe = probe_, q, number = body_] {
    auto report = std::make_shared<VolumeReport>(probe->evaluate(q));
    QMetaObject::invokeMethod(
        this,
        [this, report, number] {
          if (number == body_) Q_EMIT reported(*report);
          QTimer::singleShot(kRestMs, this, [this] {  // the simulation wants the processor, too
            busy_ = false;
            begin();
          });
        },
        Qt::QueuedConnection);
  });
}

double VolumeWatch::reach(const VecX& from, const VecX& to) const {
  if (!probe_ || from.size() < first_ + count_) return 1;
  return probe_->reach(own(from), own(to), kLeastMargin);
}

QString VolumeWatch::violation(const VecX& q) const {
  return probe_ ? QString::fromStdString(probe_->violation(own(q))) : QString();
}

}  // namespace tendril
