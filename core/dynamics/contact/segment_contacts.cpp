// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contact/segment_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/contact/anchors.hpp"
#include "core/dynamics/contact/frame_forces.hpp"
#include "core/dynamics/contact/turning_resistance.hpp"

namespace tendril {
namespace {

template <class T>
using Four = std::array<T, 4>;

/// Where a touch is held: points in the frames of the ends, of which each side is the mean with these shares (Σ = 0).
struct SegmentAnchor {
  Four<double> share;
  Four<Vec3> point;  ///< in the frame of its end
};

/// The wrenches on the frames of the ends; tree frame. Of ends that share a frame, each has its part.
template <class T>
struct SegmentForce {
  /// `anchors`: those points, in the tree frame; null: nothing is held.
  SegmentForce(const SegmentTouch& touch, const ContactLaw& law, const Four<Vec3T<T>>& x, const Four<Vec6T<T>>& V,
               const SegmentAnchor* anchor, const Four<Vec3T<T>>& anchors)
      : gap(touch, x) {
    using std::pow, std::sqrt;
    spring = law.stiffness * pow(gap.depth, law.exponent);
    energy = spring * gap.depth / (law.exponent + 1);
    store(touch, x);
    lose(law, x, V, anchor, anchors);
    if (law.resistsTurning()) resist(law, touch, V);
  }

  SegmentGap<T> gap;
  T spring = 0, energy = 0;          ///< of the law, without the weight
  Four<Vec6T<T>> stored, lost;       ///< of the potential; of damping, friction and resistance to turning
  Four<T> arms;                      ///< from the point to the axes along the normal
  Vec3T<T> u, dissipative;           ///< of a against b at the touching point, m/s; the force on a, N
  T normal = 0;                      ///< N
  Four<Vec3T<T>> at;                 ///< the touching point, as each end has it
  Vec3T<T> hold = Vec3T<T>::Zero();  ///< of the spring of friction, N
  T turningPower = 0;                ///< of resistance to turning, W

 private:
  /// −∂(weight · energy)/∂x. δ changes with n·y alone but for what s and t do; these follow from y ⟂ e and y ⟂ g.
  void store(const SegmentTouch& touch, const Four<Vec3T<T>>& x) {
    const Four<T> share = gap.shares();
    const T taperA = touch.ends[1]->radius - touch.ends[0]->radius;
    const T taperB = touch.ends[3]->radius - touch.ends[2]->radius;
    const T push = gap.weight * spring;
    const T byS = gap.weightByS * energy + push * taperA, byT = gap.weightByT * energy + push * taperB;
    T onE = 0, onG = 0;
    if (touch.ball) {
      onG = -byT / gap.gg;
    } else {
      onE = (gap.gg * byS + gap.eg * byT) / gap.area, onG = -(gap.ee * byT + gap.eg * byS) / gap.area;
    }
    const Vec3T<T> common = push * gap.n + onE * gap.e + onG * gap.g;
    Four<Vec3T<T>> f;
    for (std::size_t i = 0; i < 4; ++i) f[i] = share[i] * common;
    const Vec3T<T> alongA = onE * gap.y + turning(gap.e, gap.g, gap.ee, touch),
                   alongB = onG * gap.y + turning(gap.g, gap.e, gap.gg, touch);
    f[0] -= alongA, f[1] += alongA, f[2] -= alongB, f[3] += alongB;
    for (std::size_t i = 0; i < 4; ++i) stored[i] << x[i].cross(f[i]), f[i];
  }
  /// −∂/∂e of the weight by sin² = 1 − (e·g)²/(e² g²), times the energy.
  Vec3T<T> turning(const Vec3T<T>& own, const Vec3T<T>& other, const T& square, const SegmentTouch& touch) const {
    if (touch.ball) return Vec3T<T>::Zero();
    const T factor = 2.0 * gap.weightBySine * energy * gap.eg / (gap.ee * gap.gg);
    return factor * (other - (gap.eg / square) * own);
  }
  void lose(const ContactLaw& law, const Four<Vec3T<T>>& x, const Four<Vec6T<T>>& V, const SegmentAnchor* anchor,
            const Four<Vec3T<T>>& anchors) {
    using std::sqrt;
    const Four<T> share = gap.shares();
    const T arm = (gap.radiusA + gap.distance - gap.radiusB) / 2.0;
    arms = {arm, arm, arm - gap.distance, arm - gap.distance};
    u.setZero();
    for (std::size_t i = 0; i < 4; ++i) {
      at[i] = x[i] - arms[i] * gap.n;
      const Vec3T<T> w = V[i].template head<3>(), v = V[i].template tail<3>();
      u += share[i] * (v + w.cross(at[i]));
    }
    const T along = gap.n.dot(u), elastic = gap.weight * spring, kept = 1.0 - law.damping * along;
    normal = kept > T(0.0) ? T(elastic * kept) : T(0.0);
    const Vec3T<T> slip = u - along * gap.n;
    if (law.sticks()) {
      dissipative = (normal - elastic) * gap.n + stick(law, slip, anchor, anchors);
    } else {
      const T speed = sqrt(T(slip.dot(slip) + law.frictionSpeed * law.frictionSpeed));
      dissipative = (normal - elastic) * gap.n - (law.friction * normal / speed) * slip;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3T<T> f = share[i] * dissipative;
      lost[i] << at[i].cross(f), f;
    }
  }
  void resist(const ContactLaw& law, const SegmentTouch& touch, const Four<Vec6T<T>>& V) {
    const Four<T> share = gap.shares();
    Vec3T<T> turn = Vec3T<T>::Zero();
    for (std::size_t i = 0; i < 4; ++i) turn += share[i] * V[i].template head<3>();
    const auto thickness = [&](std::size_t end) { return (touch.ends[end]->radius + touch.ends[end + 1]->radius) / 2; };
    const double radius = std::min(thickness(0), thickness(2));
    const Vec3T<T> moment = turningResistance<T>(law, radius, gap.n, turn, normal);
    for (std::size_t i = 0; i < 4; ++i) lost[i].template head<3>() += share[i] * moment;
    turningPower = moment.dot(turn);
  }
  Vec3T<T> stick(const ContactLaw& law, const Vec3T<T>& slip, const SegmentAnchor* anchor,
                 const Four<Vec3T<T>>& anchors) {
    Vec3T<T> displacement = Vec3T<T>::Zero();
    for (std::size_t i = 0; anchor && i < 4; ++i) displacement += T(anchor->share[i]) * anchors[i];
    displacement -= T(gap.n.dot(displacement)) * gap.n;
    const StickingFriction<T> friction(law, displacement, slip, normal);
    hold = friction.spring;
    return friction.force;
  }
};

/// Of a touch in the anchors of its contact, in the order in which touches are visited.
double keyOf(const SegmentTouch& touch) {
  constexpr double kRow = 1 << 24, kKind = kRow * (1 << 24);
  if (!touch.ball) return touch.a * kRow + touch.b;
  return touch.flipped ? 2 * kKind + touch.b * kRow + touch.a : kKind + touch.a * kRow + touch.b;
}

const double* anchorRecord(const Model& model, const Data& data, const SegmentTouch& touch) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
  return contact.segmentAnchors.find(data.anchors, keyOf(touch));
}

SegmentAnchor anchorOf(const double* record) {
  const double s = record[0], t = record[1];
  SegmentAnchor out{{1 - s, s, t - 1, -t}, {}};
  for (std::size_t i = 0; i < 4; ++i) out.point[i] = Vec3::Map(record + 2 + 3 * i);
  return out;
}

const ContactLaw& lawOf(const Model& model, const SegmentTouch& touch) {
  return model.contacts[static_cast<std::size_t>(touch.contact)].law;
}

int frameOf(const SegmentTouch& touch, std::size_t end) {
  return touch.ends[end]->frame;
}

const Frame& stateOf(const Data& data, const SegmentTouch& touch, std::size_t end) {
  return data.frames[static_cast<std::size_t>(frameOf(touch, end))];
}

SegmentForce<double> forceOf(const Model& model, const Data& data, const SegmentTouch& touch) {
  Four<Vec3> x;
  Four<Vec6> V;
  for (std::size_t i = 0; i < 4; ++i) {
    x[i] = contact_detail::centreOf(data, *touch.ends[i]);
    V[i] = stateOf(data, touch, i).V;
  }
  Four<Vec3> anchors;
  const double* record = anchorRecord(model, data, touch);
  if (!record) return {touch, lawOf(model, touch), x, V, nullptr, anchors};
  const SegmentAnchor anchor = anchorOf(record);
  for (std::size_t i = 0; i < 4; ++i) anchors[i] = stateOf(data, touch, i).X * anchor.point[i];
  return {touch, lawOf(model, touch), x, V, &anchor, anchors};
}

/// The frames of a touch, each once, with the wrench on it and its derivatives by the motion of all of them.
struct Coupled {
  Coupled(const Model& model, const Data& data, const SegmentTouch& touch) {
    for (std::size_t i = 0; i < 4; ++i) {
      const int frame = frameOf(touch, i);
      const auto found = std::find(frames.begin(), frames.begin() + count, frame);
      place[i] = static_cast<std::size_t>(found - frames.begin());
      if (place[i] == static_cast<std::size_t>(count)) frames[static_cast<std::size_t>(count++)] = frame;
    }
    for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j)
      if (frames[j] != 0) differentiate(model, data, touch, j);
  }

  Four<int> frames{};
  Four<std::size_t> place{};  ///< of each end, in `frames`
  int count = 0;
  Four<Vec6> F = {Vec6::Zero(), Vec6::Zero(), Vec6::Zero(), Vec6::Zero()};
  Four<Four<Mat6>> K, N;  ///< [on][by]

 private:
  /// By the displacement (six directions) and the twist (six) of frame j.
  void differentiate(const Model& model, const Data& data, const SegmentTouch& touch, std::size_t j) {
    using D = Dual<12>;
    Four<Vec3T<D>> x, anchors;
    Four<Vec6T<D>> V;
    const double* record = anchorRecord(model, data, touch);
    const SegmentAnchor anchor = record ? anchorOf(record) : SegmentAnchor{};
    for (std::size_t i = 0; i < 4; ++i) {
      const bool moves = place[i] == j;
      x[i] = moving(contact_detail::centreOf(data, *touch.ends[i]), moves);
      if (record) anchors[i] = moving(stateOf(data, touch, i).X * anchor.point[i], moves);
      const Vec6& twist = stateOf(data, touch, i).V;
      for (int c = 0; c < 6; ++c) V[i][c] = D(twist[c]);
      for (int c = 0; c < 6 && moves; ++c) V[i][c].d[6 + c] = 1;
    }
    const SegmentForce<D> force(touch, lawOf(model, touch), x, V, record ? &anchor : nullptr, anchors);
    for (std::size_t on = 0; on < static_cast<std::size_t>(count); ++on) {
      F[on].setZero(), K[on][j].setZero(), N[on][j].setZero();
      for (std::size_t i = 0; i < 4; ++i)
        if (place[i] == on) add(force.stored[i] + force.lost[i], on, j);
      K[on][j] -= N[on][j] * crossMotionMatrix<double>(data.frames[static_cast<std::size_t>(frames[j])].V);
    }
  }
  /// A point and, where its frame moves, its derivatives.
  static Vec3T<Dual<12>> moving(const Vec3& at, bool moves) {
    Vec3T<Dual<12>> x;
    for (int c = 0; c < 3; ++c) x[c] = Dual<12>(at[c]);
    if (!moves) return x;
    const Mat3 turn = -skew<double>(at);
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < 3; ++k) x[c].d[k] = turn(c, k);
      x[c].d[3 + c] = 1;
    }
    return x;
  }
  void add(const Vec6T<Dual<12>>& wrench, std::size_t on, std::size_t j) {
    for (int r = 0; r < 6; ++r) {
      F[on][r] += wrench[r].value;
      for (int c = 0; c < 6; ++c) K[on][j](r, c) += wrench[r].d[c], N[on][j](r, c) += wrench[r].d[6 + c];
    }
  }
};

/// Energy in the spring of friction, J.
double heldEnergy(const ContactLaw& law, const SegmentForce<double>& force) {
  return law.sticks() ? 0.5 * force.hold.squaredNorm() / law.stickStiffness : 0;
}

}  // namespace

ContactPoint segmentContactPoint(const Model& model, const Data& data, const SegmentTouch& touch) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
  const SegmentForce<double> force = forceOf(model, data, touch);
  const bool flipped = contact.swapped != touch.flipped;
  const double sign = flipped ? -1 : 1;
  ContactPoint out;
  out.contact = touch.contact;
  out.linkA = model.frameLink(frameOf(touch, flipped ? 2 : 0));
  out.linkB = model.frameLink(frameOf(touch, flipped ? 0 : 2));
  const Vec3 x = contact_detail::centreOf(data, *touch.ends[0]);
  out.point = x + force.gap.s * force.gap.e - force.arms[0] * force.gap.n + data.origin;
  out.normal = sign * force.gap.n;
  out.gap = -force.gap.depth;
  out.normalForce = force.normal;
  out.force = sign * (force.gap.weight * force.spring * force.gap.n + force.dissipative);
  return out;
}

double segmentGapRate(const Data& data, const SegmentTouch& touch) {
  Four<Vec3> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = contact_detail::centreOf(data, *touch.ends[i]);
  const Four<double> share = SegmentGap<double>(touch, x).shares();
  double rate = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec6& V = stateOf(data, touch, i).V;
    rate += share[i] * touch.normal.dot(V.tail<3>() + V.head<3>().cross(x[i]));
  }
  return rate;
}

double segmentContactEnergy(const Model& model, const Data& data) {
  double sum = 0;
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const SegmentForce<double> force = forceOf(model, data, touch);
    sum += force.gap.weight * force.energy;
  });
  return sum;
}

double dissipativeSegmentPower(const Model& model, const Data& data) {
  double sum = 0;
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const SegmentForce<double> force = forceOf(model, data, touch);
    sum += force.dissipative.dot(force.u);
    if (lawOf(model, touch).resistsTurning()) sum += force.turningPower;
  });
  return sum;
}

void addSegmentForces(const Model& model, const Data& data, VecXMut elastic, VecXMut dissipative) {
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const SegmentForce<double> force = forceOf(model, data, touch);
    for (std::size_t i = 0; i < 4; ++i) {
      addFrameForce(model, data, frameOf(touch, i), force.stored[i], elastic);
      addFrameForce(model, data, frameOf(touch, i), force.lost[i], dissipative);
    }
  });
}

void subtractSegmentWrenches(const Model& model, Data& data) {
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const SegmentForce<double> force = forceOf(model, data, touch);
    for (std::size_t i = 0; i < 4; ++i)
      data.wrenches[static_cast<std::size_t>(frameOf(touch, i))] -= force.stored[i] + force.lost[i];
  });
}

void subtractSegmentComposites(const Model& model, Data& data) {
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const Coupled coupled(model, data, touch);
    for (std::size_t i = 0; i < static_cast<std::size_t>(coupled.count); ++i) {
      if (coupled.frames[i] == 0) continue;
      Composite& composite = data.composites[static_cast<std::size_t>(coupled.frames[i])];
      composite.F -= coupled.F[i];
      composite.N -= coupled.N[i][i];
      composite.K -= coupled.K[i][i] - crossForceBar<double>(coupled.F[i]);
    }
  });
}

void addSegmentCoupling(const Model& model, Data& data) {
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const Coupled coupled(model, data, touch);
    const auto count = static_cast<std::size_t>(coupled.count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        if (i != j && coupled.frames[i] != 0 && coupled.frames[j] != 0)
          addFrameCoupling(model, data, coupled.frames[i], coupled.frames[j], -coupled.K[i][j], -coupled.N[i][j]);
  });
}

double anchorSegments(const Model& model, Data& data) {
  double sum = 0;
  for (int k = 0; k < static_cast<int>(model.contacts.size()); ++k) {
    const Contact& contact = model.contacts[static_cast<std::size_t>(k)];
    if (contact.segmentAnchors.capacity == 0) continue;
    forSegmentTouches(model, data, k, [&](const SegmentTouch& touch) {
      double* record = contact.segmentAnchors.append(data.nextAnchors, keyOf(touch));
      if (!record) return;
      const SegmentForce<double> force = forceOf(model, data, touch);
      const Vec3 half = (-0.5 / contact.law.stickStiffness) * force.hold;
      record[0] = force.gap.s, record[1] = force.gap.t;
      for (std::size_t i = 0; i < 4; ++i) {
        const Pose& X = stateOf(data, touch, i).X;
        const Vec3 held = force.at[i] + (i < 2 ? half : Vec3(-half));
        Vec3::Map(record + 2 + 3 * i) = X.R.transpose() * (held - X.p);
      }
      sum += heldEnergy(contact.law, force);
    });
  }
  return sum;
}

double segmentAnchorEnergy(const Model& model, const Data& data) {
  double sum = 0;
  forAllSegmentTouches(model, data, [&](const SegmentTouch& touch) {
    const ContactLaw& law = lawOf(model, touch);
    if (law.sticks()) sum += heldEnergy(law, forceOf(model, data, touch));
  });
  return sum;
}

}  // namespace tendril
