// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/pose_edits.hpp"

#include <map>

#include "core/model/model.hpp"
#include "core/project/json_tree.hpp"

namespace tendril {
namespace {

namespace desc = description;
using json::Node;
using Numbers = std::vector<desc::Number>;

/// What a link starts with.
struct Start {
  Numbers joint, body;
};

Numbers numbers(const VecX& q, int first, int count) {
  return {q.data() + first, q.data() + first + count};
}

void setBody(desc::RigidBody&, const Start&) {}
void setBody(desc::RodBody& rod, const Start& start) {
  for (desc::RodDivision& division : rod.divisions) division.q0.clear(), division.v0.clear();
  rod.single.q0 = start.body;
  rod.single.v0.clear();
}
template <class B>
void setBody(B& body, const Start& start) {
  body.q0 = start.body;
  body.v0.clear();
}

}  // namespace

std::vector<NamedPose> readPoses(std::string_view text) {
  std::vector<Problem> problems;
  const Node list = json::parse(text.empty() ? "[]" : text, problems);
  std::vector<NamedPose> poses;
  for (const Node& entry : list.items) {
    const Node *name = entry.find("name"), *q = entry.find("q");
    if (!name || !q || !name->is(Node::Kind::kString) || !q->is(Node::Kind::kArray)) continue;
    NamedPose pose{.name = name->text, .q = {}};
    for (const Node& value : q->items) pose.q.push_back(value.is(Node::Kind::kNumber) ? value.number : 0);
    poses.push_back(std::move(pose));
  }
  return poses;
}

std::string writePoses(const std::vector<NamedPose>& poses) {
  Node list = Node::array();
  for (const NamedPose& pose : poses) {
    Node q = Node::array();
    for (const double value : pose.q) q.items.push_back(Node::ofNumber(value));
    Node entry = Node::object();
    entry.add("name", Node::ofText(pose.name));
    entry.add("q", std::move(q));
    list.items.push_back(std::move(entry));
  }
  return json::writeCompact(list);
}

namespace edits {

Edit setInitialPose(const Model& model, const VecX& q) {
  std::map<ObjectId, Start> starts;
  for (const Link& link : model.links)
    starts[link.id] = {numbers(q, link.qJoint, link.nqJoint), numbers(q, link.qBody, link.nBody)};
  return {"Set initial pose", [starts](Description& description, std::vector<Problem>&) {
            for (desc::Link& link : description.links) {
              const auto start = starts.find(link.id);
              if (start == starts.end()) continue;
              link.joint.q0 = start->second.joint;
              link.joint.v0.clear();
              if (link.body) std::visit([&](auto& body) { setBody(body, start->second); }, *link.body);
            }
            return true;
          }};
}

}  // namespace edits
}  // namespace tendril
