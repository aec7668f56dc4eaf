// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/signal_catalogue.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "core/model/contact/surface_field.hpp"
#include "core/text/expression.hpp"
#include "core/text/expression_names.hpp"
#include "core/text/nearest_name.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

std::string lowercase(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string withoutQuotes(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '\'') out += c;
  return out;
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c != ' ') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// How well a signal answers a search: 0 best; −1 not at all. All in small letters and without quotes.
int rank(const std::string& name, const std::string& all, const std::string& wanted,
         const std::vector<std::string>& words) {
  if (name == wanted) return 0;
  if (name.starts_with(wanted)) return 1;
  if (name.find(wanted) != std::string::npos) return 2;
  const auto holds = [&](const std::string& text) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(word) != std::string::npos; });
  };
  if (holds(name)) return 3;
  return holds(all) ? 4 : -1;
}

}  // namespace

std::string signalPart(std::string_view name) {
  bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  for (const char c : name)
    plain = plain && (c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'));
  if (plain) return std::string(name);
  std::string out(1, '\'');
  out += name;
  out += '\'';
  return out;
}

std::string signalPart(const Model& model, const Link& link) {
  if (!link.motorOf) return signalPart(link.name);
  const std::string& joint = model.links[static_cast<std::size_t>(link.motorOf->link)].name;
  return signalPart(joint) + link.name.substr(joint.size());
}

int SignalCatalogue::find(std::string_view name) const {
  const auto first = name.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return -1;
  name = name.substr(first, name.find_last_not_of(" \t\r\n") - first + 1);
  if (const auto found = index_.find(std::string(name)); found != index_.end()) return found->second;
  if (std::count(name.begin(), name.end(), '\'') % 2 != 0) return -1;
  const auto found = index_.find(withoutQuotes(name));
  return found == index_.end() ? -1 : found->second;
}

std::vector<std::string> SignalCatalogue::components(int id) const {
  const std::string& name = (*this)[id].name;
  if ((*this)[id].width == 1) return {name};
  // arm.tip → arm.tip.x, arm.tip.v → arm.tip.vx
  const bool rate = name.ends_with(".v") || name.ends_with(".w");
  const std::string dot = rate ? "" : ".";
  return {name + dot + "x", name + dot + "y", name + dot + "z"};
}

std::string fieldSignal(std::string_view link, std::string_view key, double at) {
  return signalPart(link) + '.' + std::string(key) + '[' + numberText(at) + ']';
}

std::optional<Signal> SignalCatalogue::field(std::string_view name) const {
  const std::size_t open = name.rfind('['), dot = open == name.npos ? open : name.rfind('.', open);
  if (dot == name.npos || name.empty() || name.back() != ']') return {};
  const SurfaceFieldInfo* info = findSurfaceField(name.substr(dot + 1, open - dot - 1));
  const std::string link = withoutQuotes(name.substr(0, dot)), text(name.substr(open + 1, name.size() - open - 2));
  const auto body = std::ranges::find(bodies_, link, &FieldBody::name);
  if (!info || body == bodies_.end() || !(body->nodes > 0 ? info->ofVolumes : info->ofLines)) return {};
  char* end = nullptr;
  const double at = std::strtod(text.c_str(), &end);
  const bool whole = body->nodes > 0;
  if (text.empty() || *end != 0 || !(at >= 0 && at <= (whole ? body->nodes - 1 : 1)) || (whole && at != std::floor(at)))
    return {};
  Signal out{.name = fieldSignal(link, info->key, at),
             .symbol = std::string(info->symbol),
             .unit = std::string(info->unit),
             .description = std::string(info->name) + " of " + link +
                            (whole ? " at node " + text : " at " + text + " of its length"),
             .group = link};
  out.sources[0] = {.kind = SignalSource::Kind::kField,
                    .component = static_cast<std::uint8_t>(info->field),
                    .index = body->link,
                    .place = static_cast<int>(std::lround(whole ? at : at * SignalSource::kPlaces))};
  return out;
}

std::string SignalCatalogue::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  names.reserve(index_.size());
  for (const Signal& signal : signals_) names.push_back(signal.name);
  return nearestName(name, names);
}

std::vector<int> SignalCatalogue::search(std::string_view text, std::size_t limit) const {
  const std::string wanted = lowercase(withoutQuotes(text));
  const std::vector<std::string> words = wordsOf(wanted);
  std::vector<std::pair<int, int>> found;  // rank, signal
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    const Signal& s = signals_[i];
    const std::string name = lowercase(withoutQuotes(s.name));
    const std::string all = words.size() == 1 && name.find(words[0]) != std::string::npos
                                ? name
                                : name + ' ' + lowercase(s.description + ' ' + s.unit + ' ' + s.group);
    if (const int r = rank(name, all, wanted, words); r >= 0) found.emplace_back(r, static_cast<int>(i));
  }
  if (found.empty()) {
    if (const int near = find(nearest(text)); near >= 0) found.emplace_back(0, near);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<int> out;
  for (std::size_t i = 0; i < std::min(limit, found.size()); ++i) out.push_back(found[i].second);
  return out;
}

}  // namespace tendril
