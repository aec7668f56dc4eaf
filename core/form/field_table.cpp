// SPDX-License-Identifier: BSD-3-Clause
// Every kind of object with its fields: rows of default-constructed objects; the same as Markdown.
#include <set>
#include <sstream>
#include <typeindex>
#include <utility>

#include "core/form/row_maker.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using project::RowMaker;

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.replace(at, 1, "\\|");
  return text;
}

std::string rangeOf(const FieldRow& row) {
  const bool low = std::isfinite(row.minimum), high = std::isfinite(row.maximum);

  if (low && high) return numberText(row.minimum) + " … " + numberText(row.maximum);
  if (low) return (row.exclusive ? "> " : "≥ ") + numberText(row.minimum);
  return high ? (row.exclusive ? "< " : "≤ ") + numberText(row.maximum) : "";
}

std::string defaultOf(const FieldRow& row) {
  if (row.required) return "required";
  if (row.kind == FieldKind::kGroup) return row.optional ? "absent" : "";
  return row.defaultText.empty() ? "absent" : '`' + escaped(row.defaultText) + '`';
}

/// Rows of a visual are those of the shape that it has.
description::Visual allShapes() {
  description::Visual visual;
  visual.mesh = "mesh";
  visual.box.emplace();
  visual.cylinder.emplace();
  visual.sphere.emplace();
  visual.capsule.emplace();
  return visual;
}

class Sections {
 public:
  /// The section of a struct, unless it has one, then those of all that its fields hold.
  template <description::Described T>
  void section(std::string title) {
    if (!done_.insert(typeid(T)).second) return;
    if (!titles_.insert(title).second) title = owner_ + ", " + title;
    const Description description;
    FieldSection& made = sections_.emplace_back(FieldSection{title, std::string(T::kMeaning), {}});
    RowMaker maker(description, catalogue_, made.rows);
    maker.setGuide(guide_);
    T object{};
    if constexpr (std::is_same_v<T, description::Visual>) object = allShapes();
    maker.fields(object);
    const std::string outer = std::exchange(owner_, std::move(title));
    const std::string_view around = std::exchange(guide_, description::guideOf<T>(guide_));
    T::describe(object, *this);
    owner_ = outer;
    guide_ = around;
  }
  std::vector<FieldSection> take() { return std::move(sections_); }

  // ---- what describe() calls
  template <class F>
  void field(const F&, const description::FieldInfo& info) {
    const std::string_view around = guide_;
    if (!info.guide.empty()) guide_ = info.guide;
    inside(static_cast<const F*>(nullptr), info.key);
    guide_ = around;
  }
  template <class... Ts>
  void choice(const std::variant<Ts...>&, const description::FieldInfo& info) {
    inside(static_cast<const std::variant<Ts...>*>(nullptr), info.key);
  }
  void later(std::string_view, std::string_view) {}

 private:
  // ---- what a value holds
  template <class T>
  void inside(const T*, std::string_view key) {
    if constexpr (description::Described<T>) section<T>(project::singular(key));
  }
  template <class... Ts>
  void inside(const std::variant<Ts...>*, std::string_view key) {
    (alternative<Ts>(key), ...);
  }
  template <class T>
  void alternative(std::string_view key) {
    if constexpr (description::Described<T>)
      section<T>((key == "type" ? owner_ : project::singular(key)) + " `" + std::string(T::kType) + '`');
  }
  template <class T>
  void inside(const std::optional<T>*, std::string_view key) {
    inside(static_cast<const T*>(nullptr), key);
  }
  template <class T>
  void inside(const std::vector<T>*, std::string_view key) {
    inside(static_cast<const T*>(nullptr), key);
  }
  template <class T, std::size_t N>
  void inside(const std::array<T, N>*, std::string_view key) {
    inside(static_cast<const T*>(nullptr), key);
  }
  template <class T>
  void inside(const description::OneOrMany<T>*, std::string_view key) {
    inside(static_cast<const T*>(nullptr), key);
  }
  template <class T>
  void inside(const description::NamedMap<T>*, std::string_view key) {
    inside(static_cast<const T*>(nullptr), key);
  }
  template <class K, class T>
  void inside(const description::OrderedMap<K, T>*, std::string_view key) {
    inside(static_cast<const T*>(nullptr), key);
  }
  template <class A, class B>
  void inside(const description::Either<A, B>*, std::string_view key) {
    inside(static_cast<const A*>(nullptr), key);
    inside(static_cast<const B*>(nullptr), key);
  }

  const Catalogue catalogue_;  ///< what is built in
  std::vector<FieldSection> sections_;
  std::set<std::type_index> done_;
  std::set<std::string> titles_;
  std::string owner_;            ///< title of the section whose fields are visited
  std::string_view guide_ = {};  ///< section of the guide about what is visited
};

void print(std::ostream& out, const FieldSection& section) {
  out << "## " << section.title << "\n"
      << section.meaning << ".\n\n| field | meaning | unit | default | range | source |\n|---|---|---|---|---|---|\n";
  for (const FieldRow& row : section.rows) {
    if (row.level > 0) continue;
    out << "| `" << row.path << "` | " << escaped(row.meaning);
    if (!row.symbol.empty()) out << " (" << row.symbol << ')';
    if (!row.condition.empty()) out << "; " << escaped(row.condition);
    out << " | " << row.unit << " | " << defaultOf(row) << " | " << rangeOf(row) << " | " << row.source << " |\n";
  }
  out << '\n';
}

}  // namespace

std::vector<FieldSection> fieldSections() {
  Sections sections;
  sections.section<Description>("project");
  return sections.take();
}

std::string fieldTable() {
  std::ostringstream out;
  for (const FieldSection& section : fieldSections()) print(out, section);
  return out.str();
}

}  // namespace tendril
