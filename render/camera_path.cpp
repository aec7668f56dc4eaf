// SPDX-License-Identifier: BSD-3-Clause
#include "render/camera_path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tendril {

CameraPath::CameraPath(std::vector<Key> keys) : keys_(std::move(keys)) {
  if (keys_.empty()) throw std::invalid_argument("a camera path needs one view at least");
  for (std::size_t i = 0; i + 1 < keys_.size(); ++i)
    if (!(keys_[i].at < keys_[i + 1].at)) throw std::invalid_argument("the views of a camera path are not in order");
  for (const Key& key : keys_) {
    const CameraView& view = key.view;
    Numbers numbers;
    numbers << view.pivot, std::log(view.distance), view.azimuth, view.elevation;
    if (!values_.empty()) {
      double& azimuth = numbers[4];
      azimuth = values_.back()[4] + std::remainder(azimuth - values_.back()[4], 2 * std::numbers::pi);
    }
    values_.push_back(numbers);
  }
  slopes_.assign(values_.size(), Numbers::Zero());
  for (std::size_t i = 1; i + 1 < values_.size(); ++i) {
    const double before = keys_[i].at - keys_[i - 1].at, after = keys_[i + 1].at - keys_[i].at;
    for (int c = 0; c < kNumbers; ++c) {
      const double in = (values_[i][c] - values_[i - 1][c]) / before, out = (values_[i + 1][c] - values_[i][c]) / after;
      // A number that turns round rests there; between, the weighted harmonic mean keeps the cubic monotone.
      if (in * out > 0) slopes_[i][c] = 3 * (before + after) / ((2 * after + before) / in + (after + 2 * before) / out);
    }
  }
}

CameraView CameraPath::at(double share) const {
  const auto next =
      std::upper_bound(keys_.begin(), keys_.end(), share, [](double value, const Key& key) { return value < key.at; });
  if (next == keys_.begin()) return keys_.front().view;
  if (next == keys_.end()) return keys_.back().view;
  const auto i = static_cast<std::size_t>(next - keys_.begin()) - 1;
  const double width = keys_[i + 1].at - keys_[i].at, s = (share - keys_[i].at) / width;
  const double s2 = s * s, s3 = s2 * s;
  const Numbers now = (2 * s3 - 3 * s2 + 1) * values_[i] + (3 * s2 - 2 * s3) * values_[i + 1] +
                      width * ((s3 - 2 * s2 + s) * slopes_[i] + (s3 - s2) * slopes_[i + 1]);
  CameraView view = keys_[i].view;
  view.pivot = now.head<3>();
  view.distance = std::exp(now[3]);
  view.azimuth = now[4];
  view.elevation = now[5];
  return view;
}

}  // namespace tendril
