// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/document/random/sample_fields.hpp"

#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/description/fields/problem.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using namespace description;

constexpr std::array<std::string_view, 26> kNonsense = {
    "",
    "null",
    "[]",
    "{}",
    "letters",
    "\"letters\"",
    "1e400",
    "-1e400",
    "nan",
    "NaN",
    "inf",
    "true",
    "\"\"",
    "\"=\"",
    "\"=1/0\"",
    "\"=nothing*2\"",
    "\"=((((\"",
    "[1, 2]",
    "[[[[[[1]]]]]]",
    "{\"type\": 3}",
    "1e300",
    "-1e-320",
    "\"world\"",
    "\"a.b[0]'\"",
    "\"\\u0000\\ud800\"",
    "Es war einmal ein Roboter.\n\nHe had \"arms\" {and} [legs], 5 cm."};

/// Visits every field and makes a value for it.
class Sampler {
 public:
  Sampler(std::mt19937& random, std::vector<FieldSample>& out) : random_(random), out_(out) {}

  template <class F>
  void field(const F& value, const FieldInfo& info) {
    const auto step = path_.key(info.key);
    info_ = info;
    add(value);
    inside(value, info);
  }
  template <class... Ts>
  void choice(const std::variant<Ts...>& value, const FieldInfo& info) {
    {
      const auto step = path_.key(info.key);
      constexpr std::array<std::string_view, sizeof...(Ts)> kTypes = {Ts::kType...};
      put(quoted(std::string(kTypes[below(kTypes.size())])));
      out_.back().isKind = true;
    }
    std::visit([&](const auto& alternative) { alternative.describe(alternative, *this); }, value);
  }
  void later(std::string_view, std::string_view) {}

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  double uniform() { return std::uniform_real_distribution<>(0, 1)(random_); }
  static std::string quoted(const std::string& text) { return '"' + text + '"'; }
  void put(std::string json) {
    out_.push_back({path_.text(), below(6) == 0 ? std::string(kNonsense[below(kNonsense.size())]) : std::move(json)});
  }
  template <class T>
  void add(const T& value) {
    put(sample(value));
  }

  std::string number(double now) {
    const double low = std::isfinite(info_.minimum) ? info_.minimum : -1;
    const double high = std::min(std::isfinite(info_.maximum) ? info_.maximum : low + 5, low + 20);
    double value = 0;
    switch (below(6)) {
      case 0:
        value = low + uniform() * (high - low);
        break;
      case 1:
        value = info_.minimum;
        break;
      case 2:
        value = below(2) ? low - 1 : info_.maximum + 1;
        break;
      default:
        value = now == 0 ? uniform() * 0.1 : now * (0.5 + uniform());
    }
    if (info_.integer && below(8)) value = std::floor(value);
    if (below(10) == 0) return "\"=size*" + numberText(1 + std::floor(9 * uniform())) + "\"";
    return std::isfinite(value) ? numberText(value) : "1e999";
  }

  std::string sample(bool) { return below(2) ? "true" : "false"; }
  std::string sample(int value) { return std::to_string(value + static_cast<int>(below(2))); }
  std::string sample(const std::string& value) {
    const std::span<const std::string_view> options = Catalogue::ofProcess().options(info_);
    if (!options.empty()) return quoted(std::string(options[below(options.size())]));
    return quoted(below(2) ? value : "word " + std::to_string(below(50)));
  }
  std::string sample(const Number& value) { return number(value.value); }
  std::string sample(const Formula& value) {
    if (below(2)) return number(value.value);
    constexpr std::array<std::string_view, 8> kFormulas = {
        "\"sin(t)\"", "\"0.1*r(X)\"", "\"X*(1-X)\"", "\"r(X)\"",
        "\"2*t\"",    "\"X/L\"",      "\"pi*q\"",    "\"if(t > 1, 1, 0)\""};
    return std::string(kFormulas[below(kFormulas.size())]);
  }
  std::string sample(const description::Measure& value) {
    switch (below(4)) {
      case 0:
        return "[" + number(value.start.value) + ", " + number(value.start.value) + "]";
      case 1:
        return "\"0.01 + 0.01*X\"";
      default:
        return number(value.start.value);
    }
  }
  std::string sample(const RawJson&) { return "{\"notes\": [" + std::to_string(below(9)) + "]}"; }
  std::string sample(const Attachment&) {
    constexpr std::array<std::string_view, 5> kPlaces = {"\"tip\"", "\"base\"", "0.25", "1.5", "[0.05, 0.01, 0]"};
    return std::string(kPlaces[below(kPlaces.size())]);
  }
  template <ObjectKind kKind>
  std::string sample(const Reference<kKind>& value) {
    return quoted(below(4) ? value.name : "nobody");
  }
  template <NamedEnum E>
  std::string sample(E value) {
    const auto names = enumNames(value);
    return quoted(std::string(names[below(names.size())]));
  }
  template <class T>
  std::string sample(const std::optional<T>& value) {
    if (below(3) == 0) return "null";
    return sample(value ? *value : T{});
  }
  template <class T, std::size_t N>
  std::string sample(const std::array<T, N>& value) {
    std::string out = "[";
    for (const T& element : value) out += (out.size() > 1 ? ", " : "") + sample(element);
    return out + "]";
  }
  template <class T>
  std::string sample(const std::vector<T>& value) {
    std::string out = "[";
    for (std::size_t i = 0; i < value.size() + below(2); ++i)
      out += (out.size() > 1 ? ", " : "") + sample(i < value.size() ? value[i] : T{});
    return out + "]";
  }
  template <class T>
  std::string sample(const OneOrMany<T>& value) {
    return below(3) || value.values.empty() ? sample(value.values.empty() ? T{} : value.values.front())
                                            : sample(value.values);
  }
  template <class T>
  requires(!NamedEnum<T>) std::string sample(const T&) {
    return "{}";  // objects and maps: what is inside is visited by itself
  }

  // What is inside of a value.
  template <class T>
  void inside(const T& value, const FieldInfo& info) {
    if constexpr (Described<T>) {
      value.describe(value, *this);
    } else {
      insideOf(value, info);
    }
  }
  template <class T>
  void insideOf(const T&, const FieldInfo&) {}
  template <class T>
  void insideOf(const std::optional<T>& value, const FieldInfo& info) {
    if (value) inside(*value, info);
  }
  template <class T, std::size_t N>
  void insideOf(const std::array<T, N>& value, const FieldInfo& info) {
    elements(value, info);
  }
  template <class T>
  void insideOf(const std::vector<T>& value, const FieldInfo& info) {
    elements(value, info);
  }
  template <class List>
  void elements(const List& list, const FieldInfo& info) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto step = stepTo(list[i], i);
      info_ = info;
      add(list[i]);
      inside(list[i], info);
    }
  }
  template <class T>
  FieldPath::Step stepTo(const T& element, std::size_t i) {
    if constexpr (Object<T>) {
      return path_.key(element.name);
    } else {
      return path_.index(i);
    }
  }
  template <class A, class B>
  void insideOf(const Either<A, B>& value, const FieldInfo& info) {
    std::visit([&](const auto& alternative) { inside(alternative, info); }, value.value);
  }
  template <class... Ts>
  void insideOf(const std::variant<Ts...>& value, const FieldInfo&) {
    choice(value, {.key = "type"});
  }
  template <class T>
  void insideOf(const NamedMap<T>& value, const FieldInfo& info) {
    elements(value.items, info);
  }
  template <class T>
  void insideOf(const OrderedMap<std::string, T>& value, const FieldInfo& info) {
    for (const auto& [key, item] : value.entries) {
      const auto step = path_.key(key);
      info_ = info;
      add(item);
    }
  }
  template <ObjectKind kKind, class T>
  void insideOf(const OrderedMap<Reference<kKind>, T>& value, const FieldInfo& info) {
    for (const auto& [key, item] : value.entries) {
      const auto step = path_.key(key.name);
      info_ = info;
      put(number(1));
      inside(item, info);
    }
  }

  std::mt19937& random_;
  std::vector<FieldSample>& out_;
  FieldPath path_;
  FieldInfo info_;
};

}  // namespace

std::vector<FieldSample> sampleFields(const Description& description, std::mt19937& random) {
  std::vector<FieldSample> samples;
  Sampler sampler(random, samples);
  Description::describe(description, sampler);
  return samples;
}

}  // namespace tendril
