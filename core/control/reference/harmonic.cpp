// SPDX-License-Identifier: BSD-3-Clause
// References that go round and round, and those given by formulas.
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/control/reference/references.hpp"
#include "core/math/jet.hpp"

namespace tendril {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

class Lissajous : public Reference {
 public:
  Lissajous(VecX center, VecX amplitude, const VecX& frequency, VecX phase)
      : center_(std::move(center)),
        amplitude_(std::move(amplitude)),
        speed_(kTurn * frequency),
        phase_(std::move(phase)) {
    for (const VecX* x : {&amplitude_, &speed_, &phase_})
      if (x->size() != center_.size())
        throw std::invalid_argument("center, amplitude, frequency and phase have different sizes");
  }
  int size() const override { return static_cast<int>(center_.size()); }
  void evaluate(double t, int order, MatXMut out) const override {
    for (Eigen::Index i = 0; i < center_.size(); ++i) {
      double scale = amplitude_[i];
      for (int k = 0; k <= order; ++k, scale *= speed_[i])
        out(i, k) = scale * std::sin(speed_[i] * t + phase_[i] + k * kTurn / 4);
    }
    out.col(0) += center_;
  }

 private:
  VecX center_, amplitude_, speed_, phase_;
};

class Helix : public Reference {
 public:
  Helix(const Vec3& center, double radius, const Vec3& normal, double period, double phase, double pitch)
      : center_(center), speed_(kTurn / period), phase_(phase) {
    if (!(std::abs(period) > 0)) throw std::invalid_argument("its period must not be 0 s");
    if (!(radius > 0)) throw std::invalid_argument("its radius must be greater than 0 m");
    if (!(normal.norm() > 0)) throw std::invalid_argument("its normal must not be zero");
    const Vec3 axis = normal.normalized();
    const Vec3 start = axis.cross(Vec3::UnitX()).norm() > 1e-6 ? Vec3::UnitX() : Vec3::UnitY();
    cosine_ = radius * (start - axis * axis.dot(start)).normalized();
    sine_ = axis.cross(cosine_);
    climb_ = pitch / std::abs(period) * axis;
  }
  int size() const override { return 3; }
  void evaluate(double t, int order, MatXMut out) const override {
    double scale = 1;
    for (int k = 0; k <= order; ++k, scale *= speed_) {
      const double angle = speed_ * t + phase_ + k * kTurn / 4;
      out.col(k) = scale * (std::cos(angle) * cosine_ + std::sin(angle) * sine_);
    }
    out.col(0) += center_ + t * climb_;
    if (order > 0) out.col(1) += climb_;
  }

 private:
  Vec3 center_, cosine_, sine_, climb_;
  double speed_, phase_;
};

class Formulas : public Reference {
 public:
  explicit Formulas(std::vector<Expression> formulas) : formulas_(std::move(formulas)) {}
  int size() const override { return static_cast<int>(formulas_.size()); }
  void evaluate(double t, int order, MatXMut out) const override {
    order <= kUsualDerivatives ? write<kUsualDerivatives>(t, order, out) : write<kMostDerivatives>(t, order, out);
  }

 private:
  template <int K>
  void write(double t, int order, MatXMut out) const {
    const auto time = Jet<K>::parameter(t);
    for (std::size_t i = 0; i < formulas_.size(); ++i) {
      const auto jet = formulas_[i].template evaluate<Jet<K>>(std::span(&time, 1));
      for (int k = 0; k <= order; ++k) out(static_cast<Eigen::Index>(i), k) = jet.derivative(k);
    }
  }

  std::vector<Expression> formulas_;
};

class Functions : public Reference {
 public:
  explicit Functions(std::vector<std::function<Vec4(double)>> entries) : entries_(std::move(entries)) {}
  int size() const override { return static_cast<int>(entries_.size()); }
  void evaluate(double t, int order, MatXMut out) const override {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Vec4 motion = entries_[i](t);
      for (int k = 0; k <= order; ++k) out(static_cast<Eigen::Index>(i), k) = k < 4 ? motion[k] : 0;
    }
  }
  int knownDerivatives() const override { return 3; }

 private:
  std::vector<std::function<Vec4(double)>> entries_;
};

}  // namespace

ReferencePtr makeLissajousReference(VecX center, VecX amplitude, VecX frequency, VecX phase) {
  return std::make_shared<Lissajous>(std::move(center), std::move(amplitude), frequency, std::move(phase));
}

ReferencePtr makeHelixReference(const Vec3& center, double radius, const Vec3& normal, double period, double phase,
                                double pitch) {
  return std::make_shared<Helix>(center, radius, normal, period, phase, pitch);
}

ReferencePtr makeExpressionReference(std::vector<Expression> formulas) {
  return std::make_shared<Formulas>(std::move(formulas));
}

ReferencePtr makeFunctionReference(std::vector<std::function<Vec4(double)>> entries) {
  return std::make_shared<Functions>(std::move(entries));
}

}  // namespace tendril
