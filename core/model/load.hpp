// SPDX-License-Identifier: BSD-3-Clause
// External loads: each acts on one station and gives a wrench with its derivatives. Adding one: a class here or in its
// own file, and one line in the builder's table.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <string_view>

#include "core/math/pose.hpp"

namespace tendril {

template <int K>
struct Jet;

/// What a load may depend on.
struct StationState {
  Pose X;        ///< pose of the station in the world
  Vec6 V;        ///< twist of the station, in its own frame
  Vec3 gamma;    ///< −Rᵀg in the station's frame, m/s²
  double t = 0;  ///< s
};

/// Wrench on the station in the station's frame, and its change dF = FX δ + FV dV for a right perturbation
/// X exp(δ) and a change dV of the twist.
struct StationWrench {
  Vec6 F = Vec6::Zero();
  Mat6 FX = Mat6::Zero();
  Mat6 FV = Mat6::Zero();
};

/// The same as series of time. trees.md §7
using LoadSeries = Jet<15>;
struct StationSeries;  ///< load_series.hpp

class Load {
 public:
  virtual ~Load() = default;
  virtual void evaluate(const StationState& state, StationWrench& wrench) const = 0;
  /// The wrench of evaluate() as a series, right up to coefficient `order`. Returns why there is none, in words for
  /// people that go on after "load 'x'"; empty: F is set.
  virtual std::string_view evaluateSeries(const StationSeries& state, int order, Vec6T<LoadSeries>& F) const;
  /// True if it only ever takes energy out: its work counts as dissipated, not as put in.
  virtual bool dissipative() const { return false; }
};

/// A given wrench [m; f] of time, world axes or following the station; at the station's origin. rods.md §9
class PointWrench : public Load {
 public:
  enum class Frame { kWorld, kBody };
  /// The wrench as a series of time. An empty one is a load without time derivatives.
  using Series = std::function<Vec6T<LoadSeries>(const LoadSeries&)>;
  PointWrench(Frame frame, std::function<Vec6(double)> wrench, Series series = {})
      : frame_(frame), wrench_(std::move(wrench)), series_(std::move(series)) {}
  void evaluate(const StationState& state, StationWrench& wrench) const override;
  std::string_view evaluateSeries(const StationSeries& state, int order, Vec6T<LoadSeries>& F) const override;

 private:
  Frame frame_;
  std::function<Vec6(double)> wrench_;
  Series series_;
};

/// Drag and lift of a fluid at rest on a link or a slice of a rod: −D |v| V for the twist V = [ω; v] of a frame fixed
/// to the station. [gvs] (62)–(66), rods.md §9
class FluidDrag : public Load {
 public:
  /// D in the axes of the frame at `offset` from the station; D + Dᵀ must not be negative.
  FluidDrag(const Mat6& D, const Pose& offset = {})
      : D_(D), offset_(offset), atOrigin_(offset.R.isIdentity(0) && offset.p.isZero(0)) {}
  void evaluate(const StationState& state, StationWrench& wrench) const override;
  /// None where the frame is at rest but does not stay so: |v| has a kink there.
  std::string_view evaluateSeries(const StationSeries& state, int order, Vec6T<LoadSeries>& F) const override;
  bool dissipative() const override { return true; }

 private:
  Mat6 D_;
  Pose offset_;
  bool atOrigin_;
};

}  // namespace tendril
