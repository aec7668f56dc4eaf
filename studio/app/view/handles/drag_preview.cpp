// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/handles/drag_preview.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "core/description/bodies.hpp"
#include "core/math/se3.hpp"
#include "studio/app/project/target.hpp"
#include "studio/app/view/handles/handle_maker.hpp"

namespace tendril {
namespace {

using description::ObjectId;
namespace desc = description;

constexpr double kSame = 1e-12;  // of a rotation; of a place beside 1 m

bool isIdentity(const Pose& pose) {
  return (pose.R - Mat3::Identity()).norm() <= kSame && pose.p.norm() <= kSame;
}

/// Moves the drawn parts of one snapshot.
class SubtreeMover {
 public:
  SubtreeMover(const Description& description, int link, const Pose& motion, Snapshot& snapshot)
      : description_(description), motion_(motion), snapshot_(snapshot), model_(*snapshot.model) {
    moves_.assign(model_.links.size(), 0);
    for (int i = link; i < std::ssize(moves_); ++i) {
      const int parent = model_.links[static_cast<std::size_t>(i)].parent;
      moves_[static_cast<std::size_t>(i)] = i == link || (parent >= 0 && moves(parent));
    }
  }

  void move() {
    for (int i = 0; i < std::ssize(moves_); ++i)
      if (moves(i)) moveLink(static_cast<std::size_t>(i));
    for (RotorState& rotor : snapshot_.rotors)
      if (moves(rotor.link)) {
        rotor.at = motion_ * rotor.at, rotor.root = motion_ * rotor.root;
        rotor.axis = motion_.R * rotor.axis;
      }
    moveTendons();
    moveChambers();
  }

 private:
  bool moves(int link) const { return link >= 0 && moves_[static_cast<std::size_t>(link)]; }

  template <class T>
  void moveRange(std::vector<T>& all, const std::vector<int>& first, std::size_t link) {
    if (link + 1 >= first.size()) return;
    const auto end = std::min(all.size(), static_cast<std::size_t>(first[link + 1]));
    for (auto k = static_cast<std::size_t>(first[link]); k < end; ++k) all[k] = motion_ * all[k];
  }

  void moveLink(std::size_t link) {
    snapshot_.linkPoses[link] = motion_ * snapshot_.linkPoses[link];
    snapshot_.tipPoses[link] = motion_ * snapshot_.tipPoses[link];
    moveRange(snapshot_.sections, snapshot_.firstSection, link);
    moveRange(snapshot_.surfacePoints, snapshot_.firstSurfacePoint, link);
    moveRange(snapshot_.deformation.insidePoints, snapshot_.deformation.firstInsidePoint, link);
    if (link >= snapshot_.masses.size()) return;
    MassDistribution& mass = snapshot_.masses[link];
    mass.centre = motion_ * mass.centre;
    mass.inertia = motion_.R * mass.inertia * motion_.R.transpose();
  }

  const desc::Actuator* described(int actuator) const {
    const std::string& name = model_.actuators[static_cast<std::size_t>(actuator)]->name;
    const auto found = std::ranges::find(description_.actuators, name, &desc::Actuator::name);
    return found == description_.actuators.end() ? nullptr : &*found;
  }

  int indexOf(const desc::LinkRef& link) const { return linkIndexOf(model_, link.id); }

  /// Lines of a tendon are its pieces in soft bodies, in the order of its route, then straight ones.
  void moveTendons() {
    std::vector<TendonLine>& lines = snapshot_.tendonLines;
    for (std::size_t first = 0; first < lines.size();) {
      std::size_t end = first;
      while (end < lines.size() && lines[end].actuator == lines[first].actuator) ++end;
      moveTendon(std::span(lines).subspan(first, end - first));
      first = end;
    }
  }

  void moveTendon(std::span<const TendonLine> lines) {
    const auto* tendon =
        dynamic_cast<const Tendon*>(model_.actuators[static_cast<std::size_t>(lines[0].actuator)].get());
    const desc::Actuator* given = described(lines[0].actuator);
    const auto* type = given ? std::get_if<desc::TendonActuator>(&given->type) : nullptr;
    if (!tendon || !type || tendon->segments().size() > lines.size()) return;
    const std::size_t pieces = lines.size() - tendon->segments().size();
    std::vector<int> owners;  // of the pieces
    for (const desc::RoutePiece& piece : type->route) {
      const int link = indexOf(piece.link);
      if (link >= 0 && model_.links[static_cast<std::size_t>(link)].body) owners.push_back(link);
    }
    if (owners.size() != pieces && !owners.empty() &&
        std::ranges::all_of(owners, [&](int link) { return moves(link) == moves(owners.front()); }))
      owners.assign(pieces, owners.front());  // all the same: which is whose does not matter
    if (owners.size() != pieces) return;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const auto first = static_cast<std::size_t>(lines[k].first), count = static_cast<std::size_t>(lines[k].count);
      const std::span points = std::span(snapshot_.tendonPoints).subspan(first, count);
      if (k < pieces) {
        if (moves(owners[k]))
          for (Vec3& point : points) point = motion_ * point;
      } else {
        const Tendon::Segment& segment = tendon->segments()[k - pieces];
        if (moves(segment.a.link)) points.front() = motion_ * points.front();
        if (moves(segment.b.link)) points.back() = motion_ * points.back();
      }
    }
  }

  void moveChambers() {
    for (ChamberState& chamber : snapshot_.chambers) {
      const desc::Actuator* given = described(chamber.actuator);
      const auto* type = given ? std::get_if<desc::PressureActuator>(&given->type) : nullptr;
      if (!type || !moves(indexOf(type->link))) continue;
      for (Vec3& point : chamber.points) point = motion_ * point;
    }
  }

  const Description& description_;
  const Pose motion_;
  Snapshot& snapshot_;
  const Model& model_;
  std::vector<char> moves_;  // per link
};

}  // namespace

std::optional<Pose> motionAhead(const Description& description, const Snapshot& snapshot, ObjectId link) {
  const desc::Link* wanted = objectOf(description.links, link);
  if (!wanted || !snapshot.model) return {};
  HandleMaker maker(description, snapshot);
  const int index = maker.indexOf(link);
  const auto parent = maker.attachment(wanted->parent.id, wanted->at);
  if (index < 0 || !parent) return {};
  const Link& built = snapshot.model->links[static_cast<std::size_t>(index)];
  const int builtOn = wanted->parent.id == 0 ? -1 : linkIndexOf(*snapshot.model, wanted->parent.id);
  if (built.parent != builtOn) return {};  // it hangs elsewhere by now
  const Pose change = maker.pose(wanted->pose) * built.pose.inverse();
  if (!change.p.allFinite() || !change.R.allFinite() || isIdentity(change)) return {};
  return *parent * change * parent->inverse();
}

void moveSubtree(const Description& description, ObjectId link, const Pose& motion, Snapshot& snapshot) {
  const int index = snapshot.model ? linkIndexOf(*snapshot.model, link) : -1;
  if (index < 0 || index >= std::ssize(snapshot.linkPoses) || index >= std::ssize(snapshot.tipPoses)) return;
  SubtreeMover(description, index, motion, snapshot).move();
}

}  // namespace tendril
