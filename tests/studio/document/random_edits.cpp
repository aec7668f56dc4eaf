// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/document/random_edits.hpp"

#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

constexpr std::size_t kMostLinks = 20;  // copies of copies of trees would double without end

}  // namespace

ObjectId RandomEdits::anyId(const Description& description, ItemKind kind) {
  return withList(description, kind, [&](const auto& objects) {
    return objects.empty() ? ObjectId{0} : objects[below(objects.size())].id;
  });
}

ItemRef RandomEdits::anyItem(const Description& description) {
  const ItemKind kind = kItemKinds[below(kItemKinds.size())];
  return {kind, anyId(description, kind)};
}

Edit RandomEdits::structural(const Document& document) {
  const Description& d = document.description();
  const ObjectId link = anyId(d, ItemKind::kLink);
  const ItemRef item = anyItem(d);
  if (d.links.size() > kMostLinks) return edits::remove(d, {{ItemKind::kLink, link}});
  switch (below(17)) {
    case 0:
      return edits::addLink(static_cast<LinkTemplate>(below(kLinkTemplates)), below(4) ? link : 0);
    case 1:
      return edits::addTendon(link);
    case 2:
      return edits::addMotor(link);
    case 3:
      return below(2) ? edits::addLoad(link)
                      : edits::addObstacle(link, static_cast<description::ContactSurface>(below(8)), -1);
    case 4:
      return edits::addSignal(anyId(d, ItemKind::kActuator));
    case 5:
      return below(2) ? edits::addMaterial() : edits::addParameter("p" + std::to_string(names_++), 0.01);
    case 6:
      return edits::remove(d, {item});
    case 7:
      return edits::duplicate(d, {item, anyItem(d)});
    case 8:
      return edits::rename(d, item, below(5) ? "name " + std::to_string(names_++) : "bad.name");
    case 9:
      return edits::renameParameter(below(2) ? "size" : "radius", below(2) ? "size" : "radius");
    case 10:
      return edits::reparent(d, link, below(4) ? anyId(d, ItemKind::kLink) : 0);
    case 11:
      return edits::move(d, item, below(10));
    case 12:
      return edits::setBody(d, link,
                            std::vector{"", "rigid", "rod", "constant_curvature", "fem", "expression"}[below(6)]);
    case 13:
      clipboard_ = edits::copy(d, {item});
      return edits::paste(clipboard_, link);
    case 14:
      return edits::mirror(d, link, static_cast<int>(below(3)));
    case 15:
      return edits::array(d, link,
                          {.count = 1 + static_cast<int>(below(3)), .step = Vec3(0.1, 0, 0), .turn = Vec3(0, 0, 1)});
    default:
      return edits::paste(clipboard_, below(2) ? link : 0);
  }
}

bool RandomEdits::setField(Document& document, std::vector<Problem>& problems) {
  const std::vector<FieldSample> samples = sampleFields(document.description(), random_);
  const FieldSample& sample = samples[below(samples.size())];
  last_ = "set " + sample.path + " = " + sample.json;
  const std::string mergeKey = below(4) == 0 ? "drag" : "";
  if (below(12) == 0) return document.resetField(sample.path, problems);
  return document.setField(sample.path, sample.json, problems, mergeKey);
}

bool RandomEdits::change(Document& document, std::vector<Problem>& problems) {
  const Edit edit = structural(document);
  last_ = edit.name;
  return document.edit(edit, problems);
}

bool RandomEdits::step(Document& document, std::vector<Problem>& problems) {
  switch (below(11)) {
    case 0:
      last_ = "undo";
      for (std::size_t i = below(4); i > 0; --i) document.undo();
      return true;
    case 1:
      last_ = "redo";
      for (std::size_t i = below(3); i > 0; --i) document.redo();
      return true;
    case 2:
      return change(document, problems);
    default:
      return setField(document, problems);
  }
}

bool RandomEdits::nudge(Document& document, std::vector<Problem>& problems) {
  return setField(document, problems);
}

}  // namespace tendril
