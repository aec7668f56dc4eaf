// SPDX-License-Identifier: BSD-3-Clause
// Any description survives being written and read: values are drawn for every field by way of describe().
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/description/references.hpp"
#include "core/plugins/loader.hpp"
#include "core/project/project.hpp"
#include "tests/core/plugins/plugin_files.hpp"

namespace tendril {
namespace {

using namespace description;

/// Fills every field that has a meaning with random values of its kind.
class Filler {
 public:
  explicit Filler(unsigned seed) : random_(seed) {}

  template <Described T>
  void fill(T& value, const FieldInfo& = {}) {
    value.describe(value, *this);
  }
  template <class F>
  void field(F& value, const FieldInfo& info) {
    if (info.when && info.key != "format" && info.key != "version") fill(value, info);
  }
  template <class... Ts>
  void choice(std::variant<Ts...>& value, const FieldInfo&) {
    pick<Ts...>(value, below(sizeof...(Ts)));
    std::visit([&](auto& alternative) { alternative.describe(alternative, *this); }, value);
  }
  void later(std::string_view, std::string_view) {}

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  bool coin() { return below(2) == 0; }
  template <class... Ts, class Variant>
  void pick(Variant& value, std::size_t which) {
    std::size_t i = 0;
    ((i++ == which ? (void)value.template emplace<Ts>() : (void)0), ...);
  }
  double draw() {
    const double mantissa = std::uniform_real_distribution<>(-1, 1)(random_);
    return below(5) == 0 ? std::round(100 * mantissa) : std::ldexp(mantissa, static_cast<int>(below(2000)) - 1000);
  }
  std::string word() {
    constexpr std::string_view kLetters = "abcXYZ01_- \"\\\n\xC3\xA9";
    std::string out = "w" + std::to_string(count_++);
    for (std::size_t i = below(6); i > 0; --i) {
      const char c = kLetters[below(kLetters.size() - 2)];
      out += c;
    }
    return coin() ? out + "\xC3\xA9" : out;
  }

  void fill(bool& value, const FieldInfo&) { value = coin(); }
  void fill(int& value, const FieldInfo&) { value = static_cast<int>(below(1000)) - 500; }
  void fill(std::string& value, const FieldInfo& info) {
    const std::span<const std::string_view> options = Catalogue::ofProcess().options(info);
    value = options.empty() ? word() : std::string(options[below(options.size())]);
  }
  void fill(Number& value, const FieldInfo&) {
    value = draw();
    if (below(4) == 0) value.expression = word();
    if (!value.expression.empty()) value.value = 0;
  }
  void fill(Formula& value, const FieldInfo&) {
    value = draw();
    if (coin()) value.text = word();
    if (!value.text.empty()) value.value = 0;
  }
  void fill(Measure& value, const FieldInfo& info) {
    value = Measure();
    if (below(3) == 0) {
      value.formula = word();
      return;
    }
    fill(value.start, info);
    if (coin()) fill(value.end.emplace(), info);
  }
  void fill(RawJson& value, const FieldInfo&) { value.text = coin() ? "{\"a\":[1,2.5,null,\"x\"]}" : "true"; }
  void fill(Attachment& value, const FieldInfo& info) {
    value.place = static_cast<Attachment::Place>(below(4));
    if (value.place == Attachment::Place::kStation) fill(value.station, info);
    if (value.place == Attachment::Place::kPoint)
      for (description::Number& coordinate : value.point) fill(coordinate, pointInfoOf(info));
  }
  template <ObjectKind kKind>
  void fill(Reference<kKind>& value, const FieldInfo&) {
    value.name = word();
  }
  template <NamedEnum E>
  void fill(E& value, const FieldInfo&) {
    value = enumValue<E>(below(enumNames(value).size()));
  }
  template <class T>
  void fill(std::optional<T>& value, const FieldInfo& info) {
    value.reset();
    if (info.required || coin()) fill(value.emplace(), info);
  }
  template <class T, std::size_t N>
  void fill(std::array<T, N>& value, const FieldInfo& info) {
    for (T& element : value) fill(element, info);
  }
  template <class T>
  void fill(std::vector<T>& value, const FieldInfo& info) {
    value.resize(below(4));
    for (T& element : value) fill(element, info);
  }
  template <class T>
  void fill(OneOrMany<T>& value, const FieldInfo& info) {
    value.list = coin();
    value.values.resize(value.list ? below(4) : 1);
    for (T& element : value.values) fill(element, info);
  }
  template <class A, class B>
  void fill(Either<A, B>& value, const FieldInfo& info) {
    if (coin()) return fill(value.value.template emplace<A>(), info);
    fill(value.value.template emplace<B>(), info);
  }
  template <class... Ts>
  void fill(std::variant<Ts...>& value, const FieldInfo& info) {
    choice(value, info);
  }
  template <class T>
  void fill(NamedMap<T>& value, const FieldInfo& info) {
    value.items.resize(below(3));
    for (T& item : value.items) {
      item.name = word();
      fill(item, info);
    }
  }
  template <class K, class T>
  void fill(OrderedMap<K, T>& value, const FieldInfo& info) {
    value.entries.clear();
    for (std::size_t i = below(4); i > 0; --i) {
      value.entries.emplace_back(K(word()), T{});
      fill(value.entries.back().second, info);
    }
  }

  std::mt19937 random_;
  int count_ = 0;
};

TEST(Random, descriptionsSurviveWritingAndReading) {
  ASSERT_TRUE(loadPlugin(examplePlugin("bulge")).loaded()) << "laws of plugins have names then";
  ASSERT_TRUE(loadPlugin(examplePlugin("swing_up")).loaded()) << "and controllers";
  std::size_t bytes = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Description description;
    Filler(seed).fill(description);
    const std::string text = projectText(description);
    const ReadResult read = readProjectText(text);
    ASSERT_EQ(projectText(read.description), text) << "seed " << seed;
    ASSERT_EQ(projectText(read.description, text), text) << "seed " << seed;
    bytes += text.size();
  }
  EXPECT_GT(bytes, 300u * 1000u);
}

}  // namespace
}  // namespace tendril
