// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/change.hpp"

#include <algorithm>
#include <unordered_map>

#include "studio/document/fingerprint.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr ItemKind itemKind(const desc::Link*) {
  return ItemKind::kLink;
}
constexpr ItemKind itemKind(const desc::Material*) {
  return ItemKind::kMaterial;
}
constexpr ItemKind itemKind(const desc::Actuator*) {
  return ItemKind::kActuator;
}
constexpr ItemKind itemKind(const desc::Load*) {
  return ItemKind::kLoad;
}
constexpr ItemKind itemKind(const desc::Controller*) {
  return ItemKind::kController;
}
constexpr ItemKind itemKind(const desc::Loop*) {
  return ItemKind::kLoop;
}
constexpr ItemKind itemKind(const desc::FreeObject*) {
  return ItemKind::kObject;
}

/// A field that is compared and put back as a whole.
template <class F>
class WholeChange : public FieldChange {
 public:
  WholeChange(F before, F after) : before_(std::move(before)), after_(std::move(after)) {}
  void apply(void* field, Direction direction) const override {
    *static_cast<F*>(field) = direction == Direction::kForth ? after_ : before_;
  }

 private:
  F before_, after_;
};

/// The section `studio`, whose view state is not touched.
class StudioChange : public FieldChange {
 public:
  StudioChange(std::string before, std::string after) : before_(std::move(before)), after_(std::move(after)) {}
  void apply(void* field, Direction direction) const override {
    std::string& text = static_cast<desc::RawJson*>(field)->text;
    text = withViewOf(direction == Direction::kForth ? after_ : before_, text);
  }

 private:
  std::string before_, after_;
};

template <class T>
std::vector<ObjectId> idsOf(const std::vector<T>& objects) {
  std::vector<ObjectId> ids;
  for (const T& object : objects) ids.push_back(object.id);
  return ids;
}

/// Objects of one list: those that were added, removed or changed, and the order if it differs.
template <class T>
class ListChange : public FieldChange {
 public:
  ListChange(const std::vector<T>& before, const std::vector<T>& after) {
    std::unordered_map<ObjectId, const T*> old;
    for (const T& object : before) old.emplace(object.id, &object);
    for (const T& object : after) {
      const auto found = old.find(object.id);
      const T* was = found == old.end() ? nullptr : found->second;
      if (!was || Fingerprint::of(*was) != Fingerprint::of(object)) add(was, &object);
      if (was) old.erase(found);
    }
    for (const T& object : before)
      if (old.contains(object.id)) add(&object, nullptr);
    if (idsOf(before) == idsOf(after)) return;
    before_ = idsOf(before);
    after_ = idsOf(after);
  }

  bool empty() const { return objects_.empty() && before_ == after_; }

  void apply(void* field, Direction direction) const override {
    auto& list = *static_cast<std::vector<T>*>(field);
    std::unordered_map<ObjectId, const T*> wanted;
    for (const auto& object : objects_)
      wanted.emplace(object.id, direction == Direction::kForth ? object.after.get() : object.before.get());
    if (before_ == after_) {
      for (T& object : list)
        if (const auto found = wanted.find(object.id); found != wanted.end()) object = *found->second;
    } else {
      list = inOrder(std::move(list), wanted, direction == Direction::kForth ? after_ : before_);
    }
  }

  void collect(std::vector<ItemRef>& items) const override {
    for (const auto& object : objects_) items.push_back({itemKind(static_cast<const T*>(nullptr)), object.id});
  }

 private:
  struct Pair {
    ObjectId id;
    std::unique_ptr<const T> before, after;  ///< null: did not exist
  };

  void add(const T* before, const T* after) {
    objects_.push_back({.id = before ? before->id : after->id,
                        .before = before ? std::make_unique<const T>(*before) : nullptr,
                        .after = after ? std::make_unique<const T>(*after) : nullptr});
  }
  static std::vector<T> inOrder(std::vector<T> list, const std::unordered_map<ObjectId, const T*>& wanted,
                                const std::vector<ObjectId>& order) {
    std::unordered_map<ObjectId, T*> present;
    for (T& object : list) present.emplace(object.id, &object);
    std::vector<T> out;
    out.reserve(order.size());
    for (const ObjectId id : order) {
      if (const auto changed = wanted.find(id); changed != wanted.end())
        out.push_back(*changed->second);
      else
        out.push_back(std::move(*present.at(id)));
    }
    return out;
  }

  std::vector<Pair> objects_;
  std::vector<ObjectId> before_, after_;  ///< empty where the order is the same
};

template <desc::Object T>
std::unique_ptr<const FieldChange> compare(const std::vector<T>& before, const std::vector<T>& after) {
  auto change = std::make_unique<ListChange<T>>(before, after);
  if (change->empty()) return nullptr;
  return change;
}
std::unique_ptr<const FieldChange> compare(const desc::RawJson& before, const desc::RawJson& after) {
  if (studioContent(before.text) == studioContent(after.text)) return nullptr;
  return std::make_unique<StudioChange>(before.text, after.text);
}
template <class F>
std::unique_ptr<const FieldChange> compare(const F& before, const F& after) {
  if (Fingerprint::of(before) == Fingerprint::of(after)) return nullptr;
  return std::make_unique<WholeChange<F>>(before, after);
}

/// Hands every field of a description to a function, with its number; of a named map its list of objects.
template <class Visit>
struct FieldVisitor {
  Visit& visit;
  std::size_t index = 0;

  template <class F>
  void field(F& value, const desc::FieldInfo&) {
    if constexpr (requires { value.items; })
      visit(index++, value.items);
    else
      visit(index++, value);
  }
  void later(std::string_view, std::string_view) {}
};

template <class D, class Visit>
void visitFields(D& description, Visit&& visit) {
  FieldVisitor<std::remove_reference_t<Visit>> visitor{visit};
  Description::describe(description, visitor);
}

}  // namespace

Change Change::between(const Description& before, const Description& after) {
  std::vector<const void*> fields;
  visitFields(before, [&](std::size_t, const auto& field) { fields.push_back(&field); });
  Change change;
  visitFields(after, [&]<class F>(std::size_t index, const F& field) {
    if (auto found = compare(*static_cast<const F*>(fields[index]), field))
      change.fields_.push_back({index, std::move(found)});
  });
  return change;
}

void Change::apply(Description& description, Direction direction) const {
  auto next = fields_.begin();
  visitFields(description, [&](std::size_t index, auto& field) {
    if (next == fields_.end() || next->index != index) return;
    next->change->apply(&field, direction);
    ++next;
  });
}

std::vector<ItemRef> Change::items() const {
  std::vector<ItemRef> items;
  for (const Field& field : fields_) field.change->collect(items);
  return items;
}

}  // namespace tendril
