// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/reference/pose_reference.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/math/se3.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kNoAxis = 1e-9;   // rad: of a turn that has no axis to turn on about
constexpr double kNoSpeed = 1e-9;  // of velocity over the size of the other derivatives, of a sine

template <int K>
Jet<K> seriesOf(const Eigen::Ref<const Eigen::RowVectorXd>& derivatives) {
  Jet<K> out;
  double factorial = 1;
  for (int k = 0; k <= K; ++k) {
    factorial *= k > 1 ? k : 1;
    out[k] = derivatives[k] / factorial;
  }
  return out;
}

/// A reference of one number, up to `order`.
template <int K>
Jet<K> seriesOf(const Reference& number, double t, int order) {
  Eigen::Matrix<double, 3, Reference::kMostDerivatives + 1> values;
  values.setZero();
  number.evaluate(t, order, values.topRows(1));
  return seriesOf<K>(values.row(0));
}

/// Series of three numbers; `from`: its first coefficient is this derivative.
Vec3T<TimeSeries> seriesAt(const Reference& reference, double t, int from = 0) {
  Eigen::Matrix<double, 3, Reference::kMostDerivatives + 1> values;
  reference.evaluate(t, kPoseDerivatives + from, values);
  Vec3T<TimeSeries> out;
  for (int i = 0; i < 3; ++i) out[i] = seriesOf<kPoseDerivatives>(values.row(i).segment<kPoseDerivatives + 1>(from));
  return out;
}

/// ẋ; its last coefficient is not known and zero.
TimeSeries rateOf(const TimeSeries& x) {
  TimeSeries out;
  for (int k = 0; k < kPoseDerivatives; ++k) out[k] = (k + 1) * x[k + 1];
  return out;
}

template <class Matrix>
Matrix rateOf(const Matrix& x) {
  return x.unaryExpr([](const TimeSeries& entry) { return rateOf(entry); });
}

Mat3T<TimeSeries> constantSeries(const Mat3& R) {
  return R.unaryExpr([](double entry) { return TimeSeries(entry); });
}

Mat3 valueOf(const Mat3T<TimeSeries>& R) {
  return R.unaryExpr([](const TimeSeries& entry) { return entry[0]; });
}

class Part : public Reference {
 public:
  Part(ReferencePtr whole, int first, int count) : whole_(std::move(whole)), first_(first), count_(count) {
    if (first < 0 || count < 0 || first + count > whole_->size())
      throw std::invalid_argument("gives " + std::to_string(whole_->size()) + " numbers, too few of them");
    if (whole_->size() > kMost) throw std::invalid_argument("gives more numbers than a pose has");
  }
  int size() const override { return count_; }
  void evaluate(double t, int order, MatXMut out) const override {
    Eigen::Matrix<double, kMost, kMostDerivatives + 1> all;
    whole_->evaluate(t, order, all.topLeftCorner(whole_->size(), order + 1));
    out.leftCols(order + 1) = all.block(first_, 0, count_, order + 1);
  }
  int knownDerivatives() const override { return whole_->knownDerivatives(); }
  std::vector<double> breaks(int order, double from, double to) const override {
    return whole_->breaks(order, from, to);
  }

 private:
  static constexpr int kMost = 6;
  ReferencePtr whole_;
  int first_, count_;
};

class FixedOrientation : public OrientationReference {
 public:
  explicit FixedOrientation(const Mat3& R) : motion_{constantSeries(R), logSO3<double>(R)} {}
  void evaluate(double, OrientationMotion& out) const override { out = motion_; }

 private:
  OrientationMotion motion_;
};

/// Of three numbers.
class ThreeNumbers : public OrientationReference {
 public:
  explicit ThreeNumbers(ReferencePtr numbers) : numbers_(std::move(numbers)) {
    if (numbers_->size() != 3)
      throw std::invalid_argument("gives " + std::to_string(numbers_->size()) + " numbers, an orientation takes 3");
  }

 protected:
  Vec3T<TimeSeries> at(double t) const { return seriesAt(*numbers_, t); }

 private:
  ReferencePtr numbers_;
};

class RotationVector : public ThreeNumbers {
 public:
  using ThreeNumbers::ThreeNumbers;
  void evaluate(double t, OrientationMotion& out) const override {
    const Vec3T<TimeSeries> r = at(t);
    out.R = expSO3<TimeSeries>(r);
    for (int i = 0; i < 3; ++i) out.turn[i] = r[i][0];
  }
};

class RollPitchYaw : public ThreeNumbers {
 public:
  using ThreeNumbers::ThreeNumbers;
  void evaluate(double t, OrientationMotion& out) const override {
    out.R = rotationFromRpy<TimeSeries>(at(t));
    out.turn = logSO3<double>(valueOf(out.R));
  }
};

class Tangential : public OrientationReference {
 public:
  Tangential(ReferencePtr path, const Vec3& up) : path_(std::move(path)) {
    if (path_->size() != 3) throw std::invalid_argument("a path has 3 coordinates");
    if (!(up.norm() > 0)) throw std::invalid_argument("its up must not be zero");
    const Vec3 unit = up.normalized();
    for (int i = 0; i < 3; ++i) up_[i] = unit[i];
  }
  void evaluate(double t, OrientationMotion& out) const override {
    const Vec3T<TimeSeries> velocity = seriesAt(*path_, t, 1);
    const Vec3T<TimeSeries> x = direction(velocity, sizeOf(velocity), t, "its path stands still");
    const TimeSeries along = x.dot(up_);
    const Vec3T<TimeSeries> z = direction(up_ - x * along, 1, t, "its path goes along its up");
    out.R.col(0) = x, out.R.col(1) = z.cross(x), out.R.col(2) = z;
    out.turn = logSO3<double>(valueOf(out.R));
  }

 private:
  static double sizeOf(const Vec3T<TimeSeries>& series) {
    double size = 0;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k <= kPoseDerivatives; ++k) size = std::max(size, std::abs(series[i][k]));
    return size;
  }
  static Vec3T<TimeSeries> direction(const Vec3T<TimeSeries>& vector, double size, double t, const char* why) {
    const TimeSeries square = vector.squaredNorm();
    if (!(std::sqrt(square[0]) > kNoSpeed * size))
      throw std::runtime_error("its reference has no tangent at t = " + messageNumber(t, 6) + " s: " + why);
    return vector * (1.0 / sqrt(square));
  }

  ReferencePtr path_;
  Vec3T<TimeSeries> up_;
};

// ---- from one pose to another one

/// R exp(s w), s one number.
class Geodesic : public OrientationReference {
 public:
  Geodesic(const Mat3& from, const Vec3& turn, ReferencePtr share)
      : from_(constantSeries(from)), turn_(turn), share_(std::move(share)) {}
  void evaluate(double t, OrientationMotion& out) const override {
    const auto s = seriesOf<kPoseDerivatives>(*share_, t, kPoseDerivatives);
    const Vec3T<TimeSeries> w(s * turn_[0], s * turn_[1], s * turn_[2]);
    out.R = from_ * expSO3<TimeSeries>(w);
    out.turn = logSO3<double>(valueOf(out.R));
  }

 private:
  Mat3T<TimeSeries> from_;
  Vec3 turn_;
  ReferencePtr share_;
};

/// Origin of X exp(s Ω).
class ScrewPath : public Reference {
 public:
  ScrewPath(const Pose& from, const Vec6& twist, ReferencePtr share)
      : from_(from), twist_(twist), share_(std::move(share)) {}
  int size() const override { return 3; }
  void evaluate(double t, int order, MatXMut out) const override {
    order <= kUsualDerivatives ? write<kUsualDerivatives>(t, order, out) : write<kMostDerivatives>(t, order, out);
  }
  int knownDerivatives() const override { return share_->knownDerivatives(); }
  std::vector<double> breaks(int order, double from, double to) const override {
    return share_->breaks(order, from, to);
  }

 private:
  template <int K>
  void write(double t, int order, MatXMut out) const {
    using Series = Jet<K>;
    const auto s = seriesOf<K>(*share_, t, order);
    Vec6T<Series> twist;
    for (int i = 0; i < 6; ++i) twist[i] = s * twist_[i];
    const Vec3T<Series> p = expSE3<Series>(twist).p;
    for (int k = 0; k <= order; ++k)
      out.col(k) = from_.R * Vec3(p[0].derivative(k), p[1].derivative(k), p[2].derivative(k));
    out.col(0) += from_.p;
  }

  Pose from_;
  Vec6 twist_;
  ReferencePtr share_;
};

}  // namespace

PoseSeries poseSeries(const PoseReference& reference, double t) {
  PoseSeries out;
  if (reference.position) out.p = seriesAt(*reference.position, t);
  if (!reference.orientation) return out;
  OrientationMotion motion;
  reference.orientation->evaluate(t, motion);
  out.R = motion.R;
  return out;
}

Eigen::Matrix<double, 3, kPoseDerivatives> bodyRates(const Mat3T<TimeSeries>& R) {
  const Mat3T<TimeSeries> W = R.transpose() * rateOf(R);
  const TimeSeries w[] = {(W(2, 1) - W(1, 2)) * 0.5, (W(0, 2) - W(2, 0)) * 0.5, (W(1, 0) - W(0, 1)) * 0.5};
  Eigen::Matrix<double, 3, kPoseDerivatives> out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < kPoseDerivatives; ++k) out(i, k) = w[i].derivative(k);
  return out;
}

Eigen::Matrix<double, 6, kPoseDerivatives> bodyTwists(const PoseSeries& X) {
  Eigen::Matrix<double, 6, kPoseDerivatives> out;
  out.topRows<3>() = bodyRates(X.R);
  const Vec3T<TimeSeries> v = X.R.transpose() * rateOf(X.p);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < kPoseDerivatives; ++k) out(3 + i, k) = v[i].derivative(k);
  return out;
}

ReferencePtr makePartReference(ReferencePtr whole, int first, int count) {
  return std::make_shared<Part>(std::move(whole), first, count);
}

OrientationPtr makeFixedOrientation(const Mat3& R) {
  return std::make_shared<FixedOrientation>(R);
}

OrientationPtr makeRotationVectorOrientation(ReferencePtr vector) {
  return std::make_shared<RotationVector>(std::move(vector));
}

OrientationPtr makeRollPitchYawOrientation(ReferencePtr angles) {
  return std::make_shared<RollPitchYaw>(std::move(angles));
}

OrientationPtr makeTangentialOrientation(ReferencePtr path, const Vec3& up) {
  return std::make_shared<Tangential>(std::move(path), up);
}

PoseReference makePoseOfEntries(ReferencePtr entries, bool orientationOnly) {
  if (orientationOnly) return {nullptr, makeRotationVectorOrientation(std::move(entries))};
  if (entries->size() == 3) return {std::move(entries), nullptr};
  ReferencePtr position = makePartReference(entries, 0, 3);
  return {std::move(position), makeRotationVectorOrientation(makePartReference(std::move(entries), 3, 3))};
}

PoseReference makePoseTransition(const Pose& from, const Pose& to, const PoseTransitionSettings& settings) {
  const ReferencePtr share =
      makePolynomialReference(VecX::Zero(1), VecX::Ones(1), settings.start, settings.duration, settings.degree);
  Vec3 turn = logSO3<double>(from.R.transpose() * to.R);
  if (settings.turns != 0) {
    const double angle = turn.norm();
    if (!(angle > kNoAxis))
      throw std::invalid_argument(
          "begins and ends with the same orientation: its turns have no axis; go through a "
          "pose between by a pose_spline");
    turn *= 1 + 2 * std::numbers::pi * settings.turns / angle;
  }
  OrientationPtr orientation = std::make_shared<Geodesic>(from.R, turn, share);
  if (settings.path == PosePath::kStraight)
    return {makePolynomialReference(from.p, to.p, settings.start, settings.duration, settings.degree), orientation};
  Vec6 twist;
  twist << turn, leftJacobianSO3<double>(turn).inverse() * (from.R.transpose() * (to.p - from.p));
  return {std::make_shared<ScrewPath>(from, twist, share), std::move(orientation)};
}

PoseReference makePoseSpline(const std::vector<double>& times, const std::vector<Pose>& poses, SplineEnd ends) {
  MatX points(3, static_cast<Eigen::Index>(poses.size()));
  std::vector<Mat3> rotations;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    points.col(static_cast<Eigen::Index>(i)) = poses[i].p;
    rotations.push_back(poses[i].R);
  }
  ReferencePtr position = makeSplineReference(times, points, ends);
  return {std::move(position), makeRotationSpline(times, rotations, ends)};
}

}  // namespace tendril
