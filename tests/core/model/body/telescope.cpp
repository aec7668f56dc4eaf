// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/model/body/telescope.hpp"

#include <stdexcept>

#include "core/dynamics/rigid.hpp"
#include "core/model/body/body_point.hpp"

namespace tendril::tests {
namespace {

struct TelescopeData : BodyData {
  SpatialInertia load;  ///< in B, about its origin
  Frame start, end;     ///< motion of B and of the load
};

/// Runs beside the telescope, wherever its route lies.
class StraightCable : public TendonPiece {
 public:
  StraightCable(double length, double from, double to) : length_(length), from_(from), to_(to) {}
  double length(const VecXRef& q) const override { return (to_ - from_) * (length_ + q[0]); }
  void addGradient(const VecXRef&, VecXMut gradient) const override { gradient[0] += to_ - from_; }
  void addHessian(const VecXRef&, double, MatXMut) const override {}
  void addGradientSeries(const MatX&, MatX& gradient) const override { gradient(0, 0) += to_ - from_; }
  void path(const BodyData& data, std::vector<Vec3>& points) const override {
    points = {from_ * data.stations[0].X.p, to_ * data.stations[0].X.p};
  }

 private:
  double length_, from_, to_;
};

/// Takes its share of the extension, as a station does.
class TelescopePoint : public BodyPoint {
 public:
  TelescopePoint(double length, double share) : length_(length), share_(share) {}
  void kinematics(BodyData&, const BodyCoordinates& c, StationKinematics& out) const override {
    out.X = Pose{Mat3::Identity(), share_ * (length_ + c.q[0]) * Vec3::UnitX()};
    out.J.setZero(6, 1);
    out.J(3, 0) = share_;
    out.V = out.J.col(0) * c.qd[0];
  }

 protected:
  void turn(BodyData& data, const BodyCoordinates&, const BaseMotion& motion, const StationKinematics& here,
            const Vec6& F, Mat6X& R) const override {
    const Vec6 J = here.J.col(0), turned = crossForce<double>(J, F);
    R.col(0) = crossMotion<double>(motion.V, J);
    data.Uq.col(0) += turned;
    data.Qq(0, 0) += J.dot(turned);
  }

 private:
  double length_, share_;
};

constexpr double kTube = 0.25;  // of the body

/// A frame at either end.
SweptPiece roundPiece(int firstSection, double from, double to, double length, double radius) {
  const SectionLaw section = SectionLaw::shape("circle", {[radius](double) { return radius; }});
  return {firstSection, {0, 1}, from, to, (to - from) * length, section};
}

void add(Composite& to, const Composite& c) {
  to.I += c.I, to.N += c.N, to.K += c.K, to.F += c.F;
}

class Telescope : public Body {
 public:
  explicit Telescope(const TelescopeSpec& spec)
      : spec_(spec),
        pieces_{roundPiece(0, 0, kTube, spec.length, spec.tube), roundPiece(2, kTube, 1, spec.length, spec.piston)} {}

  std::string_view type() const override { return "telescope"; }
  int size() const override { return 1; }
  int addStation(double at) override {
    shares_.push_back(at);
    return stationCount() - 1;
  }
  int stationCount() const override { return static_cast<int>(shares_.size()); }
  std::unique_ptr<BodyPoint> makePoint(const BodyPlace& place) const override {
    return std::make_unique<TelescopePoint>(spec_.length, place.at.value_or(1));
  }
  CoordinateInfo coordinateInfo(int index) const override {
    if (index != 0) throw std::out_of_range("telescope");
    return {"extension", Quantity::kLength};
  }
  std::unique_ptr<BodyData> makeData() const override {
    auto data = std::make_unique<TelescopeData>();
    StationKinematics station;
    station.J = Mat6X::Zero(6, 1);
    data->stations.assign(shares_.size(), station);
    const Mat6X none = Mat6X::Zero(6, 1);
    data->columns.assign(shares_.size(), {none, none, none});
    data->sections.resize(4);
    data->H = data->Uq = data->Uv = none;
    data->M = data->Qq = data->Qv = data->Mq = MatX::Zero(1, 1);
    data->rowI = data->rowN = data->rowK = MatX::Zero(1, 6);
    data->Q = VecX::Zero(1);
    return data;
  }
  double estimatedWork() const override { return 0.1; }
  double length() const override { return spec_.length; }
  std::span<const SweptPiece> sweptPieces() const override { return pieces_; }

  void kinematics(BodyData& bodyData, const BodyCoordinates& c) const override {
    auto& data = static_cast<TelescopeData&>(bodyData);
    for (std::size_t s = 0; s < shares_.size(); ++s) {
      StationKinematics& station = data.stations[s];
      station.X.p = shares_[s] * (spec_.length + c.q[0]) * Vec3::UnitX();
      station.J.col(0) << Vec3::Zero(), shares_[s] * Vec3::UnitX();
      station.V = station.J.col(0) * c.qd[0];
    }
    data.sections[1].p = data.sections[2].p = kTube * data.stations[0].X.p;
    data.sections[3] = data.stations[0].X;
    data.load = spatialInertia(spec_.load, data.stations[0].X);
  }
  void inertia(BodyData& bodyData, const BodyCoordinates&) const override {
    auto& data = static_cast<TelescopeData&>(bodyData);
    const SpatialInertia base = spatialInertia(spec_.base, {});
    const Mat6 load = inertiaMatrix(data.load);
    data.I = inertiaMatrix(base) + load;
    data.H = load * data.stations[0].J;
    data.M = data.stations[0].J.transpose() * data.H;
    data.mass = base.mass + data.load.mass;
    data.firstMoment = base.moment + data.load.moment;
  }
  void inverseDynamics(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const override {
    auto& data = static_cast<TelescopeData&>(bodyData);
    move(data, c, motion);
    const Vec6 load = rigidWrench(data.load, data.end, -motion.gamma);
    data.F = load + rigidWrench(spatialInertia(spec_.base, {}), data.start, -motion.gamma);
    data.Q = data.stations[0].J.transpose() * load;
  }
  void columns(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const override {
    auto& data = static_cast<TelescopeData&>(bodyData);
    move(data, c, motion);
    for (std::size_t s = 0; s < shares_.size(); ++s) {
      const Vec6 J = data.stations[s].J.col(0), R = crossMotion<double>(motion.V, J);
      data.columns[s].R.col(0) = R;
      data.columns[s].L.col(0) = crossMotion<double>(motion.A, J) + crossMotion<double>(motion.V, R);
      data.columns[s].Y.col(0) = crossMotion<double>(Vec6(2 * motion.V + data.stations[s].V), J);
    }
  }
  void derivatives(BodyData& bodyData, const BodyCoordinates&, const BaseMotion& motion,
                   std::span<const Composite> attached) const override {
    auto& data = static_cast<TelescopeData&>(bodyData);
    clear(data);
    Composite load;
    load.setZero();
    addRigid(data.load, data.end, -motion.gamma, load);
    data.Q = data.stations[0].J.transpose() * load.F;
    addRigid(spatialInertia(spec_.base, {}), data.start, -motion.gamma, data.base);
    data.F = data.base.F + load.F;
    hang(data, load, 0);
    for (std::size_t s = 0; s < attached.size(); ++s) hang(data, attached[s], s);
  }
  void coriolis(BodyData& bodyData, std::span<const Composite> attached) const override {
    auto& data = static_cast<TelescopeData&>(bodyData);
    clear(data);
    add(data.base, coriolisOf(spatialInertia(spec_.base, {}), data.start));
    hangCoriolis(data, coriolisOf(data.load, data.end), 0);
    for (std::size_t s = 0; s < attached.size(); ++s) hangCoriolis(data, attached[s], s);
  }

  double elasticEnergy(const VecXRef& q) const override { return 0.5 * spec_.stiffness * q[0] * q[0]; }
  void addElasticForce(const VecXRef& q, VecXMut force) const override { force[0] += spec_.stiffness * q[0]; }
  void addStiffness(const VecXRef&, MatXMut stiffness) const override { stiffness(0, 0) += spec_.stiffness; }
  void addDampingForce(const VecXRef&, const VecXRef& qd, VecXMut force) const override {
    force[0] += spec_.damping * qd[0];
  }
  void addDampingDerivatives(const VecXRef&, const VecXRef&, MatXMut, MatXMut dv) const override {
    dv(0, 0) += spec_.damping;
  }
  std::unique_ptr<TendonPiece> makeTendonPiece(const std::function<RoutePoint(double)>&, double from,
                                               double to) const override {
    return std::make_unique<StraightCable>(spec_.length, from, to);
  }

 private:
  static Composite coriolisOf(const SpatialInertia& inertia, const Frame& motion) {
    Composite out;
    out.setZero();
    out.I = inertiaMatrix(inertia);
    out.N = crossForceBar<double>(Vec6(out.I * motion.V)) - out.I * crossMotionMatrix<double>(motion.V);
    return out;
  }
  static void move(TelescopeData& data, const BodyCoordinates& c, const BaseMotion& motion) {
    const StationKinematics& end = data.stations[0];
    data.start.V = motion.V, data.start.A = motion.A;
    data.end.V = motion.V + end.V;
    data.end.A = motion.A + end.J.col(0) * c.qdd[0] + crossMotion<double>(motion.V, end.V);
  }
  static void clear(BodyData& data) {
    data.base.setZero();
    for (Mat6X* m : {&data.Uq, &data.Uv}) m->setZero();
    for (MatX* m : {&data.rowI, &data.rowN, &data.rowK, &data.Qq, &data.Qv, &data.Mq}) m->setZero();
  }
  static void hang(BodyData& data, const Composite& c, std::size_t s) {
    add(data.base, c);
    const Vec6 J = data.stations[s].J.col(0), R = data.columns[s].R.col(0);
    const Vec6 change = crossForce<double>(J, c.F) + c.I * data.columns[s].L.col(0) + c.N * R + c.K * J;
    const Vec6 rate = c.I * data.columns[s].Y.col(0) + c.N * J;
    data.Uq += change, data.Uv += rate;
    data.Qq(0, 0) += J.dot(change), data.Qv(0, 0) += J.dot(rate), data.Mq(0, 0) += J.dot(c.I * J);
    data.rowI += J.transpose() * c.I, data.rowN += J.transpose() * c.N, data.rowK += J.transpose() * c.K;
  }
  static void hangCoriolis(BodyData& data, const Composite& c, std::size_t s) {
    data.base.I += c.I, data.base.N += c.N;
    const Vec6 J = data.stations[s].J.col(0);
    const Vec6 force = c.I * (data.columns[s].Y.col(0) - data.columns[s].R.col(0)) + c.N * J;
    data.Uv += force;
    data.Qv(0, 0) += J.dot(force);
    data.rowI += J.transpose() * c.I, data.rowN += J.transpose() * c.N;
  }

  TelescopeSpec spec_;
  std::vector<SweptPiece> pieces_;
  std::vector<double> shares_ = {1};
};

}  // namespace

std::shared_ptr<Body> makeTelescope(const TelescopeSpec& spec) {
  return std::make_shared<Telescope>(spec);
}

}  // namespace tendril::tests
