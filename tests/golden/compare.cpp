// SPDX-License-Identifier: BSD-3-Clause
#include "tests/golden/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tendril::golden {
namespace {

using json::Node;
using Kind = Node::Kind;
using Numbers = std::vector<double>;

class Comparison {
 public:
  Comparison(const std::vector<int>& quaternions, const Tolerance& tolerance)
      : quaternions_(quaternions), tolerance_(tolerance) {}

  void compare(const Node& got, const Node& want, const std::string& path, const std::string& key) {
    if (want.is(Kind::kObject)) return compareObjects(got, want, path);
    if (want.is(Kind::kBool) || want.is(Kind::kString)) {
      if (!(got == want)) report(path, "differs from the expected value");
    } else if (want.is(Kind::kNumber)) {
      compareNumbers(got, want, path);
    } else if (path.starts_with("poses") && !want.items.empty() && want.items[0].items.size() == 7) {
      comparePoses(got, want, path, key);
    } else if (path.starts_with("poses") && want.items.size() == 7) {
      compareNumbers(got, want, path, {3});
    } else {
      compareNumbers(got, want, path, key == "q" ? quaternions_ : std::vector<int>{});
    }
  }

  std::vector<std::string> problems;

 private:
  void report(const std::string& path, const std::string& what) { problems.push_back(path + ": " + what); }

  void compareObjects(const Node& got, const Node& want, const std::string& path) {
    if (!got.is(Kind::kObject)) return report(path, "an object is expected");
    Node gotNumbers = Node::array(), wantNumbers = Node::array();  // share one scale
    for (std::size_t i = 0; i < want.items.size(); ++i) {
      const Node* value = got.find(want.keys[i]);
      if (!value) {
        report(path + "." + want.keys[i], "is missing");
      } else if (want.items[i].is(Kind::kNumber)) {
        gotNumbers.items.push_back(*value);
        wantNumbers.items.push_back(want.items[i]);
      } else {
        compare(*value, want.items[i], path + "." + want.keys[i], want.keys[i]);
      }
    }
    if (!wantNumbers.items.empty()) compareNumbers(gotNumbers, wantNumbers, path);
  }

  void comparePoses(const Node& got, const Node& want, const std::string& path, const std::string& key) {
    if (got.items.size() != want.items.size()) return report(path, "another number of poses is expected");
    for (std::size_t i = 0; i < want.items.size(); ++i)
      compare(got.items[i], want.items[i], path + "[" + std::to_string(i) + "]", key);
  }

  static bool flatten(const Node& node, Numbers& numbers) {
    if (node.is(Kind::kNumber)) {
      numbers.push_back(node.number);
      return true;
    }
    if (!node.is(Kind::kArray)) return false;
    return std::all_of(node.items.begin(), node.items.end(), [&](const Node& item) { return flatten(item, numbers); });
  }

  /// Gives quaternions of `got` the sign nearest to that of `want`.
  static void flip(Numbers& got, const Numbers& want, const std::vector<int>& starts) {
    for (const int start : starts) {
      const auto at = static_cast<std::size_t>(start);
      if (at + 4 > got.size()) continue;
      double product = 0;
      for (std::size_t i = at; i < at + 4; ++i) product += got[i] * want[i];
      if (product < 0)
        for (std::size_t i = at; i < at + 4; ++i) got[i] = -got[i];
    }
  }

  void compareNumbers(const Node& got, const Node& want, const std::string& path, const std::vector<int>& starts = {}) {
    Numbers g, w;
    if (!flatten(got, g) || !flatten(want, w)) return report(path, "numbers are expected");
    if (g.size() != w.size())
      return report(path, std::to_string(g.size()) + " numbers, expected " + std::to_string(w.size()));
    flip(g, w, starts);
    double difference = 0, scale = 0;
    for (std::size_t i = 0; i < g.size(); ++i) {
      const double d = std::abs(g[i] - w[i]);
      if (!(d <= difference)) difference = d;  // also NaN
      scale = std::max(scale, std::abs(w[i]));
    }
    if (difference <= tolerance_.relative * scale + tolerance_.absolute) return;
    char text[160];
    std::snprintf(text, sizeof text, "differs by %.2e, scale %.2e, allowed %.1e relative + %.1e absolute", difference,
                  scale, tolerance_.relative, tolerance_.absolute);
    report(path, text);
  }

  const std::vector<int>& quaternions_;
  const Tolerance tolerance_;
};

}  // namespace

Tolerance toleranceOf(const Node& check, const std::string& key) {
  const Node* all = check.find("tolerance");
  const Node* one = all ? all->find(key) : nullptr;
  if (!one) return {};
  if (one->is(Kind::kNumber)) return {one->number, 0};
  return {one->items.at(0).number, one->items.at(1).number};
}

std::vector<std::string> compare(const Node& got, const Node& want, const std::string& key,
                                 const std::vector<int>& quaternions, const Tolerance& tolerance) {
  Comparison comparison(quaternions, tolerance);
  comparison.compare(got, want, key, key);
  return comparison.problems;
}

}  // namespace tendril::golden
