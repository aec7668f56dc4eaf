// SPDX-License-Identifier: BSD-3-Clause
// What the fields of a description are made of, and what is said of each.
//
// A description is plain values. Every struct has one function
//     template <class Self, class V> static void describe(Self& self, V& v)
// that calls v.field(member, info) for each of its fields, v.choice(variant, info) where the struct is one of several
// types told apart by a tag in the same object, and v.later(key, what) for keys of the file format that this version
// does not serve. `Self` is the struct or the struct const. Readers, writers, checks, property forms, tooltips and the
// table of defaults are visitors. Defaults are the values of a default-constructed struct and stand nowhere else.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/description/fields/offer_kind.hpp"

namespace tendril::description {

/// How deep in a property form a field stands: what everybody sets, what some set, how it is computed.
enum class Depth { kEssential, kAll, kNumerics };

/// What a person or a program should know of one field. All text must live for ever (literals), but for what
/// is said to be of the object.
struct FieldInfo {
  std::string_view key = {};      ///< name in the file, snake_case
  std::string_view meaning = {};  ///< one line for people
  std::string_view symbol = {};   ///< in formulas, UTF-8
  std::string_view unit = {};     ///< SI; empty where there is none
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool exclusive = false;                          ///< the bounds themselves are not allowed
  bool integer = false;                            ///< whole numbers only
  bool world = false;                              ///< of references to links: may be the world
  bool required = false;                           ///< the file must give it
  bool file = false;                               ///< names a file, relative to the project or whole
  bool when = true;                                ///< false: has no meaning beside the other values of this object
  bool harmless = false;                           ///< given without `when` it is only a warning
  std::string_view condition = {};                 ///< `when` in words: "only for helical joints"
  std::string_view variables = {};                 ///< what a formula may use besides parameters and pi: "X, L, r"
  bool signals = false;                            ///< a formula may also use signals of the robot: arm.tip.x
  std::string_view source = {};                    ///< where the meaning or the default comes from: "[gvs] (1)"
  std::string_view guide = {};                     ///< section of the guide, where it is not that of the object
  std::span<const std::string_view> options = {};  ///< allowed texts of a string field, or keys; empty: any
  std::optional<OfferKind> offers = {};            ///< names one of these: the catalogue has the options
  std::string_view coefficientsOf = {};            ///< keys are coefficients of this law; text of the object itself
  std::string_view parametersOf = {};              ///< keys are parameters of this controller of a plugin; likewise
  std::string_view label = {};                     ///< name for people where the key does not say it
  std::string_view typical = {};                   ///< usual values, for people: "0.05…10 MPa (silicone, rubber)"
  Depth depth = Depth::kEssential;
};

/// A number, or "=expression" of the named parameters.
struct Number {
  double value = 0;        ///< as given; of an expression only after evaluation
  std::string expression;  ///< without "="; empty: a plain number

  Number() = default;
  Number(double number) : value(number) {}  // not explicit, as those below: numbers are numbers
  bool operator==(const Number&) const = default;
};

/// An expression of the field's variables and the named parameters, or a number.
struct Formula {
  double value = 0;
  std::string text;  ///< empty: the plain number

  Formula() = default;
  Formula(double number) : value(number) {}
  bool operator==(const Formula&) const = default;
};

/// A measure along a body: one number, [start, end] (linear between), or an expression of X.
struct Measure {
  Number start;
  std::optional<Number> end;
  std::string formula;  ///< of X; if not empty, start and end are unused

  Measure() = default;
  Measure(double number) : start(number) {}
  bool operator==(const Measure&) const = default;
};

/// A value that is kept as JSON text and not looked into.
struct RawJson {
  std::string text;  ///< compact JSON; empty: absent
};

/// Identity of an object while the program runs; 0 is none (and the world). Never written to files.
using ObjectId = std::uint64_t;

enum class ObjectKind { kLink, kMaterial, kActuator, kBody };

/// Reference to an object: the name as the file has it, the id once resolved. The id wins; see resolveReferences.
template <ObjectKind kKind>
struct Reference {
  std::string name;
  ObjectId id = 0;

  Reference() = default;
  Reference(std::string text) : name(std::move(text)) {}
  Reference(const char* text) : name(text) {}
};
using LinkRef = Reference<ObjectKind::kLink>;  ///< "world" is no link: id 0
using MaterialRef = Reference<ObjectKind::kMaterial>;
using ActuatorRef = Reference<ObjectKind::kActuator>;
using BodyRef = Reference<ObjectKind::kBody>;  ///< a link or a free object

inline constexpr std::string_view kWorldName = "world";

/// One value for all coordinates or one per coordinate; `list` remembers how the file had it.
template <class T>
struct OneOrMany {
  std::vector<T> values;
  bool list = false;

  OneOrMany() = default;
  OneOrMany(T value) : values{std::move(value)} {}
};

/// A short form (no object) or a long form (an object); or a value or a name: Long is then an enumeration.
template <class Short, class Long>
struct Either {
  std::variant<Short, Long> value;
};

/// Objects with a name that the file holds as {"name": {…}}, in order.
template <class T>
struct NamedMap {
  std::vector<T> items;
};

/// {"key": value} in the order of the file. Key: std::string or a Reference.
template <class Key, class Value>
struct OrderedMap {
  std::vector<std::pair<Key, Value>> entries;
};

using Number2 = std::array<Number, 2>;
using Number3 = std::array<Number, 3>;
using Number4 = std::array<Number, 4>;
using Number6 = std::array<Number, 6>;
using Formula6 = std::array<Formula, 6>;

/// Where on a link: "base", "tip", a station 0…1 along its body, or a point [x, y, z] of the surface of a volume,
/// undeformed: the frame of the face there (core/model/body/face_frame.hpp).
struct Attachment {
  enum class Place { kBase, kTip, kStation, kPoint };
  Place place = Place::kTip;
  Number station;
  Number3 point = {};  ///< m
};

/// Of the coordinates of Attachment::point, for a field that says all of a station.
inline FieldInfo pointInfoOf(FieldInfo info) {
  info.unit = "m";
  info.minimum = -std::numeric_limits<double>::infinity(), info.maximum = -info.minimum;
  return info;
}

/// A struct with fields. `T::kGuide`, where it has one, is the section of the guide that explains it,
/// "formulas.md#joints"; of one without it the section is that of what holds it.
template <class T>
concept Described = requires {
  T::kMeaning;
};

/// The section of the guide about a T that stands where the section is `outer`.
template <class T>
constexpr std::string_view guideOf(std::string_view outer) {
  if constexpr (requires { T::kGuide; })
    return T::kGuide;
  else
    return outer;
}

/// An object of its own: has a name and a stable id.
template <class T>
concept Object = Described<T> && requires(T& object) {
  object.name;
  object.id;
};

/// Enumerations have `constexpr auto enumNames(Enum)` beside them: names of the values 0, 1, … in the file. A class
/// whose values are objects with a name() has all() instead of numbers.
template <class T>
concept NamedEnum = requires(T value) {
  enumNames(value);
};

/// Name of an enumeration's value in files.
template <NamedEnum E>
constexpr std::string_view enumName(E value) {
  if constexpr (std::is_enum_v<E>)
    return enumNames(value)[static_cast<std::size_t>(value)];
  else
    return value->name();
}

/// The value that has a place in enumNames.
template <NamedEnum E>
constexpr E enumValue(std::size_t place) {
  if constexpr (std::is_enum_v<E>)
    return static_cast<E>(place);
  else
    return E::all()[place];
}

}  // namespace tendril::description
