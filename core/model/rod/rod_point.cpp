// SPDX-License-Identifier: BSD-3-Clause
// A point of a rod that may be anywhere: a node, or a step of its own from the node before it, like a station.
#include <algorithm>

#include "core/model/body/body_point.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {

class Rod::Point final : public BodyPoint {
 public:
  Point(const Rod& rod, double at) : rod_(rod), station_(makeRodStation(rod.tables_, at)) {}

  void kinematics(BodyData& data, const BodyCoordinates& c, StationKinematics& out) const override {
    auto& rodData = static_cast<RodData&>(data);
    rod_.runStation(rodData, station_, rodData.pointStep, c, out);
  }

 protected:
  void turn(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion&, const StationKinematics& here,
            const Vec6& F, Mat6X& R) const override {
    auto& data = static_cast<RodData&>(bodyData);
    if (rod_.tables_.size == 0) return;
    R = data.R.middleRows<6>(6 * station_.node);
    rod_.turnSteps(data, station_.node, F);
    if (!station_.side) return;
    addSideColumns(rod_.tables_, station_, rod_.sideStep(data, station_, data.pointStep, c).R, R);
    rod_.turnSide(data, station_, data.pointStep, here.J, F);
  }

 private:
  const Rod& rod_;
  RodStation station_;
};

std::unique_ptr<BodyPoint> Rod::makePoint(const BodyPlace& place) const {
  if (!place.at) return nullptr;
  return std::make_unique<Point>(*this, std::clamp(*place.at, 0.0, 1.0));
}

/// Qq, Uq += what the steps up to a node do to a wrench F that turns with it: Σ J_bᵀ B(F) s_b + (dS_bᵀ/dq) F.
void Rod::turnSteps(RodData& data, int node, const Vec6& F) const {
  const Mat6 bar = crossForceBar(F);
  for (const RodDivision& d : tables_.divisions) {
    const int last = std::min(d.lastStep(), node);
    if (last <= d.firstStep) break;
    for (int b = d.firstStep + 1; b <= last; ++b) {
      const Eigen::Index row = 6 * b;
      for (int j = d.firstColumn; j < d.lastColumn(); ++j) {
        const Vec6 s = data.J.col(j).segment<6>(row) - data.J.col(j).segment<6>(row - 6);
        const Vec6 turned = bar.lazyProduct(s);
        data.W.col(j).segment<6>(row) = turned;
        data.Uq.col(j) += turned;
      }
    }
    const Eigen::Index row = 6 * (d.firstStep + 1), rows = 6 * (last - d.firstStep);
    addTransposeProduct(data.J.block(row, 0, rows, d.lastColumn()), data.W.block(row, d.firstColumn, rows, d.columns),
                        data.Qq.block(0, d.firstColumn, d.lastColumn(), d.columns));
  }
  for (std::size_t k = 0; k < data.FC.size(); ++k) data.FC[k] = static_cast<int>(k) <= node ? F : Vec6(Vec6::Zero());
  forceDerivatives(data);
}

}  // namespace tendril
