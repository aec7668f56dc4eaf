// SPDX-License-Identifier: BSD-3-Clause
// Description → JSON tree, driven by describe(). Internal to core/project.
#pragma once

#include "core/description/fields/field.hpp"
#include "core/project/json_tree.hpp"

namespace tendril::project {

using description::FieldInfo;
using json::Node;

/// All fields of an object that are not absent: defaults, and what has no meaning beside the others, included.
template <description::Described T>
Node fullNode(const T& value);
/// The fields that differ from their defaults or stand in `like` (the object's text before, or null), in its order.
template <description::Described T>
Node leanNode(const T& value, const Node* like);
/// The same with other defaults than the type's own, as a full node.
template <description::Described T>
Node leanNode(const T& value, const Node* like, const Node& defaults);

/// Puts the keys of `node` in the order they have in `like`; a new one follows the one it is described after.
Node inOrderOf(Node node, const Node& like);
Node rawNode(const description::RawJson& value);

/// Values as nodes. `like`: the node it was before, or null; `full`: defaults included. An absent value is no node.
class ValueWriter {
 public:
  explicit ValueWriter(bool full) : full_(full) {}
  using Result = std::optional<Node>;

  Result write(bool value, const Node*) const { return Node::ofBool(value); }
  Result write(int value, const Node*) const { return Node::ofNumber(value); }
  Result write(const std::string& value, const Node*) const { return Node::ofText(value); }
  Result write(const description::Number& value, const Node*) const;
  Result write(const description::Formula& value, const Node*) const;
  Result write(const description::Measure& value, const Node*) const;
  Result write(const description::RawJson& value, const Node*) const;
  Result write(const description::Attachment& value, const Node*) const;

  template <description::ObjectKind kKind>
  Result write(const description::Reference<kKind>& value, const Node*) const {
    return Node::ofText(value.name);
  }
  template <description::NamedEnum E>
  Result write(E value, const Node*) const {
    return Node::ofText(std::string(description::enumName(value)));
  }
  template <class T>
  Result write(const std::optional<T>& value, const Node* like) const {
    if (!value) return std::nullopt;
    return write(*value, like);
  }
  template <class T, std::size_t N>
  Result write(const std::array<T, N>& value, const Node* like) const {
    return writeList(value, like);
  }
  template <class T>
  Result write(const std::vector<T>& value, const Node* like) const {
    return writeList(value, like);
  }
  template <class T>
  Result write(const description::OneOrMany<T>& value, const Node* like) const {
    if (value.list || value.values.size() != 1) return writeList(value.values, like);
    return write(value.values.front(), like);
  }
  template <class A, class B>
  Result write(const description::Either<A, B>& value, const Node* like) const {
    return std::visit([&](const auto& alternative) { return write(alternative, like); }, value.value);
  }
  template <class T>
  Result write(const description::NamedMap<T>& value, const Node* like) const {
    Node out = Node::object();
    for (const T& item : value.items) out.add(item.name, *write(item, like ? like->find(item.name) : nullptr));
    return out;
  }
  template <class K, class T>
  Result write(const description::OrderedMap<K, T>& value, const Node* like) const {
    Node out = Node::object();
    for (const auto& [key, item] : value.entries) {
      const std::string& name = keyName(key);
      if (Result node = write(item, like ? like->find(name) : nullptr)) out.add(name, std::move(*node));
    }
    return out;
  }
  template <class... Ts>
  Result write(const std::variant<Ts...>& value, const Node* like) const;
  template <description::Described T>
  Result write(const T& value, const Node* like) const {
    return full_ ? fullNode(value) : leanNode(value, like);
  }

 private:
  static const std::string& keyName(const std::string& key) { return key; }
  template <description::ObjectKind kKind>
  static const std::string& keyName(const description::Reference<kKind>& key) {
    return key.name;
  }

  template <class List>
  Result writeList(const List& list, const Node* like) const {
    Node out = Node::array();
    for (std::size_t i = 0; i < list.size(); ++i) {
      Result node = write(list[i], likeElement(list[i], i, like));
      out.items.push_back(node ? std::move(*node) : Node());
    }
    return out;
  }
  template <class T>
  static const Node* likeElement(const T& element, std::size_t i, const Node* like) {
    if (!like || !like->is(Node::Kind::kArray)) return nullptr;
    if constexpr (description::Object<T>) {
      for (const Node& item : like->items)
        if (const Node* name = item.find("name"); name && name->text == element.name) return &item;
      return nullptr;
    } else {
      return i < like->items.size() ? &like->items[i] : nullptr;
    }
  }

  bool full_;
};

/// Full node of a default-constructed object: the table of defaults.
template <class T>
const Node& defaultNode() {
  static const Node node = fullNode(T{});
  return node;
}

/// Visitor that writes the fields of one object.
class ObjectWriter {
 public:
  /// `defaults` null: write everything.
  ObjectWriter(const Node* defaults, const Node* like) : defaults_(defaults), like_(like) {}

  template <class F>
  void field(const F& value, const FieldInfo& info) {
    if (!info.when && defaults_) return;
    const Node* before = like_ ? like_->find(info.key) : nullptr;
    std::optional<Node> node = nodeOf(value, info.key, before);
    if (!node) return;
    if (defaults_ && !info.required && !before && isDefault(value, info.key)) return;
    out_.add(std::string(info.key), std::move(*node));
  }

  template <class... Ts>
  void choice(const std::variant<Ts...>& value, const FieldInfo& info) {
    std::visit(
        [&]<class A>(const A& alternative) {
          const bool first = value.index() == 0;
          if (info.required || !defaults_ || !first || (like_ && like_->find(info.key)))
            out_.add(std::string(info.key), Node::ofText(std::string(A::kType)));
          const Node* outer = defaults_;
          if (defaults_) defaults_ = &defaultNode<A>();
          alternative.describe(alternative, *this);
          defaults_ = outer;
        },
        value);
  }

  void later(std::string_view, std::string_view) {}

  Node take() { return like_ ? inOrderOf(std::move(out_), *like_) : std::move(out_); }

 private:
  /// What an object presets in one of its parts is that part's default: it is read in place.
  template <class F>
  std::optional<Node> nodeOf(const F& value, std::string_view key, const Node* before) const {
    if constexpr (description::Described<F>)
      if (const Node* preset = defaults_ ? defaults_->find(key) : nullptr) return leanNode(value, before, *preset);
    return ValueWriter(!defaults_).write(value, before);
  }
  template <class F>
  bool isDefault(const F& value, std::string_view key) const {
    const std::optional<Node> full = ValueWriter(true).write(value, nullptr);
    const Node* standard = defaults_->find(key);
    return full && standard && *full == *standard;
  }

  const Node* defaults_;
  const Node* like_;
  Node out_ = Node::object();
};

template <description::Described T>
Node fullNode(const T& value) {
  ObjectWriter object(nullptr, nullptr);
  value.describe(value, object);
  return object.take();
}

template <description::Described T>
Node leanNode(const T& value, const Node* like, const Node& defaults) {
  ObjectWriter object(&defaults, like && like->is(Node::Kind::kObject) ? like : nullptr);
  value.describe(value, object);
  return object.take();
}

template <description::Described T>
Node leanNode(const T& value, const Node* like) {
  return leanNode(value, like, defaultNode<T>());
}

template <class... Ts>
ValueWriter::Result ValueWriter::write(const std::variant<Ts...>& value, const Node* like) const {
  static const Node none = Node::object();  // the defaults come with the alternative
  ObjectWriter object(full_ ? nullptr : &none, like && like->is(Node::Kind::kObject) ? like : nullptr);
  object.choice(value, {.key = "type", .required = true});
  return object.take();
}

}  // namespace tendril::project
