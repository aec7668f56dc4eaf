// SPDX-License-Identifier: BSD-3-Clause
#include "core/project/repeat_link.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace tendril {
namespace {

namespace desc = description;

/// Names that count on: "body 20" → "body 21", …; "arm" → "arm 2", ….
class Counter {
 public:
  Counter(const Description& description, const std::string& name) : stem_(name) {
    const auto add = [this](const auto& objects) {
      for (const auto& object : objects) taken_.insert(object.name);
    };
    add(description.links), add(description.objects), add(description.actuators), add(description.loads);
    add(description.loops), add(description.controllers), add(description.materials.items);
    std::size_t digits = name.size();
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1]))) --digits;
    if (digits < name.size() && digits > 0 && name.size() - digits < 9) {
      stem_ = name.substr(0, digits);
      number_ = std::stoi(name.substr(digits));
    } else {
      stem_ += ' ';
    }
  }
  std::string next() {
    std::string name;
    do {
      name = stem_ + std::to_string(++number_);
    } while (!taken_.insert(name).second);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::string stem_;
  int number_ = 1;
};

/// Whether a reference means this link: by id if it has one.
bool means(const desc::LinkRef& reference, const desc::Link& link) {
  return reference.id != 0 ? reference.id == link.id : reference.name == link.name;
}

}  // namespace

bool repeatLink(Description& description, std::string_view name, int count, std::vector<Problem>& problems) {
  auto& links = description.links;
  const auto found =
      std::find_if(links.begin(), links.end(), [&](const desc::Link& link) { return link.name == name; });
  if (found == links.end()) {
    problems.push_back({.path = "links." + std::string(name), .message = "there is no such link", .cure = ""});
    return false;
  }
  if (count < 1 || count > kMostRepeats) {
    problems.push_back({.path = "links." + std::string(name),
                        .message = "cannot be repeated " + std::to_string(count) + " times",
                        .cure = "choose from 1 to " + std::to_string(kMostRepeats)});
    return false;
  }
  const desc::Link model = *found;  // NOLINT(performance-unnecessary-copy-initialization): the list grows below
  const auto at = found - links.begin() + 1;
  Counter names(description, model.name);
  std::vector<desc::Link> copies;
  desc::LinkRef before(model.name);
  before.id = model.id;
  for (int i = 0; i < count; ++i) {
    desc::Link copy = model;
    copy.id = 0;
    copy.name = names.next();
    copy.parent = before;
    if (model.parent.name == desc::kWorldName && model.parent.id == 0) copy.pose = desc::Pose(), copy.at = {};
    before = desc::LinkRef(copy.name);
    copies.push_back(std::move(copy));
  }
  for (desc::Link& link : links)
    if (means(link.parent, model) && link.at.place == desc::Attachment::Place::kTip) link.parent = before;
  links.insert(links.begin() + at, std::make_move_iterator(copies.begin()), std::make_move_iterator(copies.end()));
  return true;
}

}  // namespace tendril
